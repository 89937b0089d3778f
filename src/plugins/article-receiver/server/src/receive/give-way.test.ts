import type { Core } from '@strapi/types';
import { trafficOf } from './traffic';
import { giveWay } from './give-way';

describe('giveWay', () => {
  it('waits for deliveries that are being received, for half a second at most', async () => {
    // Only what the traffic is kept under.
    const site = {} as Core.Strapi;
    const quiet = jest.spyOn(trafficOf(site), 'quiet');
    await giveWay(site);
    expect(quiet).toHaveBeenCalledTimes(1);
    expect(quiet.mock.calls[0]?.[0]).toBe(500);
  });
});

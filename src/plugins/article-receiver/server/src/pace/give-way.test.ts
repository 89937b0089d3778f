import { giveWay } from './give-way';
import { Traffic } from './traffic';

describe('giveWay', () => {
  it('waits for deliveries that are being received, for half a second at most', async () => {
    const traffic = new Traffic();
    const quiet = jest.spyOn(traffic, 'quiet');
    await giveWay(traffic);
    expect(quiet).toHaveBeenCalledTimes(1);
    expect(quiet.mock.calls[0]?.[0]).toBe(500);
  });
});

import { spanIn, withSpan } from './day-filter';

const DAY = { from: '2026-11-21T23:00:00.000Z', to: '2026-11-22T23:00:00.000Z' };

describe('a day of the chart as a filter', () => {
  it('takes the place of every other time, and nothing else', () => {
    const filters = { $and: [{ receivedAt: { $gt: 'x' } }, { stateShown: { $eq: 'failed' } }] };
    const { $and } = withSpan(filters, DAY) as { $and: object[] };
    expect($and[0]).toEqual({ stateShown: { $eq: 'failed' } });
    expect($and).toHaveLength(3);
    expect(withSpan({ $and }, null)).toEqual({ $and: [{ stateShown: { $eq: 'failed' } }] });
  });

  it('is found where it is plainly asked for', () => {
    const conditions = [{ receivedAt: { $gte: DAY.from } }, { receivedAt: { $lt: DAY.to } }];
    expect(spanIn({ $and: conditions })).toEqual(DAY);
    expect(spanIn({ $and: conditions.slice(1) })).toBeNull();
    expect(spanIn({ $and: [...conditions, { receivedAt: { $ne: DAY.to } }] })).toBeNull();
    expect(spanIn(undefined)).toBeNull();
  });
});

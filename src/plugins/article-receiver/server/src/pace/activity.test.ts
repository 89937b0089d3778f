import { Activity } from './activity';

describe('activity', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is recent for a while after it was noted, and not before', () => {
    const activity = new Activity(1_000);
    expect(activity.isRecent).toBe(false);
    activity.note();
    expect(activity.isRecent).toBe(true);
    jest.advanceTimersByTime(1_001);
    expect(activity.isRecent).toBe(false);
  });

  it('is told to whoever listens, until he stops', () => {
    const activity = new Activity();
    const listener = jest.fn();
    const forget = activity.onNote(listener);
    activity.note();
    forget();
    activity.note();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

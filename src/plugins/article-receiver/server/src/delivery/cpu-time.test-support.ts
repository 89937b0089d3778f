/**
 * How much processor time a piece of work takes, in milliseconds. Not the time on the clock: that
 * also grows with everything else the machine is doing, and makes a test fail by chance.
 */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

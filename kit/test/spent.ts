/**
 * Processor time of this process from now on, in milliseconds: what bounds the work of a text or a pattern on a machine that others keep
 * busy, where a clock bounds the work of the others.
 */
export function stopwatch(): () => number {
  const begin = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000;
  };
}

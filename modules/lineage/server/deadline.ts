const workedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Tells when a limit on computing is over: by the clock, and in what this process has worked since. On a machine that does other work
 * seconds pass in which a statement gets nothing done; it is not to be given up for that.
 */
export function workDeadline(ms: number): () => boolean {
  const clockEnd = performance.now() + ms;
  const workEnd = workedMs() + ms;
  return () => performance.now() > clockEnd && workedMs() > workEnd;
}

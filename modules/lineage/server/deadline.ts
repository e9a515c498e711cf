const workedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** However little was worked, so many times the limit ends it: what waits for something that never comes does not work either. */
const LONGEST = 60;

/**
 * Tells when a limit on computing is over: by the clock, and in what this process has worked since. On a machine that does other work
 * seconds pass in which a statement gets nothing done; it is not to be given up for that.
 */
export function workDeadline(ms: number): () => boolean {
  const began = performance.now();
  const workEnd = workedMs() + ms;
  return () => {
    const passed = performance.now() - began;
    return passed > ms * LONGEST || (passed > ms && workedMs() > workEnd);
  };
}

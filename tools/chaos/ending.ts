const ends = new Set<() => unknown>();

/** Does work and ends what it needed, however it ended; a command that is broken off ends it as well. */
export async function ending<T>(end: () => unknown, work: () => Promise<T>): Promise<T> {
  ends.add(end);
  try {
    return await work();
  } finally {
    if (ends.delete(end)) await end();
  }
}

/** Ends everything that is still needed, the latest first. */
export async function endAll(): Promise<void> {
  for (const end of [...ends].toReversed()) if (ends.delete(end)) await end();
}

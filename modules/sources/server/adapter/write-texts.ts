import type { WriteOutcome } from './types.ts';

/** A transaction of a source, as statements of people are executed in it. */
interface Transaction {
  /** What comes before the first statement. */
  prepare?(): Promise<unknown>;
  /** Executes one statement; how many rows it changed. */
  execute(text: string): Promise<number>;
  commit(): Promise<unknown>;
  rollback(): Promise<unknown>;
}

/**
 * Executes statements one after the other, then commits or, to show only what they would do, undoes them. When one fails, all are undone, and
 * the error has the `index` of the statement.
 */
export async function writeTexts(
  transaction: Transaction,
  { texts, commit }: { texts: readonly string[]; commit: boolean },
): Promise<WriteOutcome> {
  const counts: number[] = [];
  const ms: number[] = [];
  try {
    await transaction.prepare?.();
    for (const text of texts) {
      const started = performance.now();
      counts.push(await transaction.execute(text));
      ms.push(performance.now() - started);
    }
    await (commit ? transaction.commit() : transaction.rollback());
    return { counts, ms };
  } catch (error) {
    await transaction.rollback().catch(() => undefined); // the server has undone it already, or undoes what a broken connection did
    throw Object.assign(error as Error, { index: counts.length });
  }
}

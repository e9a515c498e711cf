/** How much a case does; smaller sizes notice the same faults less surely. */
export interface Size {
  /** acknowledged writes before and after each blow */
  readonly writes: number;
  /** calls of a rolling restart */
  readonly calls: number;
  /** how long something stays broken, or goes on, where a case is about time */
  readonly seconds: number;
  /** how many blows of a case that has several: nodes that are killed, processes of PostgreSQL, times of a clock */
  readonly rounds: number;
}

export const WHOLE: Size = { writes: 600, calls: 6_000, seconds: 20, rounds: 3 };

/** What came of a case. */
export interface Outcome {
  /** calls or writes, with the word for them */
  readonly work: string;
  /** work that came to no good end although its caller asked again */
  readonly failed: number;
  /** acknowledged and not there afterwards */
  readonly lost: number;
  /** there more than once */
  readonly doubled: number;
  /** the longest outage or recovery */
  readonly longest: string;
  /** further figures, a sentence each */
  readonly notes: readonly string[];
  /** what misses the bar; nothing when the case holds */
  readonly missed: readonly string[];
  /** why the case could not run here */
  readonly skipped?: string;
}

/** One way of breaking a running system, and what must hold nevertheless. */
export interface Case {
  readonly name: string;
  readonly what: string;
  readonly bar: string;
  run(size: Size): Promise<Outcome>;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The outcome of a case that cannot run on this machine. */
export const skip = (reason: string): Outcome => ({
  work: '',
  failed: 0,
  lost: 0,
  doubled: 0,
  longest: '',
  notes: [],
  missed: [],
  skipped: reason,
});

/** The sentences whose condition holds. */
export const when = (...rows: readonly (readonly [boolean, string])[]): string[] => rows.filter(([is]) => is).map(([, text]) => text);

export const HEAD =
  '| case | what happens | work | failed | lost | doubled | longest outage or recovery | bar | verdict |\n|---|---|---|---|---|---|---|---|---|';

/** A line of the table. */
export function line({ name, what, bar }: Case, outcome: Outcome): string {
  const { work, failed, lost, doubled, longest, missed, skipped } = outcome;
  const verdict = skipped ? `skipped: ${skipped}` : missed.length > 0 ? `**missed**: ${missed.join('; ')}` : 'holds';
  const cells = skipped ? [name, what, '', '', '', '', '', bar, verdict] : [name, what, work, failed, lost, doubled, longest, bar, verdict];
  return `| ${cells.join(' | ')} |`;
}

import type { Outcome } from './compare.ts';
import { isMaskedName, type Engine } from './schema.ts';
import { statementOf, type Made } from './statements.ts';
import { shrink, textOf } from './tree.ts';

/** The gate over two databases that differ in masked values only. */
export interface Gate<Passed extends { readonly checked: { readonly columns: ReadonlySet<string> } }> {
  /** What the gate says: what runs, or why nothing does. */
  check(text: string): Promise<Passed | { readonly refused: string }>;
  /** Runs on both and tells how the answers differ; null when they do not, or no more than those of two equal databases. */
  run(passed: Passed): Promise<{ readonly difference: string | null; readonly isChance: boolean; readonly outcome: Outcome }>;
}

export interface Finding {
  readonly number: number;
  readonly kind: Made['kind'];
  /** how the answers differ; null for a statement that the rule forbids and the gate let through */
  readonly difference: string | null;
  readonly text: string;
}
export interface Report {
  /** statements by what their maker knows about them */
  readonly made: Record<Made['kind'], number>;
  admitted: number;
  /** admitted statements that read a masked column */
  touching: number;
  /** of these: those that gave rows or a number of changed rows, not an error of the source */
  answered: number;
  /** answers that differ between equal databases as well */
  byChance: number;
  readonly findings: Finding[];
  /** statements within the rule that the gate refused, with its words */
  readonly overRefused: { readonly text: string; readonly words: string }[];
}

const SHRINKING = 150;
/** Findings that are shrunk: the first ones tell enough. */
const MOST_SHRUNK = 20;

interface Part {
  readonly engine: Engine;
  readonly from: number;
  readonly count: number;
  /** statements under way at once */
  readonly lanes: number;
}

/** Puts statements to the gate and to both databases, several at a time; what differs is shrunk. */
export async function explore<Passed extends { readonly checked: { readonly columns: ReadonlySet<string> } }>(
  gate: Gate<Passed>,
  { engine, from, count, lanes }: Part,
): Promise<Report> {
  const report: Report = {
    made: { clean: 0, forbidden: 0, open: 0 },
    admitted: 0,
    touching: 0,
    answered: 0,
    byChance: 0,
    findings: [],
    overRefused: [],
  };
  const differs = async (text: string): Promise<boolean> => {
    const passed = await gate.check(text);
    return !('refused' in passed) && (await gate.run(passed)).difference !== null;
  };
  const one = async (number: number): Promise<void> => {
    const { piece, kind } = statementOf(number, engine);
    const text = textOf(piece);
    report.made[kind] += 1;
    const passed = await gate.check(text);
    if ('refused' in passed) {
      if (kind === 'clean') report.overRefused.push({ text, words: passed.refused });
      return;
    }
    report.admitted += 1;
    const isTouching = [...passed.checked.columns].some((column) => isMaskedName(column.split('.').at(-1) ?? ''));
    const { difference, isChance, outcome } = await gate.run(passed);
    if (isTouching) report.touching += 1;
    if (isTouching && outcome.kind !== 'error') report.answered += 1;
    if (isChance) report.byChance += 1;
    if (difference !== null) {
      const isShrunk = report.findings.length < MOST_SHRUNK;
      report.findings.push({ number, kind, difference, text: textOf(isShrunk ? await shrink(piece, differs, SHRINKING) : piece) });
    } else if (kind === 'forbidden') report.findings.push({ number, kind, difference, text });
  };
  let next = from;
  const lane = async () => {
    while (next < from + count) await one(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return report;
}

/** The findings as lines that a person can try out. */
export const linesOf = ({ findings }: Report): string[] =>
  findings.map(({ number, kind, difference, text }) => `#${number} (${kind}) ${difference ?? 'let through'}: ${text}`);

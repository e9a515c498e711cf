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
  /** rows in another order: of joins of masked columns (or others of them where the statement takes some), and of any statement of MariaDB */
  byOrder: number;
  readonly findings: Finding[];
  /** statements within the rule that the gate refused, with its words */
  readonly overRefused: { readonly text: string; readonly words: string }[];
}

/** Where the order of rows becomes something else: which of them are taken, a list, a number of a row. */
const TAKES_ORDER = / limit | offset | fetch | over \(|_agg\(|_arrayagg\(|group_concat\(|any_value\(|distinct on| array\(/;
const SHRINKING = 150;
/** Findings that are shrunk: the first ones tell enough. */
const MAX_SHRUNK = 20;

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
    byOrder: 0,
    findings: [],
    overRefused: [],
  };
  const differs = async (text: string): Promise<boolean> => {
    const passed = await gate.check(text);
    return !('refused' in passed) && (await gate.run(passed)).difference !== null;
  };
  const one = async (number: number): Promise<void> => {
    const { piece, kind, isJoined } = statementOf(number, engine);
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
    const isOrder = difference?.startsWith('order of rows') === true;
    // MariaDB gives rows that an ORDER BY leaves equal in an order of its own, now and then another one in each database, so that
    // a LIMIT over them takes others; PostgreSQL answers the same statements with the order of its own, and is held to it
    const isFree = isJoined || engine === 'mysql';
    if (isFree && (isOrder || (difference?.startsWith('row ') === true && TAKES_ORDER.test(text)))) report.byOrder += 1;
    else if (difference !== null && isJoined && TAKES_ORDER.test(text)) report.byOrder += 1;
    else if (difference !== null) {
      const isShrunk = report.findings.length < MAX_SHRUNK;
      report.findings.push({ number, kind, difference, text: textOf(isShrunk ? await shrink(piece, differs, SHRINKING) : piece) });
    } else if (kind === 'forbidden') report.findings.push({ number, kind, difference, text });
  };
  const numbers = Array.from({ length: count }, (_, i) => from + i);
  const isChange = (number: number) => statementOf(number, engine).isChange;
  // changes last: the rows that they leave behind are as long as the values in them, and plans look at the size of a table
  const waiting = [...numbers.filter((number) => !isChange(number)), ...numbers.filter(isChange)].values();
  const lane = async () => {
    for (const number of waiting) await one(number);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return report;
}

/** The findings as lines that a person can try out. */
export const linesOf = ({ findings }: Report): string[] =>
  findings.map(({ number, kind, difference, text }) => `#${number} (${kind}) ${difference ?? 'let through'}: ${text}`);

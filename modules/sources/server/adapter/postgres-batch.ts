/*
 * Several runs of one statement as one statement: the values of each run are a row of `unnest`, and the statement runs for each of these rows as
 * a lateral subquery (PostgreSQL documentation, "LATERAL Subqueries"). The server plans, starts and answers once.
 */

/** One statement for several runs of another one. */
export interface Batch {
  /** answers the number of the run, from 1, before the columns of the statement */
  readonly text: string;
  /** places of parameters that may differ between the runs, from 0 */
  readonly varying: readonly number[];
  /** places of those that all runs have in common */
  readonly fixed: readonly number[];
}

/** Types whose values may stand in an array, by their numbers in `pg_type`. */
const TYPES: Readonly<Record<number, string>> = {
  16: 'bool',
  20: 'int8',
  21: 'int2',
  23: 'int4',
  25: 'text',
  700: 'float4',
  701: 'float8',
  1042: 'bpchar',
  1043: 'varchar',
  1082: 'date',
  1114: 'timestamp',
  1184: 'timestamptz',
  1700: 'numeric',
  2950: 'uuid',
};
const TOKEN = /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)|([A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|\d[\w.]*|[^]/gy;
/** What they stand behind may depend on nothing of a row. */
const LIMITS = new Set(['limit', 'offset']);
/** Comments, texts with escapes and dollar quotes are left to the single statement. */
const isUnread = (token: string, next: string | undefined): boolean =>
  token === "'" || token === '"' || token === '$' || (token === '-' && next === '-') || (token === '/' && next === '*');

interface Placeholder {
  /** from 0 */
  readonly place: number;
  readonly from: number;
  readonly to: number;
  readonly isLimit: boolean;
}

/** The placeholders of a text; null where it holds something that is not read here. */
function placeholdersOf(text: string): Placeholder[] | null {
  const found: Placeholder[] = [];
  let before = '';
  for (const match of text.matchAll(TOKEN)) {
    const [token, number, word] = match;
    const to = match.index + token.length;
    const next = text[to];
    if (isUnread(token, next) || (word !== undefined && word.toLowerCase() === 'e' && next === "'")) return null;
    if (number !== undefined) found.push({ place: Number(number) - 1, from: match.index, to, isLimit: LIMITS.has(before) });
    if (token.trim() !== '') before = token.toLowerCase();
  }
  return found;
}

/** The statement for several runs of `text`, whose parameters have these types; null where there is none. */
export function batchOf(text: string, types: readonly number[]): Batch | null {
  const places = placeholdersOf(text);
  if (places === null || types.some((type) => TYPES[type] === undefined)) return null;
  const limits = new Set(places.flatMap(({ place, isLimit }) => (isLimit ? [place] : [])));
  const all = types.map((_, place) => place);
  const varying = all.filter((place) => !limits.has(place));
  const fixed = all.filter((place) => limits.has(place));
  if (varying.length === 0 || places.some(({ place }) => place >= types.length)) return null;
  const nameOf = (place: number): string =>
    limits.has(place) ? `$${varying.length + fixed.indexOf(place) + 1}` : `"run of batch"."p${place}"`;
  let inner = '';
  let at = 0;
  for (const { place, from, to } of places) {
    inner += `${text.slice(at, from)}${nameOf(place)}`;
    at = to;
  }
  inner += text.slice(at);
  const arrays = varying.map((place, i) => `$${i + 1}::pg_catalog.${TYPES[types[place]!]}[]`);
  const names = varying.map((place) => `"p${place}"`);
  // the offset keeps the planner from joining the rows of all runs in an order of its own
  const lateral = `(select * from (${inner}) as "run" offset 0) as "rows of run"`;
  return {
    text: `select "run of batch"."n", "rows of run".* from unnest(${arrays.join(', ')}) with ordinality as "run of batch" (${names.join(', ')}, "n") cross join lateral ${lateral}`,
    varying,
    fixed,
  };
}

/** The values of one place of all runs as an array, as PostgreSQL reads it (documentation, "Array Input and Output Syntax"). */
const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null || value === undefined ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`;

/** The values of the statement for several runs. `runs` have the same values in the places that are fixed. */
export const batchParams = ({ varying, fixed }: Batch, runs: readonly (readonly unknown[])[]): unknown[] => [
  ...varying.map((place) => arrayOf(runs.map((params) => params[place]))),
  ...fixed.map((place) => runs[0]?.[place]),
];

/** What runs have to have in common, beside their text. */
export const batchKey = ({ fixed }: Batch, params: readonly unknown[]): string => fixed.map((place) => String(params[place])).join(' ');

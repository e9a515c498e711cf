import type { Pair, Reason } from './kinds.ts';

/** Records that may all be one. */
export interface Group {
  /** sorted */
  readonly records: readonly string[];
  /** the weakest link that holds the group together */
  readonly score: number;
  /** per attribute the least alike of its pairs */
  readonly reasons: readonly Reason[];
}

/** Groups do not grow without end: beyond that a person sees nothing any more. */
const MAX = 50;
const keyOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Strongest first, then by ids: the order in which pairs were found makes no difference. */
const byStrength = (one: Pair, two: Pair): number => two.score - one.score || compare(one.a, two.a) || compare(one.b, two.b);

/** Valid identifiers of a record, by column. */
export type Identities = Readonly<Record<string, string>>;
/** What keeps records apart: pairs that people separated, and identifiers. */
export interface Separation {
  readonly apart?: readonly (readonly [string, string])[];
  readonly identities?: (id: string) => Identities | undefined;
}

interface Part {
  readonly ids: string[];
  readonly pairs: Pair[];
  readonly identities: Record<string, string>;
  score: number;
}
const clash = (one: Identities, two: Identities): boolean =>
  Object.entries(one).some(([column, value]) => two[column] !== undefined && two[column] !== value);

/** For each record those it must not stand with. */
function forbiddenFor(apart: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const forbidden = new Map<string, Set<string>>();
  const forbid = (one: string, two: string): void => {
    const known = forbidden.get(one);
    if (known) known.add(two);
    else forbidden.set(one, new Set([two]));
  };
  for (const [a, b] of apart) {
    forbid(a, b);
    forbid(b, a);
  }
  return forbidden;
}

/**
 * Groups of records from pairs. Strong pairs join first; two parts are not joined when any two of their records must stay apart (a person said
 * never, a merge was undone, or valid identifiers differ).
 */
export function groupPairs(pairs: readonly Pair[], { apart = [], identities }: Separation = {}): Group[] {
  const forbidden = forbiddenFor(apart);
  const parts = new Map<string, Part>();
  const partOf = (id: string): Part => {
    const known = parts.get(id);
    if (known) return known;
    const part: Part = { ids: [id], pairs: [], identities: { ...identities?.(id) }, score: 1 };
    parts.set(id, part);
    return part;
  };
  const seen = new Set<string>();
  for (const pair of [...pairs].sort(byStrength)) {
    const key = keyOf(pair.a, pair.b);
    if (seen.has(key)) continue;
    seen.add(key);
    const [left, right] = [partOf(pair.a), partOf(pair.b)];
    if (left === right) {
      left.pairs.push(pair);
      continue;
    }
    if (left.ids.length + right.ids.length > MAX) continue;
    if (left.ids.some((id) => right.ids.some((other) => forbidden.get(id)?.has(other)))) continue;
    if (clash(left.identities, right.identities)) continue;
    Object.assign(left.identities, right.identities);
    left.ids.push(...right.ids);
    left.pairs.push(...right.pairs, pair);
    left.score = Math.min(left.score, right.score, pair.score);
    for (const id of right.ids) parts.set(id, left);
  }
  return [...new Set(parts.values())]
    .filter(({ ids }) => ids.length > 1)
    .map(({ ids, pairs: of, score }) => ({ records: ids.sort(compare), score, reasons: weakest(of) }))
    .sort((one, two) => two.score - one.score || compare(one.records[0]!, two.records[0]!));
}

/** Per attribute the least alike of some pairs; of equals the text that sorts first. */
function weakest(pairs: readonly Pair[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const { reasons } of pairs)
    for (const reason of reasons) {
      const known = found.get(reason.column);
      const order = known ? (reason.score ?? 2) - (known.score ?? 2) || compare(reason.text, known.text) : -1;
      if (order < 0) found.set(reason.column, reason);
    }
  return [...found.values()];
}

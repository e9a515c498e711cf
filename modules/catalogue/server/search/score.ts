import { sql, type RawBuilder } from 'kysely';
import type { Alternative, SearchQuery, Term } from '../../core/search/query.ts';

type Bool = RawBuilder<boolean>;
type Num = RawBuilder<number>;

/** The columns that an object is judged by, as SQL expressions. */
export interface Judged {
  readonly name: RawBuilder<string>;
  readonly cnName: RawBuilder<string | null>;
  readonly comment: RawBuilder<string | null>;
  readonly description: RawBuilder<string | null>;
  readonly searchText: RawBuilder<string>;
  readonly grams: RawBuilder<string[]>;
}

const every = (parts: readonly Bool[]): Bool => sql<boolean>`(${sql.join(parts, sql` and `)})`;
const any = (parts: readonly Bool[]): Bool => sql<boolean>`(${sql.join(parts, sql` or `)})`;

const keysOf = (of: Judged, grams: readonly string[]): Bool => sql<boolean>`${of.grams} @> ${[...grams]}::text[]`;
/** The name in the order of bytes, as its index has it: beginnings and equality are then looked up in every locale. */
const nameOf = (of: Judged) => sql<string>`lower(${of.name}) collate "C"`;
const begins = (of: Judged, pattern: string): Bool => sql<boolean>`${nameOf(of)} like ${`${pattern}%`}`;
const holdsPattern = (of: Judged, patterns: readonly string[]): Bool =>
  patterns.length === 1
    ? sql<boolean>`${of.searchText} like ${`%${patterns[0]}%`}`
    : sql<boolean>`${of.searchText} like any (${patterns.map((pattern) => `%${pattern}%`)}::text[])`;

/** A term with several ways: the keys of each way are looked up, and the text is checked once for all of them. */
function meets(of: Judged, { alternatives }: Term): Bool {
  const keyed = alternatives.filter(({ isPrefix }) => !isPrefix);
  const sets = [...new Map(keyed.map(({ grams }) => [grams.join(' '), grams])).values()];
  const prefixes = alternatives.filter(({ isPrefix }) => isPrefix).map(({ pattern }) => begins(of, pattern));
  if (keyed.length === 0) return any(prefixes);
  const patterns = [...new Set(keyed.map(({ pattern }) => pattern))];
  if (prefixes.length === 0) return every([any(sets.map((grams) => keysOf(of, grams))), holdsPattern(of, patterns)]);
  return any([every([any(sets.map((grams) => keysOf(of, grams))), holdsPattern(of, patterns)]), ...prefixes]);
}

/** Whether one index key equals the whole pattern; the text need not be checked again then. */
const saysAll = ({ grams, pattern }: Alternative): boolean => grams.length === 1 && grams[0] === pattern && pattern.charCodeAt(0) > 127;

/** Objects that meet every term. */
export function matches(of: Judged, terms: readonly Term[]): Bool {
  const single = terms.flatMap(({ alternatives }) => (alternatives.length === 1 && !alternatives[0]!.isPrefix ? alternatives : []));
  if (single.length < terms.length) return every(terms.map((term) => meets(of, term)));
  // One look into the index for all terms together.
  const keys = keysOf(of, [...new Set(single.flatMap(({ grams }) => grams))]);
  return every([keys, ...single.filter((one) => !saysAll(one)).map(({ pattern }) => holdsPattern(of, [pattern]))]);
}

/** Objects whose name equals the query; scored even when there are too many candidates. */
export function named(of: Judged, { whole, wholeGram }: SearchQuery): { is: Bool; isNot: Bool } {
  if (!wholeGram) return { is: sql<boolean>`${nameOf(of)} = ${whole}`, isNot: sql<boolean>`${nameOf(of)} <> ${whole}` };
  const isCalled = sql<boolean>`(coalesce(lower(${of.cnName}), '') = ${whole} or coalesce(lower(${of.comment}), '') = ${whole})`;
  return { is: every([keysOf(of, [wholeGram]), isCalled]), isNot: sql<boolean>`not ${isCalled}` };
}

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** How well one term is met: whole word of the name > Chinese name > comment > part of the name > pinyin > anything else. */
function termScore(of: Judged, { alternatives }: Term): Num {
  const scores = alternatives.map(({ pattern, weight }) => {
    const part = `%${pattern}%`;
    const points = (n: number) => sql`${sql.raw(String(n * weight))}`;
    return sql<number>`case
      when '_' || lower(${of.name}) || '_' like ${`%\\_${pattern}\\_%`} then ${points(60)}
      when ${of.cnName} like ${`${pattern}%`} then ${points(58)} when ${of.cnName} like ${part} then ${points(55)}
      when ${of.comment} like ${`${pattern}%`} then ${points(52)} when ${of.comment} like ${part} then ${points(50)}
      when lower(${of.name}) like ${part} then ${points(45)}
      when ${of.searchText} like ${`% ${pattern}%`} then ${points(40)}
      when ${of.searchText} like ${part} then ${points(20)} else 0 end`;
  });
  return scores.length === 1 ? scores[0]! : sql<number>`greatest(${sql.join(scores)})`;
}

/** What a search for the very name of a table or a column adds: more than `worth` can give to anything that is only alike. */
export const EXACT_NAME = { table: 60, column: 30 } as const;
export const isExactName = (of: Judged, { whole }: SearchQuery): Bool => sql<boolean>`${nameOf(of)} = ${whole}`;

/**
 * 0 to 100: exact name > exact Chinese name or comment > exact pinyin or initials > beginning of the name > the terms one by one. Long texts
 * that hold a word count a little less than short ones; a Chinese name that is there besides takes nothing from a name in Latin letters.
 */
export function matchScore(of: Judged, { whole, compact, terms }: SearchQuery): Num {
  const start = `${likeText(whole)}%`;
  const perTerm = sql<number>`(${sql.join(
    terms.map((term) => termScore(of, term)),
    sql` + `,
  )}) / ${sql.raw(`${terms.length}.0`)}`;
  const length = /^\p{ASCII}*$/u.test(whole)
    ? sql<number>`length(${of.name})`
    : sql<number>`length(${of.name}) + length(coalesce(${of.cnName}, ${of.comment}, ''))`;
  return sql<number>`((case
    when lower(${of.name}) = ${whole} then 100
    when replace(lower(${of.name}), '_', '') = ${compact} then 97
    when ${of.cnName} = ${whole} then 96 when ${of.comment} = ${whole} then 94
    when ${of.searchText} like ${`% ${likeText(compact)} %`} then 85
    when lower(${of.name}) like ${start} then 75 when ${of.cnName} like ${start} then 72 when ${of.comment} like ${start} then 68
    else ${perTerm} end) - least(${length}, 60) / 20.0)`;
}

/**
 * 1 to 1.3: tier, reads of the last 30 days, quality, owner, description, recent change. A factor of a whole score: each of them lifts an object, none
 * lifts a part above an exact name (`EXACT_NAME`).
 */
export const worth = (table: string, now: Date): Num => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<number>`(case ${column('tier')} when 'ads' then 1.06 when 'dws' then 1.05 when 'dim' then 1.04 when 'dwd' then 1.03 else 1 end
    * (1 + least(ln(1 + ${column('heat')}), 7) / 70)
    * (1 + coalesce(${column('quality_score')}, 0) / 5000)
    * (case when ${column('owner_id')} is null then 1 else 1.03 end)
    * (case when ${column('description')} is null then 1 else 1.02 end)
    * (case when ${column('change_time')} > ${new Date(now.getTime() - 30 * 86_400_000)}::timestamptz then 1.02 else 1 end))`;
};

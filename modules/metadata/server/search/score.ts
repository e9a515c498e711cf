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

function meets(of: Judged, { grams, pattern, isPrefix }: Alternative): Bool {
  if (isPrefix) return sql<boolean>`lower(${of.name}) like ${`${pattern}%`}`;
  const keys = sql<boolean>`${of.grams} @> ${[...grams]}::text[]`;
  // One key that is the whole pattern says it all.
  return grams.length === 1 && grams[0] === pattern && pattern.charCodeAt(0) > 127
    ? keys
    : sql<boolean>`(${keys} and ${of.searchText} like ${`%${pattern}%`})`;
}

/** Objects that meet every term. */
export function matches(of: Judged, terms: readonly Term[]): Bool {
  const single = terms.flatMap(({ alternatives }) => (alternatives.length === 1 && !alternatives[0]!.isPrefix ? alternatives : []));
  if (single.length < terms.length) return every(terms.map(({ alternatives }) => any(alternatives.map((one) => meets(of, one)))));
  // One look into the index for all terms together.
  const keys = sql<boolean>`${of.grams} @> ${[...new Set(single.flatMap(({ grams }) => grams))]}::text[]`;
  return every([keys, ...single.map(({ pattern }) => sql<boolean>`${of.searchText} like ${`%${pattern}%`}`)]);
}

/** Objects that are called what was typed, or whose name begins with it: they are looked at even when there are too many others. */
export const isNamed = (of: Judged, { whole, wholeGram }: SearchQuery): Bool =>
  wholeGram ? sql<boolean>`${of.grams} @> ${[wholeGram]}::text[]` : sql<boolean>`lower(${of.name}) = ${whole}`;

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

/**
 * 0 to 100: exact name > exact Chinese name or comment > exact pinyin or initials > beginning of the name > the terms one by one. Long texts
 * that hold a word count a little less than short ones.
 */
export function matchScore(of: Judged, { whole, compact, terms }: SearchQuery): Num {
  const begins = `${likeText(whole)}%`;
  const perTerm = sql<number>`(${sql.join(
    terms.map((term) => termScore(of, term)),
    sql` + `,
  )}) / ${sql.raw(`${terms.length}.0`)}`;
  return sql<number>`(case
    when lower(${of.name}) = ${whole} then 100
    when replace(lower(${of.name}), '_', '') = ${compact} then 97
    when ${of.cnName} = ${whole} then 96 when ${of.comment} = ${whole} then 94
    when ${of.searchText} like ${`% ${likeText(compact)} %`} then 85
    when lower(${of.name}) like ${begins} then 75 when ${of.cnName} like ${begins} then 72 when ${of.comment} like ${begins} then 68
    else ${perTerm} end) - least(length(${of.name}) + length(coalesce(${of.cnName}, ${of.comment}, '')), 60) / 20.0`;
}

/**
 * 1 to 1.3: tier, reads of the last 30 days, owner, description, recent change. It orders equals and never lifts a part above an exact name.
 */
export const worth = (table: string, now: Date): Num => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<number>`(case ${column('tier')} when 'ads' then 1.06 when 'dws' then 1.05 when 'dim' then 1.04 when 'dwd' then 1.03 else 1 end
    * (1 + least(ln(1 + ${column('heat')}), 7) / 70)
    * (case when ${column('owner_id')} is null then 1 else 1.03 end)
    * (case when ${column('description')} is null then 1 else 1.02 end)
    * (case when ${column('change_time')} > ${new Date(now.getTime() - 30 * 86_400_000)}::timestamptz then 1.02 else 1 end))`;
};

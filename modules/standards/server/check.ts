import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { compare, type AttributeResult, type ColumnFacts } from '../core/contrast.ts';
import { definitionOf } from '../core/contrast-values.ts';
import { boundColumns, elementsInForce, factsOf, knownWords, withStandards, type BoundColumn, type Known } from './facts.ts';

const PORTION = 10_000;

/** What a binding comes to; a retired element is never conformed to, and of a table that the source keeps shut nothing is known. */
function judge(row: BoundColumn, facts: ColumnFacts, known: Known): { verdict: string; results: AttributeResult[] } {
  if (row.elementState === 'retired' || row.published === null) return { verdict: 'retired', results: [] };
  const { verdict, results } = compare(row.published, facts, known);
  return { verdict: row.error === null ? verdict : 'unread', results };
}

/** The texts of both verdicts as they are stored; the plain one is null where values make no difference. */
function judgements(row: BoundColumn, facts: ColumnFacts, known: Known) {
  const whole = judge(row, facts, known);
  const results = storedText(whole.results);
  const definition = definitionOf(facts);
  if (definition === null) return { verdict: whole.verdict, results, plainVerdict: null, plainResults: null };
  const plain = judge(row, definition, known);
  const plainResults = storedText(plain.results);
  const isSame = plain.verdict === whole.verdict && plainResults === results;
  return {
    verdict: whole.verdict,
    results,
    ...(isSame ? { plainVerdict: null, plainResults: null } : { plainVerdict: plain.verdict, plainResults }),
  };
}

/**
 * Compares every attribute of the elements in force with their columns, of a source or of one element, and writes what differs from the last
 * time only. Columns that are gone lose their binding; statistics by day keep their past.
 */
export async function checkBindings(
  db: Db,
  now: Date,
  of: { sourceId: string } | { elementId: string },
): Promise<{ checked: number; changed: number }> {
  const scope = 'sourceId' in of ? sql`b.source_id = ${of.sourceId}` : sql`b.element_id = ${of.elementId}`;
  await sql`update standard_binding b set deleted_at = ${now} from metadata_column c
    where ${scope} and b.deleted_at is null and c.id = b.column_id and c.deleted_at is not null`.execute(db);
  const done = { checked: 0, changed: 0 };
  const [known, elements] = [await knownWords(db), await elementsInForce(db)];
  for (let after = ''; ;) {
    const found = await boundColumns(db)
      // compared as text: hundreds of thousands of documents need not be read to see that none has changed
      .select([sql<string>`b.results::text`.as('stored'), sql<string | null>`b.plain_results::text`.as('plainStored'), 'b.plainVerdict'])
      .where(sql<boolean>`${scope}`)
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(PORTION)
      .execute();
    const rows = withStandards(found, elements);
    const facts = await factsOf(db, rows, known);
    const changes = rows.flatMap((row) => {
      const now = judgements(row, facts.get(row.id)!, known);
      const isSame = row.verdict === now.verdict && row.stored === now.results;
      return isSame && row.plainVerdict === now.plainVerdict && row.plainStored === now.plainResults ? [] : [{ id: row.id, ...now }];
    });
    if (changes.length > 0)
      await sql`update standard_binding b set verdict = r.verdict, results = r.results::jsonb, plain_verdict = r."plainVerdict",
          plain_results = r."plainResults"::jsonb, check_time = ${now}
        from json_to_recordset(${JSON.stringify(changes)}::json)
          as r(id text, verdict text, results text, "plainVerdict" text, "plainResults" text) where b.id = r.id`.execute(db);
    done.checked += rows.length;
    done.changed += changes.length;
    if (rows.length < PORTION) break;
    after = rows.at(-1)!.id;
  }
  return done;
}

/** Results as PostgreSQL prints them: keys by length, then by letter. */
const storedText = (results: readonly AttributeResult[]): string =>
  `[${results
    .map(({ attribute, isConform, say, rows }) => {
      const counted = rows === undefined ? '' : `"rows": ${rows}, `;
      return `{"say": ${JSON.stringify(say)}, ${counted}"attribute": "${attribute}", "isConform": ${isConform}}`;
    })
    .join(', ')}]`;

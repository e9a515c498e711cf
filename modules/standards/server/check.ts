import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { compare, type AttributeResult, type ColumnFacts } from '../core/contrast.ts';
import { boundColumns, elementsInForce, factsOf, knownWords, withStandards, type BoundColumn, type Known } from './facts.ts';

const PORTION = 10_000;

/** What a binding comes to; a retired element is never conformed to, and of a table that the source keeps shut nothing is known. */
function judge(row: BoundColumn, facts: ColumnFacts, known: Known): { verdict: string; results: AttributeResult[] } {
  if (row.elementState === 'retired' || row.published === null) return { verdict: 'retired', results: [] };
  const { verdict, results } = compare(row.published, facts, known);
  return { verdict: row.error === null ? verdict : 'unread', results };
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
      .select(sql<string>`b.results::text`.as('stored'))
      .where(sql<boolean>`${scope}`)
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(PORTION)
      .execute();
    const rows = withStandards(found, elements);
    const facts = await factsOf(db, rows, known);
    const changes = rows.flatMap((row) => {
      const { verdict, results } = judge(row, facts.get(row.id)!, known);
      return row.verdict === verdict && row.stored === storedText(results) ? [] : [{ id: row.id, verdict, results }];
    });
    if (changes.length > 0)
      await sql`update standard_binding b set verdict = r.verdict, results = r.results, check_time = ${now}
        from json_to_recordset(${JSON.stringify(changes)}::json) as r(id text, verdict text, results jsonb) where b.id = r.id`.execute(db);
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

import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { compare, type ColumnFacts, type ElementFacts } from '../core/contrast.ts';

const PORTION = 5000;

interface Bound extends Omit<ColumnFacts, 'isNullable'> {
  readonly id: string;
  readonly columnNullable: string;
  readonly verdict: string | null;
  readonly results: unknown;
  readonly elementState: string;
  readonly published: ElementFacts | null;
}

const number = (path: string) => sql<number | null>`(p.stats ->> ${sql.lit(path)})::float8`;

/** Bindings with what their columns are: from the catalogue, and of their values from the last profile. */
export const boundColumns = (db: Db) =>
  db
    .selectFrom('standardBinding as b')
    .innerJoin('standardElement as e', 'e.id', 'b.elementId')
    .innerJoin('metadataColumn as c', 'c.id', 'b.columnId')
    .leftJoin('metadataProfile as p', 'p.columnId', 'b.columnId')
    .select(['b.id', 'b.verdict', 'b.results', 'c.columnName', 'c.dataType', 'c.dataLength', 'c.dataScale', 'c.columnNullable'])
    .select(['e.state as elementState', sql<ElementFacts | null>`e.published`.as('published')])
    .select([number('minLength').as('shortest'), number('maxLength').as('longest'), number('nulls').as('nulls')])
    .where('b.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null);

export const factsOf = (row: Pick<Bound, (keyof ColumnFacts & keyof Bound) | 'columnNullable'>): ColumnFacts => ({
  ...row,
  isNullable: row.columnNullable === '1',
});

/** What a binding comes to; a retired element is never conformed to. */
function judge(row: Bound): { verdict: string; results: unknown[] } {
  if (row.elementState === 'retired' || row.published === null) return { verdict: 'retired', results: [] };
  return compare(row.published, factsOf(row));
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
  for (let after = ''; ;) {
    const rows: readonly Bound[] = await boundColumns(db)
      .where(sql<boolean>`${scope}`)
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(PORTION)
      .execute();
    const changes = rows.flatMap((row) => {
      const { verdict, results } = judge(row);
      return row.verdict === verdict && JSON.stringify(normal(row.results)) === JSON.stringify(normal(results))
        ? []
        : [{ id: row.id, verdict, results }];
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
/** jsonb does not keep the order of keys. */
const normal = (results: unknown): unknown[] =>
  (results as readonly { attribute: string; isConform: boolean; say: string | null }[]).map(({ attribute, isConform, say }) => [
    attribute,
    isConform,
    say,
  ]);

/** How a source stands today, for the trend. */
export async function keepDay(db: Db, sourceId: string, now: Date): Promise<void> {
  const day = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  await sql`insert into standard_stat_day (day, source_id, columns, bound, conform, partial, bad, exempt)
    select ${day}::date, ${sourceId}, (select count(*) from metadata_column c where c.source_id = ${sourceId} and c.deleted_at is null),
      count(*) filter (where exempt_until is null or exempt_until < current_date),
      count(*) filter (where verdict = 'conform' and (exempt_until is null or exempt_until < current_date)),
      count(*) filter (where verdict = 'partial' and (exempt_until is null or exempt_until < current_date)),
      count(*) filter (where verdict in ('bad', 'retired') and (exempt_until is null or exempt_until < current_date)),
      count(*) filter (where exempt_until >= current_date)
    from standard_binding where source_id = ${sourceId} and deleted_at is null
    on conflict (day, source_id) do update set columns = excluded.columns, bound = excluded.bound, conform = excluded.conform,
      partial = excluded.partial, bad = excluded.bad, exempt = excluded.exempt`.execute(db);
}

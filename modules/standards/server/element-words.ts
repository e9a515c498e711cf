import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { LineageObjectType } from '#modules/lineage/server/index.ts';
import { wordsOf } from '../core/naming.ts';

/**
 * What the standard calls the columns that objects of other modules show: name and aliases of the element in force that each follows, by the
 * key of the object and its column. A column that is made of several, or that a statement shows under another name, has none: it may be
 * something else.
 */
export async function elementWords(
  db: Db,
  type: LineageObjectType,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>> {
  const made = new Map<string, Map<string, readonly string[]>>();
  if (keys.length === 0) return made;
  const { rows } = await sql<{ key: string; output: string; name: string; synonyms: string | null }>`
    with shown as (
      select o.object_key, e.to_column, min(e.from_id) as table_id, min(e.from_column) as from_column
      from metadata_lineage_object o
      join metadata_lineage_edge e on e.to_id = o.id and e.kind = 'value' and e.to_column is not null
      join metadata_lineage_unit u on u.id = e.unit_id
      where o.object_type = ${type} and o.object_key = any(${[...keys]}::text[]) and o.deleted_at is null
      group by o.object_key, e.to_column
      having count(*) = 1 and bool_and(e.from_type = 'table' and e.from_column is not null
        and (coalesce(u.sql_text, '') = '' or e.from_column = e.to_column)))
    select s.object_key as key, s.to_column as output, m.published ->> 'elementName' as name, m.published ->> 'synonyms' as synonyms
    from shown s
    join metadata_column c on c.table_id = s.table_id and c.column_name = s.from_column and c.deleted_at is null
    join standard_binding b on b.column_id = c.id and b.deleted_at is null
    join standard_element m on m.id = b.element_id and m.state = 'inForce' and m.deleted_at is null and m.published is not null`.execute(
    db,
  );
  for (const { key, output, name, synonyms } of rows) {
    const columns = made.get(key) ?? new Map<string, readonly string[]>();
    columns.set(output, [name, ...wordsOf(synonyms)]);
    made.set(key, columns);
  }
  return made;
}

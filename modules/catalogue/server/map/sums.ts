import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { MapMeasure, MapNode } from '../../contract/map.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';

/** Sums of a group of tables, as the database answers them. */
export interface SumRow {
  readonly tables: string;
  readonly columns: string;
  readonly rows: string;
  readonly bytes: string;
  readonly heat: string;
  readonly quality: string | null;
  readonly sensitive: string;
  readonly owned: string;
  readonly described: string;
  readonly changeTime: Date | null;
  readonly layer: string | null;
}

/** Warehouse layer of a table: as set by a person, else derived from the name of its schema, else null. */
export const LAYER = sql<string | null>`coalesce(nullif(metadata_table.tier, 'other'),
  substring(lower(metadata_table.schema_name) from '(?:^|_)(ods|dwd|dim|dws|ads)$'))`;

export const SUMS = sql`count(*) as tables, coalesce(sum(metadata_table.column_count), 0) as columns,
  coalesce(sum(greatest(metadata_table.row_estimate, 0)), 0) as rows, coalesce(sum(metadata_table.size_bytes), 0) as bytes,
  coalesce(sum(metadata_table.heat), 0) as heat, round(avg(metadata_table.quality_score), 1) as quality,
  count(*) filter (where metadata_table.level in ('L3', 'L4')) as sensitive, count(metadata_table.owner_id) as owned,
  count(*) filter (where coalesce(metadata_table.cn_name, metadata_table.description, metadata_table.table_comment) is not null) as described,
  max(metadata_table.change_time) as change_time,
  case when count(distinct ${LAYER}) = 1 and count(${LAYER}) = count(*) then min(${LAYER}) end as layer`;

/** Tables of living sources that the caller may see. */
export const visibleTables = (ctx: Ctx): RawBuilder<boolean> =>
  sql<boolean>`metadata_table.deleted_at is null and metadata_source.deleted_at is null
    and ${ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' })}`;
export const FROM = sql`metadata_table join metadata_source on metadata_source.id = metadata_table.source_id`;

export const ORDERS: Readonly<Record<MapMeasure, RawBuilder<unknown>>> = {
  bytes: sql`bytes desc, tables desc`,
  rows: sql`rows desc, tables desc`,
  tables: sql`tables desc, bytes desc`,
  heat: sql`heat desc, bytes desc`,
};

type Named = Pick<MapNode, 'key' | 'type' | 'id' | 'name' | 'cnName'>;
export const nodeOf = (named: Named, row: SumRow): MapNode => ({
  ...named,
  tables: Number(row.tables),
  columns: Number(row.columns),
  rows: Number(row.rows),
  bytes: Number(row.bytes),
  heat: Number(row.heat),
  quality: row.quality === null ? null : Number(row.quality),
  sensitive: Number(row.sensitive),
  owned: Number(row.owned),
  described: Number(row.described),
  changeTime: row.changeTime as unknown as string | null,
  layer: row.layer,
});

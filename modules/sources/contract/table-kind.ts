import * as z from 'zod';

export const TableKind = z.enum(['table', 'view', 'materialized', 'foreign', 'partitioned']);

export const TABLE_KIND_LABELS: Record<z.output<typeof TableKind>, string> = {
  table: '表',
  view: '视图',
  materialized: '物化视图',
  foreign: '外部表',
  partitioned: '分区表',
};

/** 数据分层 */
export const Tier = z.enum(['ods', 'dwd', 'dws', 'ads', 'dim', 'other']);

export const TIER_LABELS: Record<z.output<typeof Tier>, string> = {
  ods: '贴源层 ODS',
  dwd: '明细层 DWD',
  dws: '汇总层 DWS',
  ads: '应用层 ADS',
  dim: '维度层 DIM',
  other: '其他',
};

/** Primary, unique or foreign key of a table. */
export const TableKey = z.object({
  name: z.string(),
  kind: z.enum(['primary', 'unique', 'foreign']),
  columns: z.array(z.string()),
  refTable: z.string().nullable(),
  refColumns: z.array(z.string()),
});

export type TableKey = z.output<typeof TableKey>;

import type { App } from '#kit/server/ctx.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';

export const minMeasureRowsConfig = {
  key: 'metadata.minMeasureRows',
  name: '敏感字段统计的最少行数',
  value: '20',
  type: 'number',
  group: '数据源与检索',
  min: 5,
  max: 1000,
  unit: '行',
  remark: '数据画像和质量规则统计敏感字段时，行数少于它的结果不给出，对之后的统计生效',
} as const;

/** Minimum number of rows for answers about a masked column; with fewer a figure could be traced to one row. */
export const minMeasureRows = (app: App): Promise<number> =>
  readNumberConfig(app.db, minMeasureRowsConfig.key, Number(minMeasureRowsConfig.value));

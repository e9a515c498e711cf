import type { Db } from '#kit/server/ctx.ts';
import { CHART_TYPE_KEYS, type ChartTypeKey } from '../contract/chart-types.ts';
import { idsOf, type Refs } from '#modules/library/core/index.ts';
import type { TypeOf } from '../core/outline/sketch.ts';

const isType = (key: string | null): key is ChartTypeKey => CHART_TYPE_KEYS.includes(key as ChartTypeKey);

/** Types of the stored charts that a document names. */
export async function chartTypes(db: Db, refs: Refs): Promise<TypeOf> {
  const ids = idsOf(refs.charts);
  const rows = ids.length === 0 ? [] : await db.selectFrom('visualChart').select(['id', 'chartType']).where('id', 'in', ids).execute();
  const by = new Map(rows.map(({ id, chartType }) => [id, chartType]));
  return (id) => {
    const type = by.get(id) ?? null;
    return isType(type) ? type : null;
  };
}

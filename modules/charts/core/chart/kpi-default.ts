import type { Field } from '#modules/datasets/contract/field.ts';
import type { Slot } from '#modules/datasets/contract/query.ts';
import type { ChartConfig } from '../../contract/chart.ts';

const TARGET = /目标|计划|预算|指标值/;
/** What a measure is about, without the words that tell a target or a result from the other. */
const stem = (name: string): string => name.replaceAll(/年度|月度|目标|计划|预算|指标值|完成|实际|累计|本年|本月|[（(].*[）)]/g, '');

/** The measure by its name says what another is to reach. */
export const isTargetName = (name: string): boolean => TARGET.test(name);

/** The field that says what a measure is to reach: called as it is, with a word for a target. */
function targetOf(measure: Field, fields: readonly Field[]): Field | undefined {
  if (isTargetName(measure.name)) return undefined;
  const own = stem(measure.name);
  return fields.find((field) => field.role === 'measure' && !field.hidden && isTargetName(field.name) && stem(field.name) === own);
}

const isTime = (field: Field | undefined): boolean => field?.type === 'date' || field?.type === 'datetime';

/**
 * A card of figures that just became one, or just got its figure, tells more than a number where its data set can: its way by months, the
 * change against the year before, and its target. What the author has set stays.
 */
export function withKpiDefaults(before: ChartConfig, after: ChartConfig, fields: readonly Field[]): ChartConfig {
  const isNew = before.chartType !== 'kpi' || before.measures.length === 0;
  const [main] = after.measures;
  if (after.chartType !== 'kpi' || !isNew || !main || after.measures.length > 1 || (main.modifier ?? 'none') !== 'none') return after;
  const byId = new Map(fields.map((field) => [field.id, field]));
  const measure = byId.get(main.col);
  const [row] = after.rows;
  const time = row && isTime(byId.get(row.col)) ? byId.get(row.col) : fields.find((field) => isTime(field) && !field.hidden);
  const target = measure && targetOf(measure, fields);
  const rows: Slot[] = time ? [{ ...(row?.col === time.id && row), col: time.id, grain: 'month' }] : [];
  const measures: Slot[] = [
    main,
    ...(time ? [{ col: main.col, aggregateType: main.aggregateType, modifier: 'yoy' as const, alias: '同比' }] : []),
    ...(target ? [{ col: target.id, aggregateType: target.agg ?? 'sum' }] : []),
  ];
  // a category says nothing on a card; it comes back with the next type that takes it
  const parked = row && row.col !== time?.id ? { rows: [row], columns: [], measures: [] } : after.parked;
  return {
    ...after,
    rows,
    measures,
    seriesType: time ? 'trend' : target ? 'progress' : after.seriesType,
    sort: [],
    topN: null,
    ...(parked && { parked }),
  };
}

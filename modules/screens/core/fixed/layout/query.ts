import type * as z from 'zod';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { Slot } from '#modules/datasets/contract/query.ts';

type SlotInput = z.input<typeof Slot>;
export type ChartInput = z.input<typeof ChartConfig>;

/** A field, or `field 名称`, or a whole slot. */
export type FieldInput = string | SlotInput;
const slotOf = (options: FieldInput): SlotInput => {
  if (typeof options !== 'string') return options;
  const [col, alias] = options.split(' ');
  return { col: col!, ...(alias !== undefined && { alias }) };
};

/** What a node asks: `set` without the prefix of the system data sets. */
export interface Ask extends Omit<Partial<ChartInput>, 'rows' | 'columns' | 'measures' | 'dataSetId' | 'sort'> {
  readonly set: string;
  readonly rows?: readonly FieldInput[];
  readonly columns?: readonly FieldInput[];
  readonly measures?: readonly FieldInput[];
  /** `-m0` falling, `d0` rising */
  readonly by?: string;
}

/** Id of a system data set of the screens. */
export const setId = (key: string): string => `screen_${key}`;

/** The chart of a node from what it asks. */
export function chartOf({ set, rows = [], columns = [], measures = [], by, ...rest }: Ask): z.output<typeof ChartConfig> {
  const sort = by === undefined ? [] : [{ by: by.replace('-', ''), dir: by.startsWith('-') ? ('desc' as const) : ('asc' as const) }];
  return ChartConfig.parse({
    chartType: 'table',
    ...rest,
    dataSetId: setId(set),
    rows: rows.map(slotOf),
    columns: columns.map(slotOf),
    measures: measures.map(slotOf),
    sort,
  });
}

/** Money of a narrow column: 318万. */
export const wan = (col: string, alias?: string): SlotInput => ({
  col,
  ...(alias && { alias }),
  format: { kind: 'number', scale: 'wan', unit: '', digits: 0, thousands: true },
});
/** Money of one head, in 万元 wherever it stands: it is no part of the sums beside it. */
export const perHead = (col: string): SlotInput => ({
  col,
  format: { kind: 'number', scale: 'wan', unit: '元', digits: 2, thousands: true },
});
/** Money of one column in one unit, so that rows compare at a glance. */
export const yi = (col: string, alias?: string, unit = '元'): SlotInput => ({
  col,
  ...(alias && { alias }),
  format: { kind: 'number', scale: 'yi', unit, digits: 2, thousands: true },
});
/** Hues for kinds that are no states: none of them is a light of green, amber or red. */
export const HUES = ['#2FCBF2', '#5585FF', '#A78BFA', '#9CE7F5', '#C2CEFF', '#3B6FE0', '#D9C2FF', '#8AA9D6'];
/** A day of this year in little room. */
export const DAY = { kind: 'date', pattern: 'MM-DD' } as const;
/** Months of a year on an axis, in their order. */
export const MONTH: SlotInput = {
  col: 'month',
  alias: '月份',
  grain: 'month',
  sort: 'asc',
  format: { kind: 'date', pattern: 'M月' },
};
/** Years of sets that count by the year. */
export const YEAR_OF_DAY: SlotInput = { col: 'year', grain: 'year', sort: 'asc', format: { kind: 'date', pattern: 'YYYY' } };
/** Months of several years. */
export const LONG_MONTH: SlotInput = { ...MONTH, format: { kind: 'date', pattern: 'YY-MM' } };

import type { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import type { Field, Format } from '#modules/datasets/contract/field.ts';

/** A data set of the fixed screens as it is written down here. */
export interface ScreenSet {
  /** id and code without the prefix `screen_` */
  readonly key: string;
  readonly name: string;
  readonly remark: string;
  /** code of a platform data set, or SQL over the warehouse */
  readonly platform?: string;
  readonly sql?: string;
  /** besides year and organisation */
  readonly params?: SetModel['params'];
  /** one field per line: `id 名称 kind`; of platform sets the fields come with the code */
  readonly fields?: string;
  /** calculated: `id 名称 kind = expression` per line */
  readonly calculated?: string;
}

const number = (unit: string, digits: number, scale: Format['scale'] = 'none'): Format => ({
  kind: 'number',
  scale,
  unit,
  digits,
  thousands: true,
});
const PERCENT: Format = { kind: 'percent', scale: 'none', digits: 1, thousands: true };

/** What the last word of a line says: a kind of dimension, `元` (shown in 万元 and 亿元), `pct` (a ratio), `avg:unit` (averaged), or the unit of a count. */
function kindOf(word: string): Pick<Field, 'role' | 'type'> & Partial<Field> {
  switch (word) {
    case 'text':
      return { role: 'dimension', type: 'string' };
    case 'date':
      return { role: 'dimension', type: 'date' };
    case 'no':
      return { role: 'dimension', type: 'number' };
    case 'province':
    case 'city':
      return { role: 'dimension', type: 'string', geo: word };
    case '元':
      return { role: 'measure', type: 'number', agg: 'sum', format: number('元', 2, 'auto') };
    case 'pct':
      return { role: 'measure', type: 'number', agg: 'avg', format: PERCENT };
    default:
      if (word.startsWith('avg:')) return { role: 'measure', type: 'number', agg: 'avg', format: number(word.slice(4), 1) };
      return { role: 'measure', type: 'number', agg: 'sum', format: number(word === '-' ? '' : word, 0) };
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function fieldOf(line: string): Field {
  const [head, expr] = line.split(' = ');
  const [id, name, kind] = head!.split(' ');
  const field: Field = { id: id!, name: name!, hidden: false, ...kindOf(kind!) };
  return expr ? { ...field, expr, agg: 'none' } : field;
}

export const fieldsOf = (set: ScreenSet): Field[] => linesOf(`${set.fields ?? ''}\n${set.calculated ?? ''}`).map(fieldOf);

/** Year and organisation (by its short name), null = the year of the data, the whole group. */
export const PARAMS: SetModel['params'] = [
  { name: 'year', label: '年份', type: 'text', value: null },
  { name: 'org', label: '单位', type: 'text', value: null },
];

/** The choices as one row `p`: y, org, data_date, this_month (the month that is not over yet). */
export const CHOSEN = `with p as (select coalesce(cast(:year as integer), cast(extract(year from data_date) as integer)) as y, cast(:org as text) as org,
  data_date, cast(date_trunc('month', data_date) as date) as this_month from dwd.etl_batch)`;
/** Limits rows to the chosen organisation by their column. */
export const OF_ORG = (column: string): string =>
  `(p.org is null or ${column} in (select g.org_id from dwd.dim_org g where g.short_name = p.org))`;
/** Share of the chosen year that is over, by days; 1 for years before that of the data. Stands beside `p`. */
export const PASSED = `least(1.0, (p.data_date - cast(concat(p.y, '-01-01') as date) + 1)
  / cast(cast(concat(p.y + 1, '-01-01') as date) - cast(concat(p.y, '-01-01') as date) as numeric))`;
/** True for a date of the chosen year. */
export const OF_YEAR = (column: string): string => `cast(extract(year from ${column}) as integer) = p.y`;

import type { Aggregate, Field, FieldType, Format } from '../../contract/field.ts';
import { isRatioName, RATIO_FORMAT } from './ratio.ts';

/** What is known of a column before anybody has looked at it. */
export interface ColumnFacts {
  readonly id: string;
  readonly sourceType: string;
  readonly kind: 'text' | 'number' | 'time' | 'boolean' | 'json' | 'binary';
  /** Chinese name of the catalogue, or comment of the column */
  readonly cnName: string | null;
  readonly comment: string | null;
  readonly isKey: boolean;
}

export type Guess = Pick<Field, 'name' | 'role' | 'type'> & {
  agg: Aggregate | null;
  format: Format | null;
  geo: NonNullable<Field['geo']> | null;
};

/** Numbers that name something: adding them up means nothing. */
const NAMING = /(^|_)(id|no|code|key|year|month|quarter|week|day|flag|type|status|level|sort|seq|version|zip|phone|mobile|adcode|rank)s?$/i;
const NAMING_CN = /(编号|编码|代码|年度|年份|月份|季度|序号|排序|状态|类型|级别|标志|邮编|电话|手机|名次)$|^(年|月|日|周)$/;
/** Numbers that may be averaged, never added up. */
const RATIO =
  /(^|_)(rate|ratio|percent|pct|avg|average|price|age|score|spi|cpi|index)(_|$)|(率|比|均价|单价|平均|均值|年龄|得分|评分|指数|占比)/i;
/** What stands in brackets behind a name, `（元，含税）`, and what follows 单位. */
const NOTES = /[（(]([^（）()]{1,40})[）)]|单位\s*[:：]?\s*([^\s，,；;。（）()]{1,4})/g;
const UNITS = /^(万元|亿元|元|%|％|人|天|个|件|次|项|份|平方米|公里|吨|小时|分)$/;

/** The part of a comment that names the column: `新签合同额（元）` → `新签合同额`, `来源：1展会 2老客户` → `来源`. */
export function shortName(text: string | null): string | null {
  const name = (text ?? '')
    .split(/[\n，,；;：:。]/)[0]!
    .replace(/[（(].*$/, '')
    .trim();
  return name ? [...name].slice(0, 64).join('') : null;
}

const unitOf = (text: string | null): string | null => {
  const notes = [...(text ?? '').matchAll(NOTES)].flatMap(([, inside = '', named = '']) => [named, ...inside.split(/[，,；;、/]|\s+/)]);
  const unit = notes.map((note) => note.replace(/^单位\s*[:：]?/, '').trim()).find((note) => UNITS.test(note));
  return unit?.replace('％', '%') ?? null;
};

const format = (given: Partial<Format>): Format => ({ kind: 'number', scale: 'none', thousands: true, ...given });

function numberFormat(text: string | null, isNaming: boolean): Format | null {
  if (isNaming) return format({ thousands: false, digits: 0 });
  const unit = unitOf(text);
  if (unit === '元') return format({ scale: 'wan', unit: '元', digits: 2 });
  if (unit === '%') return format({ unit: '%', digits: 1 });
  if (unit === '万元' || unit === '亿元') return format({ unit, digits: 2 });
  return unit ? format({ unit }) : null;
}

/** A ratio whose type holds no more than one digit before the point is a part of one: `numeric(5,4)`. Others may be percents already. */
function shareFormat({ id, sourceType }: ColumnFacts, name: string): Format | null {
  const [, all, behind] = /\(\s*(\d+)\s*,\s*(\d+)\s*\)/.exec(sourceType) ?? [];
  return isRatioName(name, id) && all !== undefined && Number(all) - Number(behind) <= 1 ? { ...RATIO_FORMAT } : null;
}

/** Type of a field by the kind and the name of the type that the source gives. */
export function typeOf({ kind, sourceType }: Pick<ColumnFacts, 'kind' | 'sourceType'>): FieldType {
  if (kind === 'number') return 'number';
  if (kind === 'boolean') return 'bool';
  if (kind === 'time') return /^date$/i.test(sourceType.trim()) ? 'date' : /^time\b/i.test(sourceType.trim()) ? 'string' : 'datetime';
  return 'string';
}

function geoOf(id: string, label: string, type: FieldType): Guess['geo'] {
  const text = `${id} ${label}`;
  if (type === 'number') {
    if (/(^|_)(lng|lon|longitude)$/i.test(id) || /经度/.test(label)) return 'lng';
    if (/(^|_)(lat|latitude)$/i.test(id) || /纬度/.test(label)) return 'lat';
    return null;
  }
  if (/(^|_)province(_|$)|省份|省名|所在省|^省$/i.test(text) || /省份/.test(label)) return 'province';
  if (/(^|_)city(_|$)|城市|地市|所在市|^市$/i.test(text)) return 'city';
  return null;
}

/**
 * Name, role, type, aggregate, format and place of a column: numbers are measures unless they name something (编号, 年度), ratios are
 * averaged, everything else is a dimension. People may change all of it.
 */
export function guessField(facts: ColumnFacts): Guess {
  const type = typeOf(facts);
  const label = facts.cnName ?? facts.comment ?? '';
  const name = shortName(facts.cnName) ?? shortName(facts.comment) ?? facts.id.slice(0, 64);
  const isNaming = facts.isKey || NAMING.test(facts.id) || NAMING_CN.test(name);
  const geo = geoOf(facts.id, name, type);
  if (type !== 'number' || isNaming || geo !== null)
    return { name, role: 'dimension', type, agg: null, format: type === 'number' && isNaming ? numberFormat(label, true) : null, geo };
  const isRatio = RATIO.test(facts.id) || RATIO.test(name);
  return {
    name,
    role: 'measure',
    type,
    agg: isRatio ? 'avg' : 'sum',
    format: numberFormat(`${facts.comment ?? ''} ${label}`, false) ?? shareFormat(facts, name),
    geo,
  };
}

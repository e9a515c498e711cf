import * as z from 'zod';

/** Name of a field inside a data set: the column of its query, or a name given to a calculated field. Never becomes SQL by itself. */
export const FieldId = z.string().min(1, '字段不能为空').max(128, '字段名不能超过128个字符');
/** Short key of an item, a filter or a node inside one document. */
export const Key = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, '编号格式不正确');

export const FieldType = z.enum(['string', 'number', 'date', 'datetime', 'bool']);
export type FieldType = z.output<typeof FieldType>;
/** `countd` counts different values; `none` takes the value of a calculated field that aggregates by itself. */
export const Aggregate = z.enum(['sum', 'avg', 'min', 'max', 'count', 'countd', 'median', 'stddev', 'none']);
export type Aggregate = z.output<typeof Aggregate>;
/** Steps of time; a week is an ISO week, from Monday. */
export const Grain = z.enum(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute']);
export type Grain = z.output<typeof Grain>;

/** How a number or a time is written. Everything is optional: what is left out follows from the type. */
export const Format = z.strictObject({
  kind: z.enum(['auto', 'number', 'percent', 'currency', 'date', 'duration']).default('auto'),
  /** decimals, null = as many as are there, two at most */
  digits: z.number().int().min(0).max(8).nullish(),
  /** power of ten that the number is divided by: 0, 3, 4 (万), 6, 8 (亿); `auto` picks 万 or 亿 by size */
  scale: z.union([z.enum(['none', 'thousand', 'wan', 'million', 'yi', 'auto'])]).default('none'),
  unit: z.string().max(16).nullish(),
  prefix: z.string().max(16).nullish(),
  thousands: z.boolean().default(true),
  /** pattern of a time in the tokens of dayjs */
  pattern: z.string().max(40).nullish(),
});
export type Format = z.output<typeof Format>;

/** In place of a dictionary: ids of people, departments and posts of the platform are shown as their names. No code of a dictionary looks so. */
export const NAME_DICTS = {
  '@users': '平台人员（按用户编号）',
  '@departments': '平台部门（按部门编号）',
  '@posts': '平台岗位（按岗位编号）',
} as const;
export type NameDict = keyof typeof NAME_DICTS;
export const isNameDict = (code: string | null | undefined): code is NameDict => typeof code === 'string' && code in NAME_DICTS;

const MAX_LABELS = 2000;

/** One field of a data set. */
export const Field = z.strictObject({
  id: FieldId,
  /** what people read */
  name: z.string().trim().min(1, '字段名称不能为空').max(64, '字段名称不能超过64个字符'),
  role: z.enum(['dimension', 'measure']),
  type: FieldType,
  /** expression of a calculated field in the closed language of kit/core/expr; null = a column of the query */
  expr: z.string().max(4000, '表达式不能超过4000个字符').nullish(),
  /** aggregate that a measure starts with */
  agg: Aggregate.nullish(),
  format: Format.nullish(),
  /** code of a dictionary, or one of `NAME_DICTS`, whose labels are shown in place of the stored codes */
  dict: z.string().max(100).nullish(),
  /** texts that are shown in place of the stored codes where no dictionary has them */
  labels: z
    .record(z.string().max(200), z.string().max(200))
    .refine((labels) => Object.keys(labels).length <= MAX_LABELS, `取值说明最多${MAX_LABELS}个`)
    .nullish(),
  /** each value is a list of codes in JSON, read as the list of their texts */
  isList: z.boolean().optional(),
  geo: z.enum(['province', 'city', 'lng', 'lat']).nullish(),
  /** group of fields in the lists of the builders */
  folder: z.string().max(32).nullish(),
  remark: z.string().max(500).nullish(),
  /** other words that people use for it when they ask in their own words */
  synonyms: z.array(z.string().trim().min(1).max(32, '同义词不能超过32个字符')).max(20, '最多20个同义词').optional(),
  hidden: z.boolean().default(false),
});
export type Field = z.output<typeof Field>;
/** True for a field whose values are codes of something that people read instead. */
export const isCoded = ({ dict, labels, isList }: Pick<Field, 'dict' | 'labels' | 'isList'>): boolean =>
  Boolean(dict) || labels != null || isList === true;

/** Fields from wide to narrow that a drill goes along, 年 → 月 or 省 → 市. */
export const Hierarchy = z.strictObject({ id: Key, name: z.string().trim().min(1).max(32), fields: z.array(FieldId).min(2).max(8) });

/** A value that the query takes where its text says `:name`; always bound, never put into the text. */
export const SetParam = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, '参数名只能包含字母、数字和下划线，且不能以数字开头'),
  label: z.string().max(32).nullish(),
  type: z.enum(['text', 'number', 'date', 'list']).default('text'),
  /** used when nobody gives a value; null = NULL */
  value: z
    .union([z.string().max(4000), z.number(), z.array(z.union([z.string().max(4000), z.number()])).max(1000), z.null()])
    .default(null),
});
export type SetParam = z.output<typeof SetParam>;

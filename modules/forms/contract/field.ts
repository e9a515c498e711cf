import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { FORM_LIMITS } from './kinds.ts';

/** Id of a field inside its form: given once, never changed; rules and columns of the table hang on it. */
export const FieldId = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,31}$/, '字段编号由字母、数字和下划线组成，以字母开头');
/** 字段标识: name of the column and of the value. */
export const FieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,27}$/, '字段标识由小写字母、数字和下划线组成，以字母开头，不超过28个字符');

/** A draft may lack it; publishing asks for it. */
const label = z.string().trim().max(60, '字段标题不能超过60个字符');
const flag = z.boolean().optional();
const text = (max: number, name: string) => z.string().max(max, `${name}不能超过${max}个字符`).optional();
/** Columns of 24 that it takes on a wide window: a quarter, a third, half, two thirds, three quarters, all (when absent). */
export const Span = z.union([z.literal(6), z.literal(8), z.literal(12), z.literal(16), z.literal(18), z.literal(24)]);
const amount = z.number().min(-1e15).max(1e15).optional();
const count = (least: number, most: number) => z.number().int().min(least).max(most).optional();
/** An expression; fields are named by label or id when it is sent, by id when it is stored. */
export const Expression = z.string().trim().max(2000, '表达式不能超过2000个字符');

export const ChoiceOption = z.object({
  value: z.string().trim().min(1, '选项值不能为空').max(FORM_LIMITS.optionText),
  label: z.string().trim().min(1, '选项名称不能为空').max(FORM_LIMITS.optionText),
  /** values of the field above that it belongs to; absent = to all */
  under: z.array(z.string().max(FORM_LIMITS.optionText)).max(100).optional(),
});
export type ChoiceOption = z.output<typeof ChoiceOption>;

const columnName = z.string().trim().max(64);
/** Of something that a draft may not have chosen yet. */
const chosenId = Id.or(z.literal(''));
/** Which columns give the value and what people read; `filterColumn` must equal the value of the field above. */
const columns = { valueColumn: columnName, labelColumn: columnName, filterColumn: columnName.optional() };
const Source = z.discriminatedUnion('from', [
  z.object({
    from: z.literal('static'),
    items: z.array(ChoiceOption).min(1, '至少需要一个选项').max(FORM_LIMITS.options, `选项最多${FORM_LIMITS.options}个`),
  }),
  z.object({ from: z.literal('dict'), dictType: z.string().trim().max(100) }),
  z.object({ from: z.literal('dataset'), setId: chosenId, ...columns }),
  z.object({ from: z.literal('form'), formId: chosenId, ...columns }),
  /** `filterColumn`: the parameter that gets the value of the field above */
  z.object({ from: z.literal('api'), apiId: chosenId, ...columns }),
]);
export type OptionSource = z.output<typeof Source>;
/** 选项来源. A plain list of options is taken as what it says. */
export const OptionSource: z.ZodType<OptionSource> = z.preprocess(
  (given) => (Array.isArray(given) ? { from: 'static', items: given as unknown[] } : given),
  Source,
);

export interface CascaderNode {
  value: string;
  label: string;
  children?: CascaderNode[] | undefined;
}
const CascaderNode: z.ZodType<CascaderNode> = z.lazy(() =>
  z.object({
    value: ChoiceOption.shape.value,
    label: ChoiceOption.shape.label,
    children: z.array(CascaderNode).max(FORM_LIMITS.options).optional(),
  }),
);

/** What every field with a value has. */
const filled = {
  id: FieldId,
  key: FieldKey,
  label,
  span: Span.optional(),
  help: text(200, '填写说明'),
  placeholder: text(60, '占位提示'),
  required: flag,
  isReadonly: flag,
  /** no two records have the same value */
  isUnique: flag,
  /** not among the columns of the list of records */
  isUnlisted: flag,
  /** pixels of its column in a sub-table */
  width: count(60, 600),
};
const field = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...filled, ...shape });

const textual = {
  minLength: count(0, FORM_LIMITS.textMost),
  maxLength: count(1, FORM_LIMITS.textMost),
  default: z.string().max(FORM_LIMITS.textMost).optional(),
};
/** 内容格式 */
export const TextFormat = z.enum([
  'mobile',
  'phone',
  'email',
  'url',
  'idCard',
  'creditCode',
  'orgCode',
  'bankCard',
  'plate',
  'name',
  'digits',
  'letters',
]);
export type TextFormat = z.output<typeof TextFormat>;
const choosing = {
  options: OptionSource,
  /** id of the field above, whose value decides which options there are */
  parent: FieldId.optional(),
};
const many = { isMultiple: flag, minCount: count(0, FORM_LIMITS.picks), maxCount: count(1, FORM_LIMITS.picks) };
const pieces = { minCount: count(0, FORM_LIMITS.files), maxCount: count(1, FORM_LIMITS.files) };
const picked = z.array(z.string().max(FORM_LIMITS.optionText)).max(FORM_LIMITS.picks);
/** Fields that take a column of what was chosen. */
const fills = z
  .array(z.object({ from: columnName, to: FieldId }))
  .max(20)
  .optional();
const Bound = z.union([z.iso.date(), z.literal('today')]).optional();

/** 基础字段 */
const basic = [
  field('input', { ...textual, format: TextFormat.optional() }),
  field('textarea', { ...textual, rows: count(2, 20) }),
  field('number', { min: amount, max: amount, precision: count(0, 8), unit: text(10, '单位'), hasThousands: flag, default: amount }),
  field('money', { min: amount, max: amount, precision: count(0, 4), currency: text(4, '币种符号'), isCapital: flag, default: amount }),
  field('radio', { ...choosing, isVertical: flag, default: z.string().max(FORM_LIMITS.optionText).optional() }),
  field('checkbox', { ...choosing, isVertical: flag, minCount: many.minCount, maxCount: many.maxCount, default: picked.optional() }),
  field('select', { ...choosing, ...many, default: picked.optional() }),
  field('cascader', {
    items: z.array(CascaderNode).min(1, '至少需要一个选项').max(FORM_LIMITS.options),
    isAnyLevel: flag,
    default: picked.optional(),
  }),
  field('date', {
    format: z.enum(['date', 'datetime', 'month', 'year']).optional(),
    min: Bound,
    max: Bound,
    default: z.union([z.literal('today'), z.string().max(20)]).optional(),
  }),
  field('dateRange', { format: z.enum(['date', 'datetime']).optional(), min: Bound, max: Bound, maxDays: count(1, 36_600) }),
  field('time', { hasSeconds: flag, default: z.union([z.literal('now'), z.string().max(8)]).optional() }),
  field('switch', { onText: text(10, '打开时的文字'), offText: text(10, '关闭时的文字'), default: flag }),
  field('rate', { most: count(3, 10), isHalf: flag, default: z.number().min(0).max(10).optional() }),
  field('slider', { min: amount, max: amount, step: z.number().min(0.01).max(1e6).optional(), unit: text(10, '单位'), default: amount }),
  field('color', { default: z.string().max(9).optional() }),
  field('file', pieces),
  field('image', pieces),
  field('editor', {}),
  field('serial', {
    pattern: z.string().trim().min(1, '请填写编号规则').max(60, '编号规则不能超过60个字符'),
  }),
  field('formula', {
    expr: Expression,
    result: z.enum(['number', 'text', 'date']).optional(),
    precision: count(0, 8),
    unit: text(10, '单位'),
  }),
] as const;

/** 业务字段 */
const business = [
  field('user', { ...many, default: z.literal('me').optional() }),
  field('dept', { ...many, default: z.literal('mine').optional() }),
  field('post', many),
  field('area', { depth: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(), isAnyLevel: flag }),
  field('dict', { ...many, dictType: z.string().trim().max(100), default: picked.optional() }),
  field('dataset', { ...many, setId: chosenId, ...columns, parent: FieldId.optional(), fills }),
  field('source', many),
  field('form', { ...many, formId: chosenId, ...columns, parent: FieldId.optional(), fills }),
] as const;

const special = [
  field('signature', {}),
  /** `radius`: metres around a place where the person must be */
  field('location', {
    center: z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) }).optional(),
    radius: count(10, 100_000),
  }),
] as const;

/** A field that holds a value. */
export const ValueField = z.discriminatedUnion('type', [...basic, ...business, ...special]);
export type ValueField = z.output<typeof ValueField>;
export type ValueKind = ValueField['type'];
/** The field of one kind. */
export type FieldOf<Kind extends ValueKind> = Extract<ValueField, { type: Kind }>;

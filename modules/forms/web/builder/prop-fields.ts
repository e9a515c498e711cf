import type { PropField } from '#kit/core/prop-field.ts';
import type { FormField } from '../../contract/schema.ts';
import { FORM_LIMITS, type FieldKind } from '../../contract/kinds.ts';
import { canBeUnique } from '../../core/check-form.ts';
import { TEXT_FORMATS } from '../../core/texts.ts';
import { isValueField } from '../../core/index.ts';

const number = (key: string, label: string, more: Partial<Extract<PropField, { kind: 'number' }>> = {}): PropField => ({
  key,
  label,
  kind: 'number',
  ...more,
});
const toggle = (key: string, label: string, hint?: string): PropField => ({
  key,
  label,
  kind: 'switch',
  ...(hint !== undefined && { hint }),
});
const line = (key: string, label: string, max: number, lines?: number): PropField => ({
  key,
  label,
  kind: 'text',
  max,
  ...(lines !== undefined && { lines }),
});
const select = (key: string, label: string, options: readonly (readonly [string, string])[]): PropField => ({
  key,
  label,
  kind: 'select',
  options,
});

const MULTIPLE = toggle('isMultiple', '可多选');
/** What only some kinds have, besides title, key, width and options. */
const OWN: Partial<Record<FieldKind, readonly PropField[]>> = {
  input: [line('default', '默认值', 200)],
  textarea: [number('rows', '显示行数', { min: 2, max: 20 }), line('default', '默认值', 2000, 3)],
  number: [line('unit', '单位', 10), toggle('hasThousands', '千分位'), number('default', '默认值')],
  money: [line('currency', '币种符号', 4), number('default', '默认值')],
  radio: [toggle('isVertical', '竖向排列')],
  checkbox: [toggle('isVertical', '竖向排列')],
  select: [MULTIPLE],
  cascader: [toggle('isAnyLevel', '可选任意一级')],
  date: [
    select('format', '格式', [
      ['date', '年月日'],
      ['datetime', '年月日时分秒'],
      ['month', '年月'],
      ['year', '年'],
    ]),
    select('default', '默认值', [['today', '填写当天']]),
  ],
  dateRange: [
    select('format', '格式', [
      ['date', '年月日'],
      ['datetime', '年月日时分秒'],
    ]),
  ],
  time: [toggle('hasSeconds', '精确到秒')],
  switch: [line('onText', '打开时文字', 10), line('offText', '关闭时文字', 10), toggle('default', '默认打开')],
  rate: [number('most', '最高星数', { min: 3, max: 10 }), toggle('isHalf', '允许半星')],
  slider: [number('min', '最小值'), number('max', '最大值'), number('step', '步长', { min: 0.01 }), line('unit', '单位', 10)],
  serial: [{ ...line('pattern', '编号规则', 60), hint: '可用 {yyyy}、{yyyyMM}、{yyyyMMdd} 和一个 {0001}' }],
  formula: [
    select('result', '结果类型', [
      ['number', '数值'],
      ['text', '文本'],
      ['date', '日期'],
    ]),
    number('precision', '小数位数', { min: 0, max: 8 }),
    line('unit', '单位', 10),
  ],
  user: [MULTIPLE, select('default', '默认值', [['me', '填写人本人']])],
  dept: [MULTIPLE, select('default', '默认值', [['mine', '填写人所在部门']])],
  post: [MULTIPLE],
  area: [toggle('isAnyLevel', '可选任意一级')],
  dict: [MULTIPLE],
  dataset: [MULTIPLE],
  source: [MULTIPLE],
  form: [MULTIPLE],
  card: [toggle('isFoldable', '可折叠'), toggle('isFolded', '默认折叠')],
  text: [line('text', '文字', 2000, 4)],
  alert: [
    line('text', '文字', 2000, 3),
    select('tone', '样式', [
      ['info', '提示'],
      ['success', '成功'],
      ['warning', '警告'],
      ['error', '错误'],
    ]),
  ],
};
const CHECKS: Partial<Record<FieldKind, readonly PropField[]>> = {
  input: [
    select(
      'format',
      '内容格式',
      Object.entries(TEXT_FORMATS).map(([key, { label }]) => [key, label] as const),
    ),
    number('minLength', '最少字数', { min: 0, max: FORM_LIMITS.textMost }),
    number('maxLength', '最多字数', { min: 1, max: FORM_LIMITS.textMost }),
  ],
  textarea: [
    number('minLength', '最少字数', { min: 0, max: FORM_LIMITS.textMost }),
    number('maxLength', '最多字数', { min: 1, max: FORM_LIMITS.textMost }),
  ],
  number: [number('min', '最小值'), number('max', '最大值'), number('precision', '小数位数', { min: 0, max: 8 })],
  money: [number('min', '最小值'), number('max', '最大值'), number('precision', '小数位数', { min: 0, max: 4 })],
  date: [select('min', '最早', [['today', '填写当天']]), select('max', '最晚', [['today', '填写当天']])],
  dateRange: [
    select('min', '最早', [['today', '填写当天']]),
    select('max', '最晚', [['today', '填写当天']]),
    number('maxDays', '最多天数', { min: 1, max: 36_600 }),
  ],
  file: [number('minCount', '最少个数', { min: 0, max: 20 }), number('maxCount', '最多个数', { min: 1, max: 20 })],
  image: [number('minCount', '最少张数', { min: 0, max: 20 }), number('maxCount', '最多张数', { min: 1, max: 20 })],
  location: [number('radius', '范围（米）', { min: 10, max: 100_000 })],
};
const COUNTS = [number('minCount', '最少项数', { min: 0, max: 200 }), number('maxCount', '最多项数', { min: 1, max: 200 })];

/** Settings of a field in its own tab. */
export function ownFields(field: FormField, { isCell }: { isCell: boolean }): readonly PropField[] {
  const value = isValueField(field);
  const textual =
    value &&
    [
      'input',
      'textarea',
      'number',
      'money',
      'select',
      'date',
      'time',
      'cascader',
      'dict',
      'dataset',
      'form',
      'user',
      'dept',
      'post',
    ].includes(field.type);
  return [
    ...(textual ? [line('placeholder', '占位提示', 60)] : []),
    ...(value || field.type === 'subform' ? [line('help', '填写说明', 200, 2)] : []),
    ...(OWN[field.type] ?? []),
    ...(isCell ? [number('width', '列宽', { min: 60, max: 600, unit: 'px' })] : []),
    ...(value && !isCell ? [toggle('isUnlisted', '列表中不显示')] : []),
  ];
}
/** What records must satisfy. */
export function checkFields(field: FormField): readonly PropField[] {
  if (field.type === 'subform')
    return [
      toggle('required', '必填'),
      toggle('isReadonly', '只读'),
      number('minRows', '最少行数', { min: 0, max: 500 }),
      number('maxRows', '最多行数', { min: 1, max: 500 }),
    ];
  if (!isValueField(field)) return [];
  const isGiven = field.type === 'formula' || field.type === 'serial';
  return [
    ...(isGiven ? [] : [toggle('required', '必填'), toggle('isReadonly', '只读', '保持默认值，填写人不能修改')]),
    ...(canBeUnique({ ...field, ...(field.type === 'input' && field.maxLength === undefined && { isUnique: true }) } as typeof field)
      ? [toggle('isUnique', '不可重复')]
      : []),
    ...(CHECKS[field.type] ?? []),
    ...('isMultiple' in field && field.isMultiple ? COUNTS : field.type === 'checkbox' ? COUNTS : []),
  ];
}

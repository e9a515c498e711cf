import * as z from 'zod';
import type { CnKind } from '#kit/core/cn/index.ts';
import { all, any, call, column, compare, isIn, matches, not, number, type Condition, type SqlForm, type Value } from '../measure/tree.ts';
import { CHARACTERS, shortList } from './accuracy.ts';
import { columnLabel, type ConfigField, type KnownAs, type RuleColumn } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';

/* Further rules about how the values of one column are written. */

interface Simple<P> {
  readonly code: string;
  readonly name: string;
  /** how the value should be, behind 字段…的值 */
  readonly says: string | ((parameters: P) => string);
  readonly kinds?: readonly RuleColumn['kind'][];
  readonly fields?: readonly ConfigField[];
  readonly parameters?: z.ZodType<P>;
  readonly needsLiteral?: true;
  good(value: Value, parameters: P): Condition;
  readonly knownAs?: KnownAs;
}
const rule = <P = Record<string, never>>(of: Simple<P>): RuleType =>
  defineRuleType<P>({
    code: of.code,
    dimension: 'accuracy',
    name: of.name,
    help: `字段的值${typeof of.says === 'string' ? of.says : `符合“${of.name}”的要求`}`,
    target: 'column',
    kinds: of.kinds ?? ['text'],
    group: of.fields ? 'accuracy' : null,
    parameters: of.parameters ?? (z.object({}) as unknown as z.ZodType<P>),
    fields: of.fields ?? [],
    nulls: 'ignore',
    needsLiteral: of.needsLiteral ?? false,
    measure: ({ column: one, parameters }) => ({ of: 'rows', good: of.good(column(one.name), parameters), judged: [column(one.name)] }),
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”的值${typeof of.says === 'string' ? of.says : of.says(parameters)}`,
    ...(of.knownAs && { knownAs: of.knownAs }),
  });
const form = (code: string, name: string, says: string, of: SqlForm): RuleType =>
  rule({ code, name, says, kinds: ['text', 'number'], good: (value) => ({ is: 'form', value, form: of }) });
/** Judged by the validators of the platform, over values that are read. */
const streamed = (code: string, name: string, says: string, kind: CnKind): RuleType =>
  defineRuleType({
    code,
    dimension: 'accuracy',
    name,
    help: `字段的值${says}；逐行读取判断，最多10万行`,
    target: 'column',
    kinds: ['text'],
    group: null,
    parameters: z.object({}),
    fields: [],
    nulls: 'ignore',
    // values leave the source, so only for who sees them
    needsLiteral: true,
    measure: ({ column: one }) => ({ of: 'streamed', column: one.name, by: { kind } }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”的值${says}；最多读取10万行判断`,
  });

const PATTERNS = z.object({ patterns: z.array(z.string().min(1)).min(1) });
const patternsField = (label: string, help?: string): readonly ConfigField[] => [
  { key: 'patterns', label, control: 'words', isRequired: true, ...(help && { help }) },
];
const like = (value: Value, pattern: string): Condition => ({ is: 'like', value, pattern });
const WILD = '% 代表任意文本，_ 代表一个字符，区分大小写';
const FORMATS = [
  'yyyy-MM-dd',
  'yyyyMMdd',
  'yyyy/MM/dd',
  'yyyy.MM.dd',
  'yyyy年MM月dd日',
  'yyyy-MM',
  'yyyyMM',
  'yyyy-MM-dd HH:mm:ss',
  'yyyyMMddHHmmss',
  'HH:mm:ss',
];
const WIDE = [
  'yyyy-MM-dd',
  'yyyyMMdd',
  'yyyy/MM/dd',
  'yyyy.MM.dd',
  'yyyy年MM月dd日',
  'yyyy-MM-dd HH:mm:ss',
  'yyyy/MM/dd HH:mm:ss',
  'yyyy-MM-ddTHH:mm:ss',
  'yyyyMMddHHmmss',
];
const TYPES = { number: '数值', integer: '整数', date: '日期', datetime: '日期时间', boolean: '是否' } as const;
const BOOLEANS = ['0', '1', 'true', 'false', 'TRUE', 'FALSE', 'Y', 'N', 'y', 'n', '是', '否'];
const dated = (value: Value, formats: readonly string[]): Condition =>
  any(...formats.map((format): Condition => ({ is: 'dated', value, format })));

function readable(value: Value, type: keyof typeof TYPES): Condition {
  if (type === 'number' || type === 'integer') return { is: 'readable', value, as: type };
  if (type === 'boolean') return isIn(value, BOOLEANS);
  return dated(value, type === 'date' ? WIDE.filter((format) => !format.includes('HH')) : WIDE);
}
const Formats = z.object({ format: z.string().regex(/^[-_/:. T年月日时分秒]*(?:(?:yyyy|MM|dd|HH|mm|ss)[-_/:. T年月日时分秒]*)+$/) });
const Lengths = z.object({ minLength: z.number().optional(), maxLength: z.number().optional() }).superRefine((one, ctx) => {
  if (one.minLength === undefined && one.maxLength === undefined)
    ctx.addIssue({ code: 'custom', message: '请填写最小长度或最大长度', path: ['minLength'] });
});

export const FORMAT_RULES: readonly RuleType[] = [
  rule({
    code: 'accuracy_length_between',
    name: '长度范围',
    says: ({ minLength, maxLength }) =>
      `长度${minLength === undefined ? '' : `不少于${minLength}个字符`}${minLength !== undefined && maxLength !== undefined ? '、' : ''}${maxLength === undefined ? '' : `不超过${maxLength}个字符`}；${CHARACTERS}`,
    parameters: Lengths,
    fields: [
      { key: 'minLength', label: '最小长度', control: 'number', unit: '个字符' },
      { key: 'maxLength', label: '最大长度', control: 'number', unit: '个字符', help: CHARACTERS },
    ],
    good(value, { minLength, maxLength }) {
      const length = call('length', value);
      return all(
        ...(minLength === undefined ? [] : [compare(length, '>=', number(minLength))]),
        ...(maxLength === undefined ? [] : [compare(length, '<=', number(maxLength))]),
      );
    },
    knownAs: { gx: ['column_value_lengths_to_be_between'] },
  }),
  rule({
    code: 'accuracy_not_regex',
    name: '不符合正则表达式',
    says: ({ pattern }) => `不与正则表达式 ${pattern} 相符`,
    kinds: ['text', 'number'],
    parameters: z.object({ pattern: z.string().min(1) }),
    fields: [{ key: 'pattern', label: '正则表达式', control: 'text', isRequired: true }],
    needsLiteral: true,
    good: (value, { pattern }) => not(matches(value, pattern)),
    knownAs: { gx: ['column_values_to_not_match_regex'], datavines: ['column_match_not_regex'] },
  }),
  rule({
    code: 'accuracy_regex_any',
    name: '符合正则之一',
    says: ({ patterns }) => `与正则表达式 ${shortList(patterns)} 之一相符`,
    kinds: ['text', 'number'],
    parameters: PATTERNS,
    fields: patternsField('正则表达式'),
    needsLiteral: true,
    good: (value, { patterns }) => any(...patterns.map((pattern) => matches(value, pattern))),
    knownAs: { gx: ['column_values_to_match_regex_list'] },
  }),
  rule({
    code: 'accuracy_regex_none',
    name: '不符合任一正则',
    says: ({ patterns }) => `与正则表达式 ${shortList(patterns)} 都不相符`,
    kinds: ['text', 'number'],
    parameters: PATTERNS,
    fields: patternsField('正则表达式'),
    needsLiteral: true,
    good: (value, { patterns }) => not(any(...patterns.map((pattern) => matches(value, pattern)))),
    knownAs: { gx: ['column_values_to_not_match_regex_list'] },
  }),
  rule({
    code: 'accuracy_like',
    name: '符合通配样式',
    says: ({ patterns }) => `符合样式 ${shortList(patterns)} 之一；${WILD}`,
    parameters: PATTERNS,
    fields: patternsField('样式', WILD),
    needsLiteral: true,
    good: (value, { patterns }) => any(...patterns.map((pattern) => like(value, pattern))),
    knownAs: { gx: ['column_values_to_match_like_pattern', 'column_values_to_match_like_pattern_list'] },
  }),
  rule({
    code: 'accuracy_not_like',
    name: '不符合通配样式',
    says: ({ patterns }) => `不符合样式 ${shortList(patterns)} 中的任何一个；${WILD}`,
    parameters: PATTERNS,
    fields: patternsField('样式', WILD),
    needsLiteral: true,
    good: (value, { patterns }) => not(any(...patterns.map((pattern) => like(value, pattern)))),
    knownAs: { gx: ['column_values_to_not_match_like_pattern', 'column_values_to_not_match_like_pattern_list'] },
  }),
  rule({
    code: 'accuracy_not_in_set',
    name: '不在取值列表中',
    says: ({ values }) => `不是 ${shortList(values)} 中的任何一个，区分大小写`,
    kinds: ['text', 'number', 'boolean'],
    parameters: z.object({ values: z.array(z.string()).min(1) }),
    fields: [{ key: 'values', label: '不允许的值', control: 'words', isRequired: true }],
    needsLiteral: true,
    good: (value, { values }) => not(isIn(value, values)),
    knownAs: { gx: ['column_values_to_not_be_in_set'], datavines: ['column_not_in_enums'] },
  }),
  rule({
    code: 'accuracy_type',
    name: '内容类型',
    says: ({ type }) => `可以读作${TYPES[type]}`,
    parameters: z.object({ type: z.enum(['number', 'integer', 'date', 'datetime', 'boolean']) }),
    fields: [
      {
        key: 'type',
        label: '内容类型',
        control: 'choice',
        isRequired: true,
        choices: Object.entries(TYPES).map(([value, label]) => ({ value, label })),
      },
    ],
    needsLiteral: true,
    good: (value, { type }) => readable(value, type),
    knownAs: { qualitis: ['数值格式检测'] },
  }),
  rule({
    code: 'accuracy_date_format',
    name: '日期格式',
    says: ({ format }) => `是按 ${format} 书写的真实日期`,
    parameters: Formats,
    fields: [
      {
        key: 'format',
        label: '格式',
        control: 'text',
        isRequired: true,
        placeholder: 'yyyy-MM-dd',
        help: `yyyy 年、MM 月、dd 日、HH 时、mm 分、ss 秒，如 ${FORMATS.slice(0, 4).join('、')}`,
      },
    ],
    good: (value, { format }) => ({ is: 'dated', value, format }),
    knownAs: { gx: ['column_values_to_match_strftime_format'], qualitis: ['时间格式检测'] },
  }),
  rule({
    code: 'accuracy_date_readable',
    name: '可识别的日期',
    says: `是真实的日期或日期时间，写成 ${WIDE.slice(0, 5).join('、')} 等任一格式`,
    good: (value) => dated(value, WIDE),
    knownAs: { gx: ['column_values_to_be_dateutil_parseable'] },
  }),
  rule({
    code: 'accuracy_json',
    name: 'JSON 格式',
    says: '是可以解析的 JSON',
    good: (value) => ({ is: 'readable', value, as: 'json' }),
    knownAs: { gx: ['column_values_to_be_json_parseable'] },
  }),
  defineRuleType({
    code: 'accuracy_json_schema',
    dimension: 'accuracy',
    name: 'JSON 结构',
    help: '字段的值是符合 JSON Schema 的 JSON（类型、必填、取值、长度、范围、样式）；逐行读取判断，最多10万行',
    target: 'column',
    kinds: ['text'],
    group: 'accuracy',
    parameters: z.object({ schema: z.string().min(2) }),
    fields: [{ key: 'schema', label: 'JSON Schema', control: 'area', isRequired: true }],
    nulls: 'ignore',
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({ of: 'streamed', column: one.name, by: { schema: parameters.schema } }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”的值是符合 JSON Schema 的 JSON；最多读取10万行判断`,
    knownAs: { gx: ['column_values_to_match_json_schema'] },
  }),
  rule({
    code: 'accuracy_precision',
    name: '数值精度',
    says: ({ precision, scale }) => `总位数不超过${precision}位、小数不超过${scale}位`,
    kinds: ['number'],
    parameters: z.object({ precision: z.number().min(1).max(30), scale: z.number().min(0).max(15) }),
    fields: [
      { key: 'precision', label: '总位数', control: 'number', isRequired: true },
      { key: 'scale', label: '小数位数', control: 'number', isRequired: true },
    ],
    needsLiteral: true,
    good: (value, { precision, scale }) =>
      all(
        compare(call('abs', value), '<', number(`1${'0'.repeat(Math.max(0, precision - scale))}`)),
        compare(value, '=', call('round', value, number(scale))),
      ),
  }),
  rule({
    code: 'accuracy_decimals',
    name: '小数位数',
    says: ({ scale }) => `小数不超过${scale}位`,
    kinds: ['number'],
    parameters: z.object({ scale: z.number().min(0).max(15) }),
    fields: [{ key: 'scale', label: '小数位数', control: 'number', isRequired: true }],
    good: (value, { scale }) => compare(value, '=', call('round', value, number(scale))),
  }),
  rule({
    code: 'accuracy_case',
    name: '大小写',
    says: ({ letters }) => `的字母都是${letters === 'upper' ? '大写' : '小写'}`,
    parameters: z.object({ letters: z.enum(['upper', 'lower']) }),
    fields: [
      {
        key: 'letters',
        label: '字母',
        control: 'choice',
        isRequired: true,
        choices: [
          { value: 'upper', label: '大写' },
          { value: 'lower', label: '小写' },
        ],
      },
    ],
    good: (value, { letters }) => compare(value, '=', call(letters, value)),
  }),
  rule({
    code: 'accuracy_trimmed',
    name: '首尾无空格',
    says: '首尾没有空格',
    good: (value) => compare(call('length', value), '=', call('length', call('trim', value))),
  }),
  form('accuracy_no_control', '不含控制字符', '不含制表符、换行等控制字符', 'noControl'),
  form('accuracy_no_full_width', '不含全角字符', '不含全角的字母、数字与标点', 'noFullWidth'),
  form('accuracy_chinese', '全为汉字', '由汉字组成，可含间隔号', 'han'),
  form('accuracy_phone', '固定电话', '是固定电话，如 010-62345678，或 400、800 电话', 'phone'),
  form('accuracy_plate', '车牌号', '是机动车号牌（GA 36），含新能源号牌', 'plate'),
  form('accuracy_postcode', '邮政编码', '是6位数字的邮政编码', 'postcode'),
  form('accuracy_area_code', '行政区划代码', '是6位行政区划代码，省级代码存在（GB/T 2260）；逐级核对请使用“符合标准字典”', 'areaCode'),
  form('accuracy_org_code', '组织机构代码', '是9位组织机构代码，校验位正确（GB 11714）', 'orgCode'),
  form('accuracy_tax_no', '纳税人识别号', '是15、17、18或20位纳税人识别号的格式', 'taxNo'),
  form('accuracy_ipv4', 'IPv4 地址', '是 IPv4 地址', 'ipv4'),
  form('accuracy_ipv6', 'IPv6 地址', '是 IPv6 地址', 'ipv6'),
  streamed('accuracy_person_name', '中文姓名', '是常见的中文姓名', 'name'),
  streamed('accuracy_address', '住址', '是中文住址', 'address'),
];

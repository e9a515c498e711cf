import type * as z from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What a value should be, by the name that the library has for its type. */
const TYPES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  bigint: '整数',
  boolean: '是或否',
  array: '列表',
  tuple: '列表',
  set: '列表',
  object: '对象',
  record: '对象',
  map: '对象',
  date: '日期',
  file: '文件',
  nan: '数字',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: '邮箱格式不正确',
  url: '网址格式不正确',
  uuid: '编号格式不正确',
  date: '日期格式不正确，应为 2026-01-31',
  time: '时间格式不正确，应为 08:30:00',
  datetime: '时间格式不正确，应为 2026-01-31T08:30:00+08:00',
  ipv4: 'IP地址格式不正确',
  ipv6: 'IP地址格式不正确',
  json_string: '应为JSON',
};
const MAX_CHOICES = 10;
const choices = (values: readonly unknown[]): string =>
  values.slice(0, MAX_CHOICES).map(String).join('、') + (values.length > MAX_CHOICES ? '等' : '');

function tooMuch({ origin, maximum, inclusive }: Issue & { code: 'too_big' }): string {
  if (origin === 'string') return `不能超过${maximum}个字符`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return `最多${maximum}项`;
  if (origin === 'file') return `文件不能超过${maximum}字节`;
  return inclusive === false ? `应小于${maximum}` : `不能大于${maximum}`;
}

function tooLittle({ origin, minimum, inclusive }: Issue & { code: 'too_small' }): string {
  const isOne = Number(minimum) === 1;
  if (origin === 'string') return isOne ? '不能为空' : `不能少于${minimum}个字符`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return isOne ? '请至少填写一项' : `至少${minimum}项`;
  if (origin === 'file') return `文件不能小于${minimum}字节`;
  return inclusive === false ? `应大于${minimum}` : `不能小于${minimum}`;
}

/**
 * The sentence for a rule of a schema that has none of its own, in the words of people: no names of types, no patterns, no paths (those
 * stand beside it). Used on the server and in forms.
 */
export function chineseError(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? '不能为空' : `应为${TYPES[issue.expected] ?? '其他类型的值'}`;
    case 'invalid_value':
      return issue.input === undefined || issue.input === null ? '不能为空' : `可选值为${choices(issue.values)}`;
    case 'too_big':
      return tooMuch(issue);
    case 'too_small':
      return tooLittle(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? '格式不正确';
    case 'not_multiple_of':
      return `应为${issue.divisor}的倍数`;
    case 'unrecognized_keys':
      return `不支持的字段：${issue.keys.join('、')}`;
    case 'invalid_key':
      return '字段名不正确';
    case 'invalid_element':
      return '其中有不正确的值';
    default:
      return '内容不正确';
  }
}

import * as z from 'zod';
import { expect, it } from 'vitest';
import { Id, TimeInput } from './fields.ts';

const sentence = (schema: z.ZodType, value: unknown): string | undefined => schema.safeParse(value).error?.issues[0]?.message;

it.each<[string, z.ZodType, unknown, string]>([
  ['a choice that was not made', Id, '', '不能为空'],
  ['a wrong choice', Id, 'a b', '编号格式不正确'],
  ['a time that was left blank', TimeInput, '', '不能为空'],
  ['a wrong time', TimeInput, '8点', '时间格式不正确'],
  ['what is missing', z.string(), undefined, '不能为空'],
  ['null', z.number(), null, '不能为空'],
  ['a number for a text', z.string(), 1, '应为文本'],
  ['a text for a number', z.number(), 'a', '应为数字'],
  ['a fraction', z.int(), 1.5, '应为整数'],
  ['a text for a list', z.array(z.string()), 'a', '应为列表'],
  ['a list for an object', z.object({}), [], '应为对象'],
  ['a text for yes and no', z.boolean(), '1', '应为是或否'],
  ['another choice', z.enum(['a', 'b']), 'c', '可选值为a、b'],
  ['no choice', z.enum(['a', 'b']), undefined, '不能为空'],
  ['a long text', z.string().max(3), '四个字符', '不能超过3个字符'],
  ['an empty text', z.string().min(1), '', '不能为空'],
  ['a short text', z.string().min(2), 'a', '不能少于2个字符'],
  ['many items', z.array(z.string()).max(1), ['a', 'b'], '最多1项'],
  ['no item', z.array(z.string()).min(1), [], '请至少填写一项'],
  ['few items', z.array(z.string()).min(2), ['a'], '至少2项'],
  ['a large number', z.number().max(9), 10, '不能大于9'],
  ['a number at its open end', z.number().lt(9), 9, '应小于9'],
  ['a small number', z.number().min(0), -1, '不能小于0'],
  ['a number that must be above', z.number().positive(), 0, '应大于0'],
  ['a pattern', z.string().regex(/^[a-z]+$/), '1', '格式不正确'],
  ['a day', z.iso.date(), '2026-13-01', '日期格式不正确，应为 2026-01-31'],
  ['a mail address', z.email(), 'a', '邮箱格式不正确'],
  ['a step', z.number().multipleOf(5), 3, '应为5的倍数'],
  ['fields that nobody knows', z.strictObject({}), { x: 1 }, '不支持的字段：x'],
  ['a name of a field', z.record(z.string().regex(/^[a-z]+$/), z.number()), { 'a"; drop': 1 }, '字段名不正确'],
  ['neither of two', z.union([z.number(), z.boolean()]), 'a', '内容不正确'],
])('says what is wrong with %s', (_name, schema, value, text) => expect(sentence(schema, value)).toBe(text));

import { describe, expect, it } from 'vitest';
import { FormSchema } from '../contract/schema.ts';
import { FIELD_KINDS, type FieldKind } from '../contract/kinds.ts';
import {
  changeField,
  copyOf,
  fieldById,
  formChanges,
  formFaults,
  insertField,
  moveField,
  newField,
  placed,
  removeField,
  ROOT,
  shiftField,
} from './index.ts';

const input = (id: string) => ({ id, type: 'input', key: id, label: id });
const FORM = FormSchema.parse({
  layout: [
    input('a'),
    { id: 'card', type: 'card', label: '卡片', children: [input('b')] },
    {
      id: 'tabs',
      type: 'tabs',
      areas: [
        { id: 't1', label: '一', children: [] },
        { id: 't2', label: '二', children: [input('c')] },
      ],
    },
    { id: 'sub', type: 'subform', key: 'sub', label: '子表', children: [input('d')] },
  ],
  rules: [{ target: 'b', effect: 'visible', when: "[a] = 'x'" }],
});
const outline = (schema: FormSchema): string =>
  placed(schema.layout)
    .map(({ field, within }) => [...within.map(({ id }) => id), field.id].join('/'))
    .join(' ');

describe('fields of a form', () => {
  it('move between lists, and within one to where they were put', () => {
    expect(outline(moveField(FORM, 'a', { list: 't1', index: 0 }))).toBe('card card/b tabs tabs/a tabs/c sub sub/d');
    expect(outline(moveField(FORM, 'a', { list: ROOT, index: 2 }))).toBe('card card/b a tabs tabs/c sub sub/d');
    expect(outline(shiftField(FORM, 'card', -1))).toBe('card card/b a tabs tabs/c sub sub/d');
    expect(outline(shiftField(FORM, 'a', 1))).toBe('card card/b a tabs tabs/c sub sub/d');
  });
  it('stay where they are when they cannot stand there', () => {
    for (const [id, list] of [
      ['card', 'card'],
      ['tabs', 't1'],
      ['card', 'sub'],
      ['sub', 'sub'],
      ['a', 'nowhere'],
    ] as const)
      expect(moveField(FORM, id, { list, index: 0 }), `${id} → ${list}`).toBe(FORM);
  });
  it('take their rules with them when they go', () => {
    expect(removeField(FORM, 'card').rules).toEqual([]);
    expect(removeField(FORM, 'a').rules).toHaveLength(1);
  });
  it('are copied under names of their own', () => {
    const twin = copyOf(FORM, fieldById(FORM, 'sub')!, 'zz');
    const both = insertField(FORM, twin, { list: ROOT, index: 4 });
    expect(formFaults(both)).toEqual([]);
    expect(placed(both.layout)).toHaveLength(placed(FORM.layout).length + 2);
  });
  it('say in words what changed', () => {
    const changed = changeField(removeField(FORM, 'b'), 'a', { label: '地点' });
    expect(formChanges(FORM, changed)).toEqual(['单行文本“a”改名为“地点”', '删除单行文本“b”', '修改联动规则']);
    expect(formChanges(FORM, FORM)).toEqual([]);
  });
});

it('every kind of the palette makes a field that can be stored, twice in one form', () => {
  let form = FormSchema.parse({});
  for (const kind of Object.keys(FIELD_KINDS) as FieldKind[])
    for (const salt of ['aa', 'bb']) form = insertField(form, newField(form, kind, salt), { list: ROOT, index: 0 });
  expect(placed(form.layout).filter(({ sub }) => sub === null)).toHaveLength(2 * Object.keys(FIELD_KINDS).length);
  expect(FormSchema.parse(JSON.parse(JSON.stringify(form)))).toEqual(form);
  // what has to be chosen first is asked for before it can be published, nothing else
  expect(formFaults(form).every(({ message }) => message.includes('选项来源') || message.includes('请填写表达式'))).toBe(true);
});

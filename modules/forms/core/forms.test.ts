import { describe, expect, it } from 'vitest';
import { FormSchema, type FormField } from '../contract/schema.ts';
import {
  cellsOf,
  columnsOf,
  formFaults,
  isValueField,
  mainFields,
  sheetsOf,
  textOfValue,
  valueOfText,
  placed,
  settledForm,
  subforms,
  valueFromCells,
  withLabels,
  compileForm,
  validateRecord,
  exprNames,
  type FieldValue,
} from './index.ts';
import { chance, randomForm, randomValue } from './test-forms.ts';

const TODAY = { today: '2026-03-01' };
const PERSON = { person: { userId: 'u1', deptId: 'd1' } };
const formOf = (layout: unknown[], rules: unknown[] = []) => settledForm(FormSchema.parse({ layout, rules }));
const judged = (form: FormSchema, values: unknown, more: object = {}) =>
  validateRecord(compileForm(form, TODAY), values, { ...PERSON, ...more });
const said = (form: FormSchema, values: unknown, more: object = {}) =>
  judged(form, values, more).problems.map(({ path, message }) => `${path} ${message}`);

const CHECK = [
  { id: 'f1', type: 'input', key: 'site', label: '地点', required: true },
  { id: 'f2', type: 'number', key: 'found', label: '发现数', min: 0, max: 999 },
  {
    id: 'f3',
    type: 'subform',
    key: 'items',
    label: '明细',
    children: [{ id: 'c1', type: 'input', key: 'name', label: '问题', required: true }],
  },
];
const RULES = [{ target: 'f3', effect: 'required', when: '[发现数] > 0' }];

describe('a record of a form', () => {
  const form = formOf(CHECK, RULES);
  it('is kept when nothing is wrong, and nothing but what the form knows', () => {
    const given = JSON.parse('{"site":" A ","found":"1","items":[{"name":"x","y":1}],"x":1,"__proto__":{"isAdmin":true},"constructor":2}');
    const { values, problems } = judged(form, given);
    expect(problems).toEqual([]);
    expect(values).toEqual({ site: 'A', found: 1, items: [{ name: 'x' }] });
  });
  it.each([
    [{ site: 'A', found: 1, items: [] }, 'values.items 请至少填写一行“明细”'],
    [{ site: 'A', found: 1000, items: [{ name: 'x' }] }, 'values.found “发现数”不能大于999'],
    [{ site: 'A', found: 'abc' }, 'values.found “发现数”应为数字'],
    [{ site: '字'.repeat(4001) }, 'values.site “地点”不能超过4000个字符'],
    [{ site: '   ' }, 'values.site 请填写“地点”'],
    [{ site: 'A', items: [{ name: 'x' }, {}] }, 'values.items.1.name 请填写“问题”'],
    [{ site: 'A', items: 'x' }, 'values.items “明细”应为多行数据'],
    [[], 'values.site 请填写“地点”'],
    [null, 'values.site 请填写“地点”'],
  ])('%j is refused with the place and a sentence', (given, expected) => expect(said(form, given)).toEqual([expected]));

  it('counts characters as people do', () => {
    const short = formOf([{ ...CHECK[0], maxLength: 2 }]);
    expect(said(short, { site: '😀😀' })).toEqual([]);
    expect(said(short, { site: '😀😀😀' })).toHaveLength(1);
  });
});

describe('rules', () => {
  const LEVEL = {
    id: 'l',
    type: 'select',
    key: 'level',
    label: '等级',
    options: {
      from: 'static',
      items: [
        { value: '高', label: '高' },
        { value: '低', label: '低' },
      ],
    },
  };
  it('hide a field with its value and all that hangs on it', () => {
    const form = formOf(
      [
        LEVEL,
        { id: 'r', type: 'textarea', key: 'reason', label: '原因', required: true },
        { id: 'd', type: 'input', key: 'detail', label: '说明', required: true },
      ],
      [
        { target: 'r', effect: 'visible', when: "[等级] = '高'" },
        { target: 'd', effect: 'visible', when: '[原因] IS NOT NULL' },
      ],
    );
    expect(said(form, { level: '高' })).toEqual(['values.reason 请填写“原因”']);
    expect(judged(form, { level: '低', reason: '不该留下', detail: '也不' }).values).toEqual({ level: '低', reason: null, detail: null });
    expect(judged(form, { level: '低', reason: '不该留下', detail: '也不' }).problems).toEqual([]);
  });
  it('calculate, exactly, over rows too', () => {
    const form = formOf(
      [
        {
          id: 's',
          type: 'subform',
          key: 'lines',
          label: '费用',
          children: [
            { id: 'n', type: 'number', key: 'count', label: '数量' },
            { id: 'p', type: 'money', key: 'price', label: '单价' },
            { id: 'm', type: 'formula', key: 'sum', label: '小计', expr: '[数量] * [单价]' },
          ],
        },
        { id: 't', type: 'formula', key: 'total', label: '合计', expr: '[费用.小计.合计]' },
        { id: 'c', type: 'number', key: 'lines_count', label: '行数' },
      ],
      [{ target: 'c', effect: 'compute', value: '[费用.行数]' }],
    );
    expect(formFaults(form)).toEqual([]);
    const { values } = judged(form, {
      lines: [{ count: 3, price: '0.10', sum: '999' }, { count: 1, price: 0.2 }, {}],
      total: 5,
      lines_count: 77,
    });
    expect(values).toMatchObject({
      total: '0.50',
      lines_count: 3,
      lines: [{ price: '0.10', sum: '0.30' }, { sum: '0.20' }, { sum: null }],
    });
  });
  it('keep what may not be changed, and drop what is sent instead', () => {
    const form = formOf(
      [LEVEL, { id: 'a', type: 'input', key: 'note', label: '备注', default: '默认' }],
      [{ target: 'a', effect: 'readonly', when: "[等级] = '高'" }],
    );
    expect(judged(form, { level: '高', note: '改' }).values.note).toBe('默认');
    expect(judged(form, { level: '高', note: '改' }, { before: { note: '旧' } }).values.note).toBe('旧');
    expect(judged(form, { level: '低', note: '改' }, { before: { note: '旧' } }).values.note).toBe('改');
    const rights = new Map([['a', 'hidden' as const]]);
    expect(judged(form, { note: '改' }, { before: { note: '旧' }, rights }).values.note).toBe('旧');
  });
  it('compare fields with a sentence of their own, row by row', () => {
    const form = formOf(
      [
        { id: 'd', type: 'date', key: 'day', label: '检查日期' },
        { id: 's', type: 'subform', key: 'lines', label: '问题', children: [{ id: 'u', type: 'date', key: 'until', label: '整改期限' }] },
      ],
      [{ target: 'u', effect: 'check', when: '[整改期限] >= [检查日期]', message: '不能早于检查日期' }],
    );
    expect(said(form, { day: '2026-11-18', lines: [{ until: '2026-11-25' }, { until: '2026-11-12' }, {}] })).toEqual([
      'values.lines.1.until 不能早于检查日期',
    ]);
  });
  it('are kept with ids and shown with labels: another label changes nothing', () => {
    const form = formOf(CHECK, RULES);
    expect(form.rules[0]!.when).toBe('[f2] > 0');
    const renamed = formOf([CHECK[0], { ...CHECK[1], label: '问题数' }, CHECK[2]], form.rules);
    expect(withLabels(renamed.rules[0]!.when!, exprNames(renamed, null))).toBe('[问题数] > 0');
    expect(said(renamed, { site: 'A', found: 1 })).toEqual(['values.items 请至少填写一行“明细”']);
  });
});

it('a value that a workbook shows is the same value when it is read again', () => {
  const items = {
    from: 'static',
    items: [
      { value: 'h', label: '高' },
      { value: 'l', label: '低' },
    ],
  };
  const fields = mainFields(
    formOf([
      { id: 'a', type: 'select', key: 'a', label: '等级', options: items },
      { id: 'b', type: 'checkbox', key: 'b', label: '等级', options: items },
      { id: 'c', type: 'money', key: 'c', label: '金额' },
      { id: 'd', type: 'date', key: 'd', label: '日期' },
      { id: 'e', type: 'dateRange', key: 'e', label: '期间' },
      { id: 'f', type: 'switch', key: 'f', label: '合格', onText: '合格', offText: '不合格' },
      {
        id: 'g',
        type: 'cascader',
        key: 'g',
        label: '地区',
        items: [{ value: '31', label: '上海', children: [{ value: '01', label: '黄浦' }] }],
      },
    ]),
  );
  const values: Record<string, unknown> = {
    a: 'h',
    b: ['h', 'l'],
    c: '1200.50',
    d: '2026-03-01',
    e: ['2026-03-01', '2026-03-02'],
    f: false,
    g: ['31', '01'],
  };
  for (const field of fields) expect(valueOfText(field, textOfValue(field, values[field.key])), field.type).toEqual(values[field.key]);
  expect(valueOfText(fields[3]!, '2026/3/1')).toBe('2026-03-01');
  expect(valueOfText(fields[3]!, '2026年3月1日')).toBe('2026-03-01');
  expect(valueOfText(fields[2]!, '¥1,200.50')).toBe('1200.50');
  expect(sheetsOf(formOf(CHECK)).map(({ name, columns }) => [name, ...columns.map(({ header }) => header)])).toEqual([
    ['填报数据', '地点', '发现数'],
    ['明细', '问题'],
  ]);
});

describe('a form that cannot be published', () => {
  const input = (id: string, more: object = {}) => ({ id, type: 'input', key: id, label: `字段${id}`, ...more });
  it.each([
    ['no field', [], [], '表单还没有字段'],
    ['an id twice', [input('a'), { ...input('b'), id: 'a' }], [], '字段编号“a”重复'],
    ['a key twice', [input('a'), { ...input('b'), key: 'a' }], [], '与其他字段重复'],
    ['a column of the system', [{ ...input('a'), key: 'version' }], [], '系统保留字段'],
    ['an unknown field in a rule', [input('a')], [{ target: 'a', effect: 'visible', when: '[没有] = 1' }], '没有字段“没有”'],
    ['a rule of a field that is gone', [input('a')], [{ target: 'z', effect: 'visible', when: 'TRUE' }], '字段已不存在'],
    ['a condition that is none', [input('a')], [{ target: 'a', effect: 'visible', when: '1 + 1' }], '“是”或“否”'],
    [
      'a circle',
      [input('a'), input('b')],
      [
        { target: 'a', effect: 'visible', when: "[字段b] = 'x'" },
        { target: 'b', effect: 'visible', when: "[字段a] = 'x'" },
      ],
      '循环',
    ],
    ['a formula of itself', [{ id: 'm', type: 'formula', key: 'm', label: '公式', expr: '[公式] + 1' }], [], '循环'],
    ['limits that exclude everything', [input('a', { minLength: 5, maxLength: 2 })], [], '最少字数大于最多字数'],
    ['a default that would be refused', [input('a', { maxLength: 2, default: '太长了' })], [], '默认值不正确'],
    [
      'a numbering rule that cannot be read',
      [{ id: 'n', type: 'serial', key: 'n', label: '编号', pattern: 'A{0001}{01}' }],
      [],
      '应有且只有一个流水号',
    ],
  ])('%s', (_, layout, rules, expected) =>
    expect(
      formFaults(formOf(layout, rules))
        .map(({ message }) => message)
        .join(),
    ).toContain(expected),
  );
});

it('1,000 random forms with random values: both sides say the same, nothing is thrown, what is kept stays as it is and fits its columns', () => {
  let refused = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const from = chance(seed);
    const form = settledForm(FormSchema.parse(randomForm(from)));
    const values: Record<string, unknown> = {};
    for (const { field, sub } of placed(form.layout)) if (sub === null && isValueField(field)) values[field.key] = randomValue(field, from);
    for (const { key, children } of subforms(form))
      values[key] = from.often(6)
        ? from.pick(['x', 1, null, [1, 'a', null]])
        : Array.from({ length: from.next(4) }, () => Object.fromEntries(children.map((cell) => [cell.key, randomValue(cell, from)])));
    // the browser has the objects, the server what came over the wire
    const [here, there] = [judged(form, values), judged(JSON.parse(JSON.stringify(form)), JSON.parse(JSON.stringify(values)))];
    expect(there.problems, `seed ${seed}`).toEqual(here.problems);
    expect(there.values, `seed ${seed}`).toEqual(here.values);
    if (here.problems.length > 0) refused++;
    else {
      const again = judged(form, JSON.parse(JSON.stringify(here.values)), { before: here.values });
      expect({ values: again.values, problems: again.problems }, `seed ${seed}`).toEqual({ values: here.values, problems: [] });
    }
    for (const { field, sub } of placed(form.layout))
      if (sub === null && isValueField(field)) fits(field, here.values[field.key] as FieldValue, seed);
  }
  // neither all nor none of them
  expect(refused).toBeGreaterThan(200);
  expect(refused).toBeLessThan(990);
});

/** A value comes back from its columns as it went, and no column gets more than it can hold. */
function fits(field: Extract<FormField, { key: string; required?: boolean | undefined }>, value: FieldValue, seed: number): void {
  if (!isValueField(field)) return;
  const cells = cellsOf(field, value);
  expect(
    valueFromCells(field, (id) => cells.get(id)),
    `seed ${seed} ${field.type}`,
  ).toEqual(value);
  for (const { fieldId, type } of columnsOf(field)) {
    const cell = cells.get(fieldId) ?? null;
    if (cell === null) continue;
    if (type.kind === 'text') expect([...String(cell)].length, field.type).toBeLessThanOrEqual(type.length);
    if (type.kind !== 'number') continue;
    const [whole = '', fraction = ''] = String(cell).replace('-', '').split('.');
    expect([whole.length <= type.digits - type.scale, fraction.length <= type.scale], `${field.type} ${cell}`).toEqual([true, true]);
  }
}

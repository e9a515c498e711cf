import { describe, expect, it } from 'vitest';
import { RULE_TYPES, ruleTypeOf } from './catalogue/index.ts';
import { configOf, configText, idsIn } from './config-text.ts';

const names = (id: string) => `名${id}`;
const ids = (_: unknown, name: string) => Promise.resolve(name.replace('名', ''));

describe('parameters of rules in a cell', () => {
  it.each([
    ['accuracy_key_length', { maxLength: 11 }, '最大长度：11'],
    ['accuracy_in_set', { values: ['甲', '乙'] }, '允许的值：甲、乙'],
    ['accuracy_in_set', { values: ['甲、乙', ' 丙'] }, '允许的值：["甲、乙"," 丙"]'],
    ['custom_sql', { sql: 'select a\nfrom b' }, undefined],
    [
      'consistent_pairs',
      {
        columnId: '3',
        pairs: [
          ['1', '男'],
          ['2', '女'],
        ],
      },
      '另一字段：名3\n允许的组合：1=男、2=女',
    ],
    [
      'consistent_aggregate',
      { relatedTableId: '7', aggregate: 'sum', columnId: '1', relatedColumnId: '2', tolerance: 0.5 },
      '对方表：名7\n汇总：总和\n本表字段：名1\n对方字段：名2\n允许相差：0.5',
    ],
  ])('%s there and back', async (code, parameters, expected) => {
    const { fields } = ruleTypeOf(code)!;
    const text = configText(fields, parameters, names)!;
    if (expected !== undefined) expect(text).toBe(expected);
    expect(await configOf(fields, text, ids)).toEqual(parameters);
  });

  it('has words for every field of every rule type', async () => {
    const some = ({ control, choices }: (typeof RULE_TYPES)[number]['fields'][number]): unknown => {
      if (control === 'number') return 3;
      if (control === 'switch') return true;
      if (control === 'choice') return choices![0]!.value;
      if (control === 'choices') return choices!.map(({ value }) => value);
      if (control === 'pairs') return [['a', 'b']];
      return ['words', 'columns', 'relatedColumns', 'rules'].includes(control) ? ['1', '2'] : '1';
    };
    for (const { code, fields } of RULE_TYPES) {
      const parameters = Object.fromEntries(fields.map((field) => [field.key, some(field)]));
      const text = configText(fields, parameters, names);
      expect([code, await configOf(fields, text ?? '', ids)]).toEqual([code, parameters]);
    }
  });

  it('names what is looked up', () => {
    const { fields } = ruleTypeOf('consistent_table')!;
    expect(idsIn(fields, { relatedTableId: '7', keyColumnIds: ['1', '2'], tolerance: 1 })).toEqual(['7', '1', '2']);
  });

  it('says what is wrong', async () => {
    const read = (code: string, text: string) => configOf(ruleTypeOf(code)!.fields, text, ids);
    await expect(read('accuracy_key_length', '长度 11')).rejects.toThrow('规则参数不能识别，应每行一个，如 最大长度：…');
    await expect(read('accuracy_key_length', '最大长度：十一')).rejects.toThrow('“最大长度”应为数字');
    await expect(read('accuracy_key_length', '最大长度：1\n最大长度：2')).rejects.toThrow('写了两次');
    await expect(read('consistent_aggregate', '汇总：中位数')).rejects.toThrow('“汇总”应为 行数、总和');
    await expect(read('integrity_key', '最大长度：1')).rejects.toThrow('这种检查没有规则参数');
  });
});

import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { gapsOf, refusalsOf } from './problems.ts';
import { EMPTY, type Item } from './draft.ts';

beforeEach(() => signInWith());

const types = [{ id: 'accuracy', code: 'accuracy', name: '准确性' }];
const item = {
  id: 'accuracy_regex',
  ruleTypeId: 'accuracy',
  itemCode: 'accuracy_regex',
  itemName: '正则表达式',
  itemExplain: '文本与正则表达式相符',
  target: 'column',
  columnKinds: null,
  group: 'accuracy',
  fields: [{ key: 'pattern', label: '正则表达式', control: 'text', isRequired: true }],
  nulls: 'ignore',
  hasFilter: true,
  needsLiteral: true,
} as Item;
const answers = {
  'GET /data/quality/ruleItems/list': [item],
  'GET /data/quality/ruleTypes/list': types,
  'GET /data/quality/ruleTypes/report/list': types.map((type) => ({ ...type, ruleCount: 0, checkErrorCount: 0 })),
  'GET /data/quality/ruleLevels/list': [{ id: '2', code: '2', name: '中' }],
  'GET /data/metadata/sources/page': { pageNum: 1, pageSize: 50, total: 0, data: [] },
};

it('saving a rule too early marks what is missing at its inputs, and what is filled in is no longer marked', async () => {
  const { user } = openPage(<RuleEditor id={null} onClose={() => undefined} />, { answers });
  await screen.findByLabelText(/规则名称/);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: '保存并启用' }));
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
    '请先在左侧选择一种检查',
    '请填写规则名称',
    '请选择数据源',
    '请选择数据表',
  ]);
  await user.type(screen.getByLabelText(/规则名称/), '手机号格式');
  expect(screen.queryByText('请填写规则名称')).toBeNull();
});
it('parameters that a check needs are missing as well', () => {
  const draft = { ...EMPTY, name: 'x', itemId: item.id, sourceId: '1', tableId: '2', columnId: '3' };
  expect([...gapsOf(draft, item)]).toEqual([['rule-pattern', '请填写正则表达式']]);
  expect([...gapsOf({ ...draft, columnId: null, config: { pattern: 'a' } }, item).keys()]).toEqual(['rule-column']);
  expect(gapsOf({ ...draft, config: { pattern: 'a' } }, item).size).toBe(0);
});
it('what the server refuses stands at the input that it is about', () => {
  const detail = [
    { path: 'ruleConfig.accuracy.pattern', message: '方括号没有结束' },
    { path: 'ruleName', message: '规则名称已存在' },
    { path: 'ruleConfig.filter', message: '条件有误' },
    { path: 'elsewhere', message: '其他' },
  ];
  expect([...refusalsOf(detail)]).toEqual([
    ['rule-pattern', '方括号没有结束'],
    ['rule-name', '规则名称已存在'],
    ['rule-filter', '条件有误'],
  ]);
  expect(refusalsOf(null).size).toBe(0);
});

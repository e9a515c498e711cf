import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { ConfigInput } from './ConfigInput.tsx';
import { EMPTY } from './draft.ts';
import { Trend } from './Trend.tsx';

beforeEach(() => signInWith());

const at = (day: number, state: string, value: number | null, expected: [number, number] | null = null) => ({
  reportId: String(day),
  checkDate: `2026-11-${day} 08:00:00`,
  state,
  value,
  low: expected?.[0] ?? null,
  high: expected?.[1] ?? null,
});

it('a trend says how the last run ended and what was expected of it', async () => {
  const points = [at(25, 'skip', 200), at(26, 'pass', 200, [198, 202]), at(27, 'fail', 190, [198, 202])];
  openPage(<Trend ruleId="7" />, { answers: { 'GET /data/quality/checkRules/7/trend': { isWithheld: false, of: 'value', points } } });
  const drawn = await screen.findByRole('img', { name: /最近一次：2026-11-27 .*，不通过，190，预期198至202/ });
  expect(drawn.querySelectorAll('.band')).toHaveLength(1);
  expect(screen.getByText('预期区间')).toBeTruthy();
  expect(screen.getByText('近 3 次，测得的值')).toBeTruthy();
});
it('a trend of withheld numbers shows how runs ended only', async () => {
  const points = [at(26, 'pass', null), at(27, 'fail', null)];
  openPage(<Trend ruleId="7" />, { answers: { 'GET /data/quality/checkRules/7/trend': { isWithheld: true, of: 'badRows', points } } });
  expect(await screen.findByText(/只显示结果，不显示数值/)).toBeTruthy();
  expect(screen.queryByText('预期区间')).toBeNull();
});

function Input({ control, choices }: { control: string; choices?: { value: string; label: string }[] }) {
  const [value, setValue] = useState<unknown>(undefined);
  return (
    <>
      <label htmlFor="f">参数</label>
      <ConfigInput id="f" field={{ key: 'f', label: '参数', control, choices }} draft={EMPTY} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}
it('rules of a formula are found by name and numbered as they are chosen', async () => {
  const rule = (id: string, ruleName: string, ruleItemId = 'unique_key') => ({ id, ruleName, ruleItemId });
  const data = [rule('1', '员工编号唯一'), rule('2', '手机号非空'), rule('3', '比例', 'custom_formula')];
  const answers = {
    'GET /data/quality/checkRules/page': { pageNum: 1, pageSize: 50, total: 3, data },
    'GET /data/quality/checkRules/1': data[0],
    'GET /data/quality/checkRules/2': data[1],
  };
  const { user } = openPage(<Input control="rules" />, { answers });
  await user.click(screen.getByRole('combobox', { name: '参数' }));
  await user.click(await screen.findByTitle('手机号非空'));
  await user.click(screen.getByTitle('员工编号唯一'));
  expect(screen.queryByTitle('比例')).toBeNull();
  expect(await screen.findByText('规则1 手机号非空')).toBeTruthy();
  expect(await screen.findByText('规则2 员工编号唯一')).toBeTruthy();
  expect(screen.getByText('["2","1"]')).toBeTruthy();
});
it('several parts of a standard can be chosen', async () => {
  const choices = [
    { value: 'name', label: '名称' },
    { value: 'type', label: '类型' },
  ];
  const { user } = openPage(<Input control="choices" choices={choices} />, { answers: {} });
  await user.click(screen.getByRole('combobox', { name: '参数' }));
  await user.click(await screen.findByTitle('名称'));
  await user.click(screen.getByTitle('类型'));
  expect(screen.getByText('["name","type"]')).toBeTruthy();
});

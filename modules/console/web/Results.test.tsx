import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Results } from './Results.tsx';
import type { Result, RunOutcome } from './use-run.ts';

const outcomeOf = (sql: string, name: string, kind: 'number' | 'text', value: unknown): RunOutcome => ({
  tabKey: 't',
  sourceId: 's',
  params: {},
  text: sql,
  from: 0,
  problem: null,
  results: [
    {
      sql,
      start: 0,
      time: 1,
      success: true,
      count: 1,
      columnList: [name],
      dataList: [{ [name]: value }],
      columns: [{ name, type: kind, kind, masked: false, from: [] }],
      truncated: false,
      kind: 'read',
      error: null,
    } satisfies Result,
  ],
});
const page = (outcome: RunOutcome) => (
  <MemoryRouter>
    <Results outcome={outcome} isRunning={false} tab="r0" onTab={() => undefined} onShow={() => undefined} onUse={() => undefined} />
  </MemoryRouter>
);
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(name) });

it('an execution plan opens as a table, also after a result that was looked at as a chart', () => {
  const { rerender } = render(page(outcomeOf('select count(*) as n from t', 'n', 'number', 3)));
  fireEvent.click(choice('图表'));
  expect(choice('图表').checked).toBe(true);
  rerender(page(outcomeOf('explain select 1', 'QUERY PLAN', 'text', 'Result  (cost=0.00..0.01 rows=1 width=4)')));
  expect(choice('表格').checked).toBe(true);
  expect(choice('图表').disabled).toBe(true);
  rerender(page(outcomeOf('select count(*) as n from t', 'n', 'number', 4)));
  expect(choice('图表').checked).toBe(true);
});

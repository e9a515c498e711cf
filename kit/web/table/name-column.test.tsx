import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { contentOf } from './table-columns.tsx';
import type { Column } from './types.ts';

afterEach(cleanup);

interface Row {
  id: string;
  title: string;
  isTop: boolean;
}
const columns: readonly Column<Row>[] = [
  { field: 'title', title: '标题', render: (row, own) => [row.isTop && <i key="top">置顶</i>, <b key="own">{own}</b>] },
  { field: 'id', title: '编号' },
];
const list = { options: { columns, nameField: 'title' } } as unknown as EntityList<Row>;
const row: Row = { id: '7', title: '放假通知', isTop: true };

it('opens the row by its name also where the column draws a mark beside it', async () => {
  const opened: string[] = [];
  const opener =
    ({ id }: Row) =>
    () => {
      opened.push(id);
    };
  render(columns.map((column) => <div key={column.field}>{contentOf(list, column, row, opener)}</div>));
  expect(screen.getByText('置顶')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '放假通知' }));
  expect(opened).toEqual(['7']);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('leaves the name as text where there is nothing to open', () => {
  render(<>{contentOf(list, columns[0]!, row, () => undefined)}</>);
  expect(screen.getByText('放假通知')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

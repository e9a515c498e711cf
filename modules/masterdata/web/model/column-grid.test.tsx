import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { ColumnGrid } from './ColumnGrid.tsx';
import { typeText } from './column-type.ts';
import { newColumn, type DraftColumn } from './draft.ts';

beforeEach(() => signInWith());

const labels = {
  data_query_type: [{ value: 'like', label: 'like' }],
  data_html_type: [{ value: 'input', label: '文本框' }],
};
const column = (key: string, columnName: string, columnComment: string): DraftColumn => ({
  ...newColumn(),
  key,
  columnName,
  columnComment,
});

function Sheet({
  start,
  isReadonly = false,
  onSeen,
}: {
  start: readonly DraftColumn[];
  isReadonly?: boolean;
  onSeen: (label: string, columns?: readonly DraftColumn[]) => void;
}) {
  const [columns, setColumns] = useState(start);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <ColumnGrid
      {...{ columns, labels, isReadonly, chosen }}
      system={[{ columnName: 'id' }, { columnName: 'create_dept' }]}
      marks={new Map([['1', '新']])}
      faults={new Map()}
      bindings={new Map()}
      onChoose={setChosen}
      onBind={(key) => onSeen(`bind ${key}`)}
      onChange={(label, next) => {
        onSeen(label, next);
        setColumns(next);
      }}
      tools={(add) => (
        <button type="button" onClick={add}>
          新增列
        </button>
      )}
    />
  );
}
const focus = (cell: HTMLElement) => act(() => cell.focus());
function opened(isReadonly = false) {
  const start = [column('1', 'code', '编码'), column('2', 'customer_name', '名称')];
  const seen = { columns: start as readonly DraftColumn[], done: [] as string[] };
  const onSeen = (label: string, columns?: readonly DraftColumn[]) => {
    seen.done.push(label);
    if (columns) seen.columns = columns;
  };
  const { user } = openPage(<Sheet {...{ start, isReadonly, onSeen }} />, { answers: {} });
  const grid = screen.getByRole('grid', { name: '模型列' });
  const cell = (row: number, at: number) => grid.querySelector<HTMLElement>(`[data-spot="${row}:${at}"]`)!;
  return { seen, user, grid, cell };
}

describe('the sheet of columns', () => {
  it('is walked with arrows, edited with Enter, and goes down when the cell is done', async () => {
    const { seen, user, cell } = opened();
    focus(cell(0, 1));
    await user.keyboard('{Enter}');
    await user.clear(screen.getByRole('textbox', { name: '中文名' }));
    await user.keyboard('客户编码{Enter}');
    expect(seen.columns[0]?.columnComment).toBe('客户编码');
    await waitFor(() => expect(document.activeElement).toBe(cell(1, 1)));
    await user.keyboard('{ArrowRight}{ArrowUp}');
    await waitFor(() => expect(document.activeElement).toBe(cell(0, 2)));
  });

  it('begins anew with the first letter, and Escape keeps what was there', async () => {
    const { seen, user, cell } = opened();
    focus(cell(1, 0));
    await user.keyboard('k');
    const input = screen.getByRole('textbox', { name: '列名' });
    await waitFor(() => expect(input).toHaveProperty('value', 'k'));
    await user.keyboard('{Escape}');
    expect(seen.columns[1]?.columnName).toBe('customer_name');
    expect(screen.queryByRole('textbox', { name: '列名' })).toBeNull();
  });

  it('switches flags with the space bar, opens the choice of a standard with Enter', async () => {
    const { seen, user, cell } = opened();
    focus(cell(0, 4));
    await user.keyboard(' ');
    expect(seen.columns[0]?.isRequired).toBe('1');
    focus(cell(0, 3));
    await user.keyboard('{Enter}');
    expect(seen.done).toContain('bind 1');
  });

  it('takes rows of a spreadsheet, moves and removes rows by keys', async () => {
    const { seen, user, cell } = opened();
    focus(cell(1, 0));
    fireEvent.paste(cell(1, 0), { clipboardData: { getData: () => 'name\t名称\tvarchar(200)\ngrade\t级别\tchar(1)\n' } });
    expect(seen.columns.map((one) => [one.key === '2' || one.key === '1', one.columnName, typeText(one)])).toEqual([
      [true, 'code', 'varchar(255)'],
      [true, 'name', 'varchar(200)'],
      [false, 'grade', 'char(1)'],
    ]);
    focus(cell(1, 0));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(seen.columns.map(({ columnName }) => columnName)).toEqual(['name', 'code', 'grade']);
    await waitFor(() => expect(document.activeElement).toBe(cell(0, 0)));
    await user.keyboard('{Control>}{Delete}{/Control}');
    expect(seen.columns.map(({ columnName }) => columnName)).toEqual(['code', 'grade']);
  });

  it('begins a new column at its name', async () => {
    const { seen, user } = opened();
    await user.click(screen.getByRole('button', { name: '新增列' }));
    // the next cell is open already: input methods need one
    await user.keyboard('grade{Tab}级别{Tab}char(1){Tab}');
    expect(seen.columns[2]).toMatchObject({ columnName: 'grade', columnComment: '级别', columnType: 'char', columnLength: '1' });
  });

  it('shows the columns of the platform locked, and what is new', () => {
    const { grid } = opened();
    expect(within(grid).getByText(/2 个系统列由平台维护/)).toBeTruthy();
    expect(within(grid).getByText('新')).toBeTruthy();
  });

  it('changes nothing where the model is only looked at', async () => {
    const { seen, user, cell } = opened(true);
    focus(cell(0, 0));
    await user.keyboard('x{Enter}{Delete}{Control>}{Delete}{/Control}');
    fireEvent.paste(cell(0, 0), { clipboardData: { getData: () => 'a\tb' } });
    expect(seen.done).toEqual([]);
    expect(screen.queryByRole('button', { name: /删除列/ })).toBeNull();
  });

  it('can be used without seeing it', async () => {
    const { grid } = opened();
    const { violations } = await axe.run(grid, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

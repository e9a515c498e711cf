import { expect, it } from 'vitest';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { cardParts } from './CardList.tsx';
import { NO_LAYOUT } from './column-layout.ts';
import type { Column } from './types.ts';

interface Row {
  id: string;
}
const named = (columns: readonly { field: string }[]) => columns.map(({ field }) => field);

it('a card holds the name, the state, two values and two more; further columns are left to the detail', () => {
  const fields = ['code', 'title', 'owner', 'dept', 'status', 'size', 'remark', 'createTime'];
  const columns = fields.map((field) => ({ field, title: field })) as unknown as readonly Column<Row>[];
  const list = { options: { columns, nameField: 'title' }, settings: { layout: NO_LAYOUT } } as unknown as EntityList<Row>;
  const { name, state, second, third } = cardParts(list);
  expect(name?.field).toBe('title');
  expect(state?.field).toBe('status');
  expect(second).toHaveLength(2);
  expect(third).toHaveLength(2);
  expect(new Set(named([...second, ...third])).size).toBe(4);
  expect(named([...second, ...third])).not.toContain('title');
  expect(named([...second, ...third])).not.toContain('status');
});

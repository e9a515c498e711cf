import { expect } from 'vitest';
import type { Send } from '#kit/test/app.ts';
import { field, linesOf } from '#modules/datasets/server/engine/test-documents.ts';
import type { Contents, TransferRow } from '../contract/transfer.ts';

// oxlint-disable-next-line no-explicit-any
export type Loose = Record<string, any>;
const BASE = '/data/visual/transfer';

/** What was made for one test, by hand as people do it. */
export async function made(call: Send, path: string, body: Loose): Promise<string> {
  const answer = await call('POST', `/data/visual/${path}`, body);
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  return answer.data.id as string;
}

export const tableSet = (sourceId: string, table: string, over: Loose = {}): Loose => ({
  setName: '销售',
  sourceId,
  model: {
    v: 1,
    origin: { kind: 'table', table: { schema: 'public', table } },
    fields: [
      field('region', 'dimension', 'string', { name: '地区' }),
      field('amount', 'measure', 'number', { name: '销售额', agg: 'sum' }),
    ],
    ...over,
  },
});

export const exported = async (call: Send, items: Loose[], more: Loose = {}): Promise<string> => {
  const answer = await call('POST', `${BASE}/export`, { items, ...more });
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  return answer.raw.toString();
};
export async function checked(call: Send, content: string, mapping: Loose = {}): Promise<Contents> {
  const answer = await call('POST', `${BASE}/check`, { content, mapping });
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  return answer.data as Contents;
}
export async function tried(call: Send, content: string, mapping: Loose = {}): Promise<{ rows: TransferRow[]; checksum: string }> {
  const answer = await call('POST', `${BASE}/dryRun`, { content, mapping });
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  return answer.data as { rows: TransferRow[]; checksum: string };
}
export const importing = (call: Send, content: string, mapping: Loose, checksum: string) =>
  call('POST', `${BASE}/import`, { content, mapping, checksum });
/** Tried out, then imported; by the names of documents. */
export async function imported(call: Send, content: string, mapping: Loose = {}): Promise<Map<string, TransferRow>> {
  const { checksum, rows } = await tried(call, content, mapping);
  const answer = await importing(call, content, mapping, checksum);
  expect(answer, `${answer.raw.toString()} ${JSON.stringify(rows)}`).toMatchObject({ status: 200 });
  return new Map((answer.data.rows as TransferRow[]).map((row) => [row.name, row]));
}
export const statesOf = (rows: readonly TransferRow[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, state }) => [name, state]));

/** Rows of a tile of a published board. */
export async function tileRows(call: Send, board: string, key: string): Promise<unknown> {
  const answer = await call('POST', '/data/visual/view/data', { entity: 'board', id: board, tiles: [{ key }] });
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  const [line] = linesOf(answer.raw) as Loose[];
  return (line?.data as Loose | undefined)?.rows ?? line?.error;
}

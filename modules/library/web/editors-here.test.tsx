import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { receivePush } from '#kit/web/push.ts';
import type { OtherEditor } from '../contract/editor.ts';
import { EditorsHere } from './EditorsHere.tsx';
import type { NewerVersion } from './use-editors.ts';

const LISI: OtherEditor = { id: '2', name: '李四', deptName: '市场部', isYou: false, isAway: false };
const ME: OtherEditor = { id: '1', name: '王五', deptName: null, isYou: true, isAway: true };
const NEWER = { version: 4, by: '李四', isOwn: false, time: '2026-11-24T02:30:00.000Z' };

interface Sent {
  path: string;
  body: { windowKey: string; version?: number; isHidden?: boolean };
  keepalive: boolean | undefined;
}
let sent: Sent[] = [];
let editors: OtherEditor[] = [];
let newer: NewerVersion | null = null;
let status = 200;
beforeEach(() => {
  [sent, editors, newer, status] = [[], [LISI], null, 200];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    sent.push({ path: address.replace('/sjzt-datax', ''), body: JSON.parse(String(init.body)), keepalive: init.keepalive });
    const reply = status === 200 ? { code: 200, data: { editors, newer } } : { code: status, error: 'entity.notFound', msg: '不存在' };
    return Promise.resolve(new Response(JSON.stringify(reply), { status }));
  });
});
const told: NewerVersion[] = [];
const show = () => render(<EditorsHere kind="board" id="9" version={() => 3} onNewer={(one) => told.push(one)} />);
const changed = (id = '9') => act(() => receivePush({ kind: 'editors', data: { entity: 'board', id } }));

it('shows who else has the document open, each with what they are doing', async () => {
  editors = [LISI, ME];
  show();
  fireEvent.click(await screen.findByRole('button', { name: '李四等 2 人也在编辑' }));
  const lines = (await screen.findByRole('list', { name: '也在编辑的人' })).querySelectorAll('li');
  expect([...lines].map((line) => line.textContent)).toEqual(['李李四市场部正在编辑', '王你另一个窗口窗口在后台']);
  expect(sent[0]).toMatchObject({ path: '/data/visual/editors/board/9', body: { version: 3, isHidden: false } });
});

it('hears when somebody comes and goes, of this document alone', async () => {
  editors = [];
  show();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  editors = [LISI];
  changed('8');
  expect(sent).toHaveLength(1);
  changed();
  await screen.findByRole('button', { name: '李四也在编辑' });
  editors = [];
  changed();
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

it('passes on that the server has something newer', async () => {
  newer = NEWER;
  show();
  await waitFor(() => expect(told).toEqual([NEWER]));
});

it('says goodbye when the builder closes and when its page goes', async () => {
  const { unmount } = show();
  await screen.findByRole('button', { name: '李四也在编辑' });
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    path: '/data/visual/editors/board/9/leave',
    body: { windowKey: sent[0]!.body.windowKey },
    keepalive: true,
  });
  unmount();
  changed();
  expect(sent).toHaveLength(2);
});

it('shows nobody to whom may not change the document any more, and does not ask again', async () => {
  show();
  await screen.findByRole('button', { name: '李四也在编辑' });
  status = 404;
  changed();
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  changed();
  expect(sent).toHaveLength(2);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { session, type SessionUser } from '#kit/web/session.ts';
import { providerProps } from '#kit/web/theme.ts';
import { ShareDialog } from './ShareDialog.tsx';

const stored = {
  id: '5',
  entityType: 'board',
  entityId: '1',
  shareName: '给客户',
  tokenHint: 'abcd',
  hasPassword: false,
  expireTime: null,
  maxViews: null,
  viewCount: 0,
  ipRanges: null,
  allowExport: '0',
  status: '1',
  closedBecause: null,
  flow: null,
  runAsName: '制作人',
  lastViewTime: null,
  createTime: '2026-11-24T01:00:00.000Z',
  version: 3,
};
const theirs = { shareName: '给总部', expireTime: null, maxViews: 5, ipRanges: null, allowExport: '0', status: '1', version: 4 };
let sent: { version: number; status: string }[] = [];
let lists = 0;
const reply = (code: number, rest: object) =>
  new Response(JSON.stringify({ success: code === 200, code, msg: '', ...rest }), { status: code });

beforeEach(() => {
  sent = [];
  lists = 0;
  const user = { id: '1', username: 'maker', nickname: '制作人', roles: [] } as unknown as SessionUser;
  session.setAccount({ user, menus: [], perms: ['visual:board:share'] });
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') {
      lists++;
      return Promise.resolve(reply(200, { data: [stored] }));
    }
    const mine = JSON.parse(String(body)) as { version: number; status: string };
    sent.push(mine);
    if (mine.version === theirs.version) return Promise.resolve(reply(200, { data: null }));
    const changed = { by: '李四', isOwn: false, time: '2026-11-24T02:30:00.000Z' };
    return Promise.resolve(reply(409, { error: 'entity.versionConflict', data: { mine, theirs, changed } }));
  });
});

async function conflict() {
  render(
    <ConfigProvider {...providerProps}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <ShareDialog entity="board" id="1" name="经营看板" open onClose={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </ConfigProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: '禁用' }));
  return (await screen.findByText(/^李四于/)).closest<HTMLElement>('.ant-modal')!;
}

it('a link that somebody else changed shows who, when and both versions, and mine can win', async () => {
  const dialog = await conflict();
  expect(dialog.textContent).toContain('李四于 2026-11-24 10:30 保存了这条数据');
  const rows = within(dialog)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toEqual(['字段我的版本对方的版本', '链接名称给客户给总部', '最多打开次数—5', '启用关开']);
  await userEvent.click(within(dialog).getByRole('button', { name: '覆盖' }));
  await vi.waitFor(() =>
    expect(sent).toMatchObject([
      { version: 3, status: '0' },
      { version: 4, status: '0' },
    ]),
  );
  await vi.waitFor(() => expect(screen.queryByText(/^李四于/)).toBeNull());
});

it('or theirs is taken: the list is read again and nothing is sent', async () => {
  const dialog = await conflict();
  const before = lists;
  await userEvent.click(within(dialog).getByRole('button', { name: '采用对方' }));
  await vi.waitFor(() => expect(lists).toBe(before + 1));
  expect(sent).toHaveLength(1);
});

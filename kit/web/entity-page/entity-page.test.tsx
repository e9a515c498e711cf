import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { requiredText, rowFields, Status } from '#kit/contract/fields.ts';
import { defineContract } from '#kit/contract/route.ts';
import { createClient, type LooseArgs, type Transport } from '../client.ts';
import { ConfirmHost } from '../ConfirmHost.tsx';
import { MessageHost } from '../MessageHost.tsx';
import { CallError } from '../send.ts';
import { session } from '../session.ts';
import { providerProps } from '../theme.ts';
import { hasUnsaved, UnsavedBlocker } from '../unsaved.tsx';
import { defineEntityPage } from './define-entity-page.tsx';

// a busy machine draws antd slowly
configure({ asyncUtilTimeout: 8_000 });

const PostInput = z.object({
  postName: requiredText(30, '岗位名称'),
  postCode: z.string().regex(/^[a-z][a-z0-9_]{1,29}$/, '岗位编码由小写字母、数字和下划线组成'),
  status: Status.default('1'),
});
const Post = PostInput.extend(rowFields);
const Search = z.object({ postName: z.string().optional(), status: z.string().optional() });
const post = defineContract(crudRoutes('/system/posts', '岗位', 'system:post', { row: Post, input: PostInput, search: Search }));

interface Sent extends LooseArgs {
  key: string;
}
type Answer = (args: LooseArgs) => unknown;

const rowOf = (n: number) => ({
  id: String(n),
  version: 1,
  postName: `岗位${n}`,
  postCode: `post_${n}`,
  status: '1',
  createBy: null,
  createTime: '2026-11-01T00:00:00Z',
  updateBy: null,
  updateTime: '2026-11-01T00:00:00Z',
});

/** A page over given answers, at an address. */
function openPage(address: string, answers: Record<string, Answer> = {}) {
  const sent: Sent[] = [];
  let rows = Array.from({ length: 45 }, (_, index) => rowOf(index + 1));
  const standard: Record<string, Answer> = {
    'GET /system/posts/page': ({ query }) => {
      const { pageNum, pageSize } = query as { pageNum: number; pageSize: number };
      return { pageNum, pageSize, total: rows.length, data: rows.slice((pageNum - 1) * pageSize, pageNum * pageSize) };
    },
    'GET /system/posts/:id': ({ params }) => rows.find((row) => row.id === params?.['id']),
    'POST /system/posts': () => ({ id: '99' }),
    'PUT /system/posts/:id': () => ({ version: 2 }),
    'DELETE /system/posts/:id': ({ params }) => {
      rows = rows.filter((row) => row.id !== params?.['id']);
      return null;
    },
  };
  const transport: Transport = async (route, args) => {
    const key = `${route.method} ${route.path}`;
    sent.push({ key, ...args });
    return (answers[key] ?? standard[key])?.(args);
  };
  const Page = defineEntityPage({
    title: '岗位管理',
    api: createClient({ post }, transport).post,
    search: [
      { field: 'postName', label: '岗位名称' },
      { field: 'status', label: '状态', options: [{ value: '1', label: '启用' }] },
    ],
    columns: [
      { field: 'postName', title: '岗位名称', sort: true },
      { field: 'postCode', title: '岗位编码', sort: true },
    ],
    form: [
      { field: 'postName', label: '岗位名称' },
      { field: 'postCode', label: '岗位编码' },
    ],
  });
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            <Page />
            <UnsavedBlocker />
          </>
        ),
      },
    ],
    { initialEntries: [address] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ConfigProvider {...providerProps}>
      <App>
        <MessageHost />
        <ConfirmHost />
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  const asked = () => sent.filter((one) => one.key.endsWith('/page')).at(-1)?.query;
  return { router, sent, asked, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

const refused =
  (status: number, key: string, message: string, detail: unknown = null) =>
  () => {
    throw new CallError({ status, key, message, requestId: 'req-1', detail });
  };

beforeEach(() => {
  localStorage.clear();
  session.setAccount({
    user: {
      id: '1',
      username: 'u',
      nickname: 'u',
      dept: null,
      deptName: null,
      roles: ['admin'],
      roleNames: [],
      posts: [],
      postNames: [],
      phone: null,
      avatar: null,
    },
    menus: [],
    perms: [],
  });
});

describe('list page', () => {
  it('reads its state from the address', async () => {
    const page = openPage('/post?q=postName:岗位,status:1&page=2&limit=10&sort=-postName');
    expect(await screen.findByText('post_11')).toBeTruthy();
    expect(page.asked()).toEqual({ postName: '岗位', status: '1', sort: '-postName', pageNum: 2, pageSize: 10 });
    expect(screen.getByLabelText('岗位名称', { selector: 'input' })).toHaveProperty('value', '岗位');
  });

  it('searches on Enter, not while typing, and starts at page one', async () => {
    const { user, router, asked } = openPage('/post?page=2');
    await screen.findByText('post_21');
    await user.type(screen.getByLabelText('岗位名称', { selector: 'input' }), '工程');
    expect(router.state.location.search).toBe('?page=2');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked()).toMatchObject({ postName: '工程', pageNum: 1 }));
    expect(new URLSearchParams(router.state.location.search).get('q')).toBe('postName:工程');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByLabelText('岗位名称', { selector: 'input' })).toHaveProperty('value', ''));
  });

  it('turns pages, and says the total', async () => {
    const { user, asked } = openPage('/post');
    await screen.findByText('post_1');
    expect(document.querySelector('.foot')?.textContent).toContain('共 45 条');
    await user.click(screen.getByLabelText('下一页'));
    await screen.findByText('post_21');
    await user.type(screen.getByLabelText('跳至页码'), '99{Enter}');
    await screen.findByText('post_41');
    expect(asked()).toMatchObject({ pageNum: 3 });
  });

  it('goes to the last page when its own is empty', async () => {
    const { router } = openPage('/post?page=9');
    await screen.findByText('post_41');
    expect(router.state.location.search).toBe('?page=3');
  });

  it('keeps what is chosen when the page turns, takes the whole query, and forgets it with another query', async () => {
    const { user } = openPage('/post');
    await screen.findByText('post_1');
    const choose = async (code: string) => user.click(within(screen.getByText(code).closest('tr') as HTMLElement).getByRole('checkbox'));
    await choose('post_1');
    await user.click(screen.getByRole('button', { name: '第 2 页' }));
    await screen.findByText('post_21');
    await choose('post_21');
    const bar = screen.getByRole('toolbar', { name: '批量操作' });
    expect(bar.textContent).toContain('已选 2 项（其他页 1 项）');
    await user.click(within(bar).getByRole('button', { name: '选择全部 45 条' }));
    await waitFor(() => expect(bar.textContent).toContain('已选 45 项（其他页 25 项）'));
    await user.type(screen.getByLabelText('岗位名称', { selector: 'input' }), '工程{Enter}');
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull());
  });

  it('sorts by a header, further by shift', async () => {
    const { user, asked } = openPage('/post');
    await screen.findByText('post_1');
    const header = (name: string) => screen.getByText(name, { selector: '.sort-title' });
    await user.click(header('岗位编码'));
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'postCode' }));
    await user.keyboard('{Shift>}');
    await user.click(header('岗位名称'));
    await user.keyboard('{/Shift}');
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'postCode,postName' }));
  });

  it('offers to clear a filter that leaves nothing', async () => {
    const none = { pageNum: 1, pageSize: 20, total: 0, data: [] };
    const { user, router } = openPage('/post?q=postName:无', { 'GET /system/posts/page': () => none });
    await user.click(await screen.findByText('清除筛选'));
    expect(router.state.location.search).toBe('');
    expect(await screen.findByText(/还没有岗位/)).toBeTruthy();
  });

  it('shows an error with its request id and tries again', async () => {
    let fail = true;
    const { user } = openPage('/post', {
      'GET /system/posts/page': () => {
        if (fail) refused(500, 'server.failure', '系统错误')();
        return { pageNum: 1, pageSize: 20, total: 1, data: [rowOf(1)] };
      },
    });
    expect(await screen.findByText('系统错误')).toBeTruthy();
    expect(screen.getByText('req-1')).toBeTruthy();
    fail = false;
    await user.click(screen.getByText('重试'));
    expect(await screen.findByText('post_1')).toBeTruthy();
  });

  it('tells an account without the right so', async () => {
    openPage('/post', { 'GET /system/posts/page': refused(403, 'auth.noPermission', '没有权限') });
    expect(await screen.findByText(/没有查看权限/)).toBeTruthy();
  });

  it('names the row before it removes it', async () => {
    const { user, sent } = openPage('/post');
    await screen.findByText('post_1');
    await user.click(screen.getAllByText('删除')[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('系统提示')).toBeTruthy();
    expect(dialog.textContent).toContain('“岗位1”');
    await user.click(within(dialog).getByText('删除'));
    await waitFor(() => expect(screen.queryByText('post_1')).toBeNull());
    expect(sent).toContainEqual({ key: 'DELETE /system/posts/:id', params: { id: '1' } });
  });

  it('shows that a row is gone also when the answer to its removal was lost', async () => {
    let rows = [rowOf(1), rowOf(2)];
    const { user } = openPage('/post', {
      'GET /system/posts/page': () => ({ pageNum: 1, pageSize: 20, total: rows.length, data: rows }),
      'DELETE /system/posts/:id': ({ params }) => {
        rows = rows.filter((row) => row.id !== params?.['id']);
        return refused(0, 'client.timeout', '请求超时')();
      },
    });
    await screen.findByText('post_1');
    await user.click(screen.getAllByText('删除')[0] as HTMLElement);
    await user.click(within(await screen.findByRole('dialog')).getByText('删除'));
    await waitFor(() => expect(screen.queryByText('post_1')).toBeNull());
    expect(screen.getByText('post_2')).toBeTruthy();
  });

  it('leaves out what the account may not do', async () => {
    session.setAccount({ user: { ...session.get().user!, roles: [] }, menus: [], perms: ['system:post:list'] });
    openPage('/post');
    await screen.findByText('post_1');
    expect(screen.queryByText('删除')).toBeNull();
    expect(screen.queryByText(/新增岗位/)).toBeNull();
  });
});

describe('form', () => {
  const nameInput = () => screen.getByLabelText(/^岗位名称/, { selector: '.ant-drawer input' });
  const codeInput = () => screen.getByLabelText(/^岗位编码/, { selector: '.ant-drawer input' });

  it('says what the contract says, and names the failing fields below', async () => {
    const { user, sent } = openPage('/post?open=new');
    await user.type(await screen.findByLabelText(/^岗位编码/), 'A');
    await user.click(screen.getByText('保存'));
    expect(await screen.findByText('岗位名称不能为空')).toBeTruthy();
    expect(screen.getByText('岗位编码由小写字母、数字和下划线组成')).toBeTruthy();
    expect(screen.getByText(/2 项需要修改：岗位名称、岗位编码/)).toBeTruthy();
    expect(sent.some((one) => one.key.startsWith('POST'))).toBe(false);
  });

  it('puts a refusal of the server under its field', async () => {
    const message = '岗位编码已存在';
    const { user } = openPage('/post?open=new', {
      'POST /system/posts': refused(409, 'entity.duplicate', message, [{ path: 'postCode', message }]),
    });
    await screen.findByText('新增岗位', { selector: '.ant-drawer-title' });
    await user.type(nameInput(), '工程师');
    await user.type(codeInput(), 'eng');
    await user.click(screen.getByText('保存'));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText(/1 项需要修改：岗位编码/)).toBeTruthy();
  });

  it('asks before changes are thrown away', async () => {
    const { user, router } = openPage('/post?open=new');
    await screen.findByText('新增岗位', { selector: '.ant-drawer-title' });
    await user.type(nameInput(), '工');
    expect(hasUnsaved()).toBe(true);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await user.click(screen.getByText('取消'));
    expect(await screen.findByText(/有未保存的修改/)).toBeTruthy();
    // once the dialog has opened: its movement takes longer on a busy machine
    await waitFor(() => expect(document.activeElement?.textContent?.replace(/\s/g, '')).toBe('取消'), { timeout: 5000 });
    expect(router.state.location.search).toBe('?open=new');
    await user.click(screen.getByText('离开'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });

  it('asks also when the back key would close the form', async () => {
    const { user, router } = openPage('/post');
    await screen.findByText('post_1');
    await user.click(screen.getByText('新增岗位'));
    await screen.findByText('新增岗位', { selector: '.ant-drawer-title' });
    await user.type(nameInput(), '工');
    await act(() => router.navigate(-1));
    expect(await screen.findByText(/有未保存的修改/)).toBeTruthy();
    expect(nameInput()).toHaveProperty('value', '工');
    await user.click(screen.getByText('离开'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('saves with Ctrl+S and sends the version that was read', async () => {
    const { user, sent, router } = openPage('/post?open=edit-3');
    await screen.findByText('修改岗位', { selector: '.ant-drawer-title' });
    await waitFor(() => expect(nameInput()).toHaveProperty('value', '岗位3'));
    await user.type(nameInput(), '甲');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(sent.find((one) => one.key.startsWith('PUT'))?.body).toMatchObject({ postName: '岗位3甲', version: 1, id: '3' });
  });

  it('saves once on a double click', async () => {
    const { user, sent, router } = openPage('/post?open=edit-3');
    await screen.findByText('修改岗位', { selector: '.ant-drawer-title' });
    await waitFor(() => expect(nameInput()).toHaveProperty('value', '岗位3'));
    await user.type(nameInput(), '甲');
    await user.dblClick(screen.getByText('保存'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(sent.filter((one) => one.key.startsWith('PUT'))).toHaveLength(1);
  });

  it('shows both versions on a conflict and lets the person choose', async () => {
    const theirs = { ...rowOf(3), postName: '对方的名字', version: 7 };
    const changed = { by: '李四', isOwn: false, time: '2026-11-23T02:05:00Z' };
    let conflicts = 1;
    const { user, sent } = openPage('/post?open=edit-3', {
      'PUT /system/posts/:id': ({ body }) => {
        if (conflicts-- > 0) refused(409, 'entity.versionConflict', '数据已被他人修改', { mine: body, theirs, changed })();
        return { version: 8 };
      },
    });
    await screen.findByText('修改岗位', { selector: '.ant-drawer-title' });
    await waitFor(() => expect(nameInput()).toHaveProperty('value', '岗位3'));
    await user.type(nameInput(), '甲');
    await user.click(screen.getByText('保存'));
    expect(await screen.findByText('对方的名字')).toBeTruthy();
    expect(screen.getByText('岗位3甲')).toBeTruthy();
    expect(screen.getByText(/李四于 2026-11-23 10:05 保存了这条数据/)).toBeTruthy();
    // only what differs is shown, and nothing is thrown away by a key pressed in passing
    expect(screen.getAllByRole('rowheader')).toHaveLength(1);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('返回修改'));
    await user.click(screen.getByText('覆盖'));
    await waitFor(() =>
      expect(sent.filter((one) => one.key.startsWith('PUT')).at(-1)?.body).toMatchObject({ postName: '岗位3甲', version: 7 }),
    );
  });

  it('takes the other version when asked to', async () => {
    const theirs = { ...rowOf(3), postName: '对方的名字', version: 7 };
    const { user } = openPage('/post?open=edit-3', {
      'PUT /system/posts/:id': refused(409, 'entity.versionConflict', '冲突', {
        mine: {},
        theirs,
        changed: { by: null, isOwn: true, time: null },
      }),
    });
    await screen.findByText('修改岗位', { selector: '.ant-drawer-title' });
    await waitFor(() => expect(nameInput()).toHaveProperty('value', '岗位3'));
    await user.type(nameInput(), '甲');
    await user.click(screen.getByText('保存'));
    // one's own other window is nobody else
    expect(await screen.findByRole('columnheader', { name: '另一窗口的版本' })).toBeTruthy();
    await user.click(screen.getByText('采用另一窗口'));
    await waitFor(() => expect(nameInput()).toHaveProperty('value', '对方的名字'));
    await waitFor(() => expect(hasUnsaved()).toBe(false));
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, signInWith, type Answers } from '#kit/test/web-page.tsx';
import AuthorizePage from './AuthorizePage.tsx';
import { EffectiveDrawer } from './EffectiveDrawer.tsx';
import { EFFECTIVE, grant, SUBJECT } from './test-studio.tsx';

const BASE = '/data/metadata/authorizes';
const ROWS = [
  grant('1', { actions: ['meta', 'query', 'unmask'], endTime: '2027-05-01T04:00:00Z', rowFilter: "city = '杭州'", remark: '月报用' }),
  grant('2', { subjectName: null, subjectType: 'user', objectName: null, actions: ['meta'], state: 'expired' }),
];
const SUBJECTS = [
  { id: '200', name: '访客', detail: null, parentId: null, status: '1', grants: 1 },
  { id: '100', name: '分析师', detail: null, parentId: null, status: '1', grants: 7 },
];
const answers = (over: Answers = {}): Answers => ({
  [`GET ${BASE}/page`]: { pageNum: 1, pageSize: 20, total: 2, data: ROWS },
  [`GET ${BASE}/1`]: ROWS[0],
  [`GET ${BASE}/subjects`]: SUBJECTS,
  [`GET ${BASE}/subjects/role/100`]: SUBJECT,
  [`GET ${BASE}/objects`]: [],
  [`GET ${BASE}/refresh`]: null,
  [`GET ${BASE}/requests/page`]: { pageNum: 1, pageSize: 1, total: 3, data: [] },
  ...over,
});
const open = (at: string, over: Answers = {}) => openPage(<AuthorizePage />, { at, answers: answers(over) });

it('the list says who may do what with which object, and until when', async () => {
  signInWith();
  open('/metadata/authorize?tab=list');
  const row = (await screen.findByText('dwd.contract')).closest('tr')!;
  const text = row.textContent ?? '';
  for (const part of ['分析师', '角色', '2027-05-01 12:00', "city = '杭州'"]) expect(text).toContain(part);
  // clear text first, the metadata that every grant gives not at all
  expect(text).toMatch(/明文、查询/);
  expect(text).not.toContain('查看元数据');
  const other = screen.getAllByText('已删除')[0]!.closest('tr')!.textContent ?? '';
  expect(other).toContain('查看元数据');
  expect(other).toContain('长期');
  expect(within(row).getByTitle('分析师')).toBeTruthy();
});

it('the tree begins with who has most grants', async () => {
  signInWith();
  const { sent } = open('/metadata/authorize');
  await waitFor(() => expect(sent.some(({ key }) => key.includes('100'))).toBe(true));
  expect(sent.some(({ key }) => key.endsWith('/role/200'))).toBe(false);
});

it('where there is nobody, it says so', async () => {
  signInWith();
  open('/metadata/authorize', { [`GET ${BASE}/subjects`]: [] });
  expect(await screen.findByText('还没有角色')).toBeTruthy();
});

it('requests are counted for who decides them, and are nowhere for others', async () => {
  signInWith();
  const first = open('/metadata/authorize?tab=list');
  expect(await screen.findByText('申请（3）')).toBeTruthy();
  first.unmount();
  signInWith('metadata:authorize:list', 'metadata:authorize:detail');
  open('/metadata/authorize?tab=requests');
  expect(await screen.findByText('授权清单')).toBeTruthy();
  expect(screen.queryByText(/^申请/)).toBeNull();
  expect(screen.queryByRole('button', { name: /刷新缓存/ })).toBeNull();
});

it('the cache is emptied at a press, which says so', async () => {
  signInWith();
  const { user, last } = open('/metadata/authorize?tab=list');
  await user.click(await screen.findByRole('button', { name: /刷新缓存/ }));
  expect(await screen.findByText('数据授权缓存已刷新')).toBeTruthy();
  expect(last(`GET ${BASE}/refresh`)).toBeDefined();
});

it('the details of a grant name its condition', async () => {
  signInWith();
  open('/metadata/authorize?tab=list&open=detail-1');
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('月报用')).toBeTruthy();
  expect(drawer.getByText("city = '杭州'")).toBeTruthy();
});

it('what an account may do with a table is asked when both are known, and says what gives it', async () => {
  signInWith();
  const people = [{ id: '11', name: '林若彤', detail: null, parentId: null, status: '1', grants: 0 }];
  const table = { id: '7', type: 'table', name: 'contract', comment: '合同', level: null, children: 3, mask: null };
  const { user, last, sent } = openPage(<EffectiveDrawer userId="11" onClose={() => undefined} />, {
    answers: {
      [`GET ${BASE}/subjects`]: people,
      [`GET ${BASE}/objects`]: [table],
      [`GET ${BASE}/effective`]: { ...EFFECTIVE, user: { ...EFFECTIVE.user, isActive: false } },
    },
  });
  expect(await screen.findByText('请选择用户和表')).toBeTruthy();
  expect(sent.some(({ key }) => key.endsWith('/effective'))).toBe(false);
  await user.click(screen.getAllByRole('combobox')[1]!);
  await user.click(await screen.findByText('contract（合同）'));
  expect(await screen.findByText('该账号已禁用或过期，不能使用任何数据')).toBeTruthy();
  expect(last(`GET ${BASE}/effective`)!.query).toEqual({ userId: '11', tableId: '7' });
  expect(screen.queryByText('请选择用户和表')).toBeNull();
  expect(screen.getByText('org = 1 或 org = 2')).toBeTruthy();
  expect(screen.getByText('角色分析师的授权')).toBeTruthy();
  const allowed = screen.getAllByRole('listitem').map((item) => /不?允许/.exec(item.textContent ?? '')?.[0]);
  expect(allowed).toEqual(EFFECTIVE.actions.map(({ isAllowed }) => (isAllowed ? '允许' : '不允许')));
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { session, type SessionUser } from '#kit/web/session.ts';
import { providerProps } from '#kit/web/theme.ts';
import { AskAccess } from './AskAccess.tsx';

let stored: object | null = null;
let answerMine: () => void = () => undefined;
let answerSteps: () => void = () => undefined;
const reply = (data: unknown) => new Response(JSON.stringify({ success: true, code: 200, msg: '', data }));

beforeEach(() => {
  stored = null;
  const user = { id: '1', username: 'analyst', nickname: '分析师', roles: [] } as unknown as SessionUser;
  session.setAccount({ user, menus: [], perms: ['metadata:datacolumn:detail'] });
  const known = new Promise<void>((resolve) => (answerMine = resolve));
  const asked = new Promise<void>((resolve) => (answerSteps = resolve));
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (address.endsWith('/requests/steps')) {
      await asked;
      return reply([{ name: '表负责人', people: ['林思远'], id: 'n1', kind: 'task', note: null, isConditional: false }]);
    }
    if (method === 'POST') {
      stored = { state: 'open', flowStatus: null, processInstanceId: null };
      return reply({ id: '9' });
    }
    if (address.endsWith('/grants')) return reply({ mine: ['meta'], grants: null });
    if (address.includes('/requests/mine/')) {
      await known;
      return reply(stored);
    }
    return reply({ id: '7', columns: [] });
  });
});

function show(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ConfigProvider {...providerProps}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AskAccess tableId="7" />
        </MemoryRouter>
      </QueryClientProvider>
    </ConfigProvider>,
  );
  return client;
}

it('is not offered before it is known whether a request waits', async () => {
  stored = { state: 'open', flowStatus: null, processInstanceId: null };
  const client = show();
  // the rights are answered, the request is not
  await vi.waitFor(() => expect(client.isFetching()).toBe(1));
  expect(screen.queryByRole('button')).toBeNull();
  answerMine();
  expect(await screen.findByRole('button', { name: '申请待处理' })).toHaveProperty('disabled', true);
});

it('says that a request waits as soon as it was made', async () => {
  answerMine();
  show();
  await userEvent.click(await screen.findByRole('button', { name: '申请权限' }));
  await userEvent.type(await screen.findByRole('textbox', { name: '用途' }), '核对人数');
  await userEvent.click(screen.getByRole('button', { name: '提交申请' }));
  expect(await screen.findByRole('button', { name: '申请待处理' })).toHaveProperty('disabled', true);
});

it('says who decides only when that is known: a request does not look as if it passed by itself', async () => {
  answerMine();
  show();
  await userEvent.click(await screen.findByRole('button', { name: '申请权限' }));
  const deciders = within(await screen.findByRole('complementary', { name: '谁来审批' }));
  expect(deciders.getByRole('status', { name: '数据加载中' })).toBeTruthy();
  expect(deciders.queryByText('您提交')).toBeNull();
  expect(deciders.queryByText(/生效/)).toBeNull();
  answerSteps();
  expect(await deciders.findByText('林思远')).toBeTruthy();
  expect(deciders.getByText(/生效/)).toBeTruthy();
});

it('asks nobody who decides about a request for nothing', async () => {
  answerMine();
  answerSteps();
  show();
  await userEvent.click(await screen.findByRole('button', { name: '申请权限' }));
  const deciders = within(await screen.findByRole('complementary', { name: '谁来审批' }));
  expect(await deciders.findByText('林思远')).toBeTruthy();
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)) await userEvent.click(box);
  expect(await deciders.findByText('选好权限和期限后显示。')).toBeTruthy();
  expect(deciders.queryByText('林思远')).toBeNull();
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ConfirmHost } from '#kit/web/ConfirmHost.tsx';
import { MessageHost } from '#kit/web/MessageHost.tsx';
import { session, type SessionUser } from '#kit/web/session.ts';
import { providerProps } from '#kit/web/theme.ts';
import ConfigPage from '../ConfigPage.tsx';

configure({ asyncUtilTimeout: 8_000 });

const range = { min: 1, max: 1440, unit: '分钟', decimals: 0 };
const rule = { groupName: '登录与会话', defaultValue: '30', help: '超过该时间没有操作需重新登录', range, missing: null };
const common = { version: 3, isPublic: '0', isBuiltIn: '1', status: '1', remark: null, createBy: null, updateBy: null };
const times = { createTime: '2026-11-01T00:00:00Z', updateTime: '2026-11-01T00:00:00Z' };
const row = (id: string, configKey: string, configName: string, more: object) => ({
  id,
  configKey,
  configName,
  ...common,
  ...times,
  ...more,
});
const ROWS = [
  row('1', 'sys.session.idleMinutes', '会话空闲超时', { configType: 'number', configValue: '45', rule }),
  row('2', 'sys.sms.enabled', '登录短信验证码', {
    configType: 'boolean',
    configValue: 'false',
    rule: { groupName: '短信', defaultValue: 'false', help: null, range: null, missing: '当前的短信网关还没有成功发送过测试短信' },
  }),
  row('3', 'custom.report', '报表抬头', { configType: 'text', configValue: '月报', isBuiltIn: '0', rule: null }),
  row('4', 'sys.lock.idleMinutes', '自动锁屏', {
    configType: 'number',
    configValue: '99',
    status: '0',
    rule: { ...rule, defaultValue: '15' },
  }),
];

const sent: { method: string; path: string; body: unknown }[] = [];

beforeEach(() => {
  sent.length = 0;
  session.setToken('token');
  session.setAccount({ user: { roles: ['admin'] } as unknown as SessionUser, menus: [], perms: ['*:*:*'] });
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const path = String(input).replace(/^.*\/sjzt-datax/, '');
    sent.push({ method: init.method ?? 'GET', path, body: init.body ? JSON.parse(String(init.body)) : null });
    const data = path.startsWith('/system/configs/page')
      ? { pageNum: 1, pageSize: 200, total: ROWS.length, data: ROWS }
      : path.startsWith('/system/configs/rules')
        ? [
            { configKey: 'sys.session.idleMinutes', ...rule },
            { configKey: 'sys.sms.enabled', ...rule, groupName: '短信' },
          ]
        : { version: 4 };
    return Promise.resolve(Response.json({ success: true, code: 200, msg: '', data, timestamp: 0 }));
  });
});

async function open() {
  const router = createMemoryRouter([{ path: '*', element: <ConfigPage /> }], { initialEntries: ['/basic/system/config'] });
  render(
    <ConfigProvider {...providerProps}>
      <App>
        <MessageHost />
        <ConfirmHost />
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  await screen.findByText('会话空闲超时');
  return userEvent.setup();
}
const setting = (name: string) => screen.getByText(name).closest('li')!;

it('shows settings by subject, with what holds, what may be filled in and what is missing', async () => {
  await open();
  const groups = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(groups).toEqual(['登录与会话', '短信', '自定义参数']);
  expect(within(setting('会话空闲超时')).getByText('45 分钟')).toBeTruthy();
  expect(within(setting('会话空闲超时')).getByText('可填 1 到 1,440 分钟，默认 30')).toBeTruthy();
  expect(within(setting('登录短信验证码')).getByText(/还没有成功发送过测试短信/)).toBeTruthy();
  // disabled: the default holds, not what is stored
  expect(within(setting('自动锁屏')).getByText('15 分钟')).toBeTruthy();
});

it('offers 删除 only for settings that people have added, and 恢复默认 only where something else holds', async () => {
  await open();
  const actions = (name: string) =>
    within(setting(name))
      .queryAllByRole('button')
      .map((button) => button.textContent);
  expect(actions('会话空闲超时')).toContain('恢复默认');
  expect(actions('会话空闲超时')).not.toContain('删除');
  expect(actions('登录短信验证码')).toEqual(['修改', '变更记录']);
  expect(actions('报表抬头')).toContain('删除');
});

it('restores the default after asking, over the version that was read', async () => {
  const user = await open();
  await user.click(within(setting('会话空闲超时')).getByText('恢复默认'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '恢复默认' }));
  await vi.waitFor(() => expect(sent.find(({ method }) => method === 'PUT')).toBeTruthy());
  expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/system/configs/1',
    body: { configKey: 'sys.session.idleMinutes', configValue: '30', status: '1', version: 3 },
  });
});

it('finds settings by name, key and help', async () => {
  const user = await open();
  await user.type(screen.getByRole('textbox', { name: '搜索参数' }), '没有操作 idle');
  await vi.waitFor(() => expect(screen.queryByText('登录短信验证码')).toBeNull());
  expect(screen.getByText('会话空闲超时')).toBeTruthy();
});

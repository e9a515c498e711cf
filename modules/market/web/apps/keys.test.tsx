import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { Keys, stateOf } from './Keys.tsx';

const key = (keyId: string, over: object = {}) => ({
  keyId,
  hint: `${keyId}.abcd`,
  createTime: '2026-11-20T02:00:00.000Z',
  expireTime: null,
  lastUsedTime: null,
  revokeTime: null,
  signMode: 'none' as const,
  ...over,
});
const app = (...keys: ReturnType<typeof key>[]) => ({
  id: '5',
  version: 0,
  createBy: null,
  updateBy: null,
  createTime: '2026-11-20T02:00:00.000Z',
  updateTime: '2026-11-20T02:00:00.000Z',
  status: '1' as const,
  appName: '经营分析平台',
  ipWhitelist: null,
  remark: null,
  keys,
});

beforeEach(() => signInWith());

it('shows a new key once, until it is put away', async () => {
  const { user, last } = openPage(<Keys app={app(key('1'))} />, {
    answers: { 'POST /data/market/apps/5/keys': { keyId: '2', apiKey: 'ak_2.secret', secret: null } },
  });
  await user.click(screen.getByRole('button', { name: /生成密钥/ }));
  await user.click(await screen.findByRole('button', { name: '生成' }));
  expect(await screen.findByDisplayValue('ak_2.secret')).toBeTruthy();
  expect(last('POST /data/market/apps/5/keys')!.body).toEqual({ days: null, signMode: 'none' });
  expect(screen.getByText('新密钥只显示这一次')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '已保存，关闭' }));
  expect(screen.queryByDisplayValue('ak_2.secret')).toBeNull();
});

it('replaces a key by one of its kind and shows the secret that signs', async () => {
  const { user, last } = openPage(<Keys app={app(key('1', { signMode: 'hmac-sm3' }))} />, {
    answers: { 'POST /data/market/apps/5/keys/1/rotate': { keyId: '2', apiKey: 'ak_2', secret: 'sk_once' } },
  });
  expect(screen.getByText('HMAC-SM3 签名')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '轮换' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: '轮换' }));
  expect(await screen.findByDisplayValue('sk_once')).toBeTruthy();
  expect(last('POST /data/market/apps/5/keys/1/rotate')!.body).toEqual({ days: null, graceDays: 7 });
});

it('makes no third key while two are alive, and says why; those that are over do not count', () => {
  const { unmount } = openPage(<Keys app={app(key('1'), key('2'))} />);
  const button = screen.getByRole('button', { name: /生成密钥/ });
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(button.getAttribute('title')).toContain('最多同时有 2 个');
  unmount();
  openPage(<Keys app={app(key('1'), key('2', { revokeTime: '2026-11-21T02:00:00.000Z' }))} />);
  expect(screen.getByRole('button', { name: /生成密钥/ }).hasAttribute('disabled')).toBe(false);
});

it('asks before a key is revoked', async () => {
  const { user, sent } = openPage(<Keys app={app(key('1'))} />, { answers: { 'DELETE /data/market/apps/5/keys/1': null } });
  await user.click(screen.getByRole('button', { name: '吊销' }));
  const dialog = await screen.findByRole('dialog');
  expect(sent.some(({ key: call }) => call.startsWith('DELETE'))).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: '吊销' }));
  await waitFor(() => expect(sent.some(({ key: call }) => call === 'DELETE /data/market/apps/5/keys/1')).toBe(true));
});

it('knows the states of a key', () => {
  const at = Date.parse('2026-11-28T00:00:00Z');
  expect(stateOf({ revokeTime: null, expireTime: null }, at)).toBe('live');
  expect(stateOf({ revokeTime: null, expireTime: '2026-11-27T00:00:00Z' }, at)).toBe('expired');
  expect(stateOf({ revokeTime: '2026-11-27T00:00:00Z', expireTime: null }, at)).toBe('revoked');
});

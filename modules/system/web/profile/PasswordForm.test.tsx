import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from 'antd';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ConfirmHost } from '#kit/web/ConfirmHost.tsx';
import { MessageHost } from '#kit/web/MessageHost.tsx';
import { session } from '#kit/web/session.ts';
import { PasswordForm } from './PasswordForm.tsx';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const plain = (sealed: string): unknown =>
  JSON.parse(
    privateDecrypt(
      { key: keys.privateKey, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING },
      Buffer.from(sealed, 'base64'),
    ).toString(),
  );

const GOOD = 'Abcdefgh@1234567';
let isRefused = false;
let sent: Record<string, string> = {};
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.includes('captchaImage'))
      return response.end(JSON.stringify({ code: 200, data: { uuid: 'u1', publicKey: keys.publicKey } }));
    sent = JSON.parse(body) as Record<string, string>;
    if (!isRefused) return response.end(JSON.stringify({ code: 200, data: { success: true } }));
    response.statusCode = 422;
    return response.end(JSON.stringify({ code: 422, error: 'auth.badCredentials', msg: '旧密码不正确' }));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  );
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const show = (onClose?: () => void) =>
  render(
    <App>
      <MessageHost />
      <ConfirmHost />
      <PasswordForm onClose={onClose} />
    </App>,
  );
const field = (label: string) => screen.getByLabelText(label);
const fill = async (old: string, password: string, confirm: string) => {
  const user = userEvent.setup();
  for (const [label, text] of [
    ['旧密码', old],
    ['新密码', password],
    ['确认密码', confirm],
  ] as const) {
    await user.click(field(label));
    if (text) await user.keyboard(text);
  }
  await user.tab();
  return user;
};

it('checks each field when it is left, with the texts', async () => {
  show();
  await fill('', 'short', 'other');
  expect(await screen.findByText('旧密码不能为空')).toBeTruthy();
  expect(await screen.findByText('用户密码长度必须介于 16 和 20 之间')).toBeTruthy();
  expect(await screen.findByText('两次输入密码不一致')).toBeTruthy();
});

it('asks for all kinds of characters', async () => {
  show();
  await fill('x', 'abcdefghijklmnopq', '');
  expect(await screen.findByText('用户密码必须包含大小写字母、数字和特殊字符')).toBeTruthy();
  expect(await screen.findByText('确认密码不能为空')).toBeTruthy();
});

it('says 保存失败 and can be pressed again when the server refuses', async () => {
  isRefused = true;
  show();
  const user = await fill('old', GOOD, GOOD);
  await user.click(screen.getByRole('button', { name: /保\s?存$/ }));
  expect(await screen.findByText('保存失败')).toBeTruthy();
  expect(await screen.findByText('旧密码不正确')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /保\s?存$/ }).disabled).toBe(false));
});

it('sends the passwords encrypted, says 保存成功, closes after 2 s and signs out', async () => {
  isRefused = false;
  const order: string[] = [];
  session.onSignOut(() => Promise.resolve(void order.push('signed out')));
  const onClose = vi.fn(() => void order.push('closed'));
  show(onClose);
  const user = await fill('old', GOOD, GOOD);
  await user.click(screen.getByRole('button', { name: /保\s?存$/ }));
  expect(await screen.findByText('保存成功')).toBeTruthy();
  expect(sent['uuid']).toBe('u1');
  expect(plain(sent['password'] ?? '')).toMatchObject({ p: GOOD });
  expect(order).toEqual([]);
  await waitFor(() => expect(order).toEqual(['closed', 'signed out']), { timeout: 4000 });
});

import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useNetwork } from '#kit/server/outbound/index.ts';
import { startApp } from '#kit/test/app.ts';
import { readSecretConfig } from '#modules/system/server/index.ts';
import { openMail } from './mail.ts';

const app = startApp();
type Row = { id: string; version: number; configKey: string; configValue: string; configName: string; configType: string };

async function change(key: string, configValue: string) {
  const { data } = await app.admin('GET', `/system/configs/page?configKey=${key}`);
  const row = (data.data as Row[]).find(({ configKey }) => configKey === key)!;
  const answer = await app.admin('PUT', `/system/configs/${row.id}`, { ...row, configValue });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer;
}
const stored = () => readSecretConfig(app.node.app, app.database.db, 'sys.mail.password');

const MAIL_HOST = { hostName: '邮件服务器', scheme: 'smtps', host: 'mail.example.com', port: 465 };
async function register(over: Partial<typeof MAIL_HOST> = {}): Promise<string> {
  const answer = await app.admin('POST', '/system/hosts', { ...MAIL_HOST, ...over });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
}

it('the password of the mail server does not travel to another server', async () => {
  await register();
  await register({ hostName: '别处', host: 'evil.example.com' });
  await register({ hostName: '其他端口', port: 2525 });
  await register({ hostName: '明文', scheme: 'smtp', port: 25 });
  await change('sys.mail.server', 'smtps://mail.example.com');
  await change('sys.mail.username', 'sender@example.com');
  await change('sys.mail.password', 'Mail#Pass2026');
  // the same server in other words keeps it
  for (const same of ['smtps://mail.example.com:465', ' smtps://MAIL.example.com:465 ', 'smtps://mail.example.com:465/'])
    await change('sys.mail.server', same);
  await change('sys.mail.from', 'other@example.com');
  expect(await stored()).toBe('Mail#Pass2026');
  for (const other of ['smtps://evil.example.com:465', 'smtps://mail.example.com:2525', 'smtp://mail.example.com', '']) {
    await change('sys.mail.server', 'smtps://mail.example.com');
    await change('sys.mail.password', 'Mail#Pass2026');
    const { body } = await change('sys.mail.server', other);
    expect(await stored(), other).toBeNull();
    const log = await app.database.db.selectFrom('sysOperLog').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    expect(log.note, JSON.stringify(body)).toBe('已清除“邮件服务器密码”，请重新填写');
    expect(JSON.stringify(log)).not.toContain('Mail#Pass2026');
  }
});

describe('the mail server is an outside host like every other', () => {
  const greetings = { text: '220 mail.example ready\r\n' };
  const reached: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(greetings.text);
  });
  const ADDRESSES: Record<string, string> = {
    'public.example': '203.0.113.9',
    'inner.example': '10.1.2.3',
    'loop.example': '127.0.0.1',
    'meta.example': '169.254.169.254',
    'own.example': '198.51.100.7',
  };
  beforeAll(async () => {
    await change('sys.mail.username', '');
    await change('sys.mail.from', 'databrain@example.com');
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    useNetwork(app.node.app, {
      lookup: async (name) => [ADDRESSES[name] ?? '203.0.113.1'],
      dial: (address) => {
        reached.push(address);
        return connect((server.address() as AddressInfo).port, '127.0.0.1');
      },
      own: () => ['127.0.0.1', '198.51.100.7'],
    });
  });
  afterAll(() => void server.close());
  const set = async (configValue: string) => {
    const { data } = await app.admin('GET', '/system/configs/page?configKey=sys.mail.server');
    return app.admin('PUT', `/system/configs/${data.data[0].id}`, { ...data.data[0], configValue });
  };
  const send = async () => {
    const mailer = await openMail(app.node.app);
    try {
      await mailer?.send({ to: { name: '某', address: 'a@example.com' }, subject: 's', text: 't', path: '/' });
    } finally {
      mailer?.close();
    }
  };

  it('is saved only once it is registered, and the change stands in the operation log', async () => {
    for (const stranger of ['smtp://stranger.example:25', 'smtp://127.0.0.1', 'smtp://169.254.169.254:25'])
      expect(await set(stranger)).toMatchObject({ status: 422, msg: expect.stringContaining('外部地址') });
    for (const host of ['169.254.169.254', '2852039166', '0.0.0.0'])
      expect((await app.admin('POST', '/system/hosts', { ...MAIL_HOST, hostName: host, host })).status).toBe(400);
    await register({ hostName: 'public', scheme: 'smtp', host: 'public.example', port: 25 });
    expect((await set('smtp://public.example:26')).status).toBe(422);
    expect((await set('smtps://public.example:25')).status).toBe(422);
    expect((await set('smtp://public.example')).status).toBe(200);
    const log = await app.database.db.selectFrom('sysOperLog').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    expect(JSON.stringify(log.changes)).toContain('smtp://public.example');
  });

  it.each(['inner.example', 'loop.example', 'meta.example', 'own.example'])(
    'nothing is sent to %s: refused before connecting, and logged',
    async (host) => {
      const id = await register({ hostName: host, scheme: 'smtp', host, port: 25 });
      expect((await set(`smtp://${host}`)).status).toBe(200);
      reached.length = 0;
      await expect(send()).rejects.toMatchObject({ key: 'rule.broken', message: expect.stringMatching(/^邮件服务器无法连接：外部地址/) });
      expect(await app.admin('POST', `/system/hosts/${id}/test`)).toMatchObject({ status: 422, error: 'outbound.refused' });
      expect(reached).toEqual([]);
      const calls = (await app.admin('GET', `/system/hosts/calls/page?hostId=${id}`)).data.data;
      expect(calls).toMatchObject([
        { state: 'refused', purpose: '测试' },
        { state: 'refused', purpose: '邮件' },
      ]);
    },
  );

  it('a private one is reached where somebody who may has allowed it; the test reads its greeting', async () => {
    const id = (await app.admin('GET', '/system/hosts/page?host=inner.example')).data.data[0].id;
    const row = (await app.admin('GET', `/system/hosts/${id}`)).data;
    const editor = app.as((await app.make.user({ perms: ['system:host:edit', 'system:host:detail'] })).token);
    expect((await editor('PUT', `/system/hosts/${id}`, { ...row, isPrivateAllowed: '1' })).status).toBe(422);
    expect((await app.admin('PUT', `/system/hosts/${id}`, { ...row, isPrivateAllowed: '1' })).status).toBe(200);
    reached.length = 0;
    expect(await app.admin('POST', `/system/hosts/${id}/test`)).toMatchObject({ status: 200, data: { status: 220 } });
    expect(reached).toEqual(['10.1.2.3']);
    greetings.text = 'HTTP/1.1 400 Bad Request\r\n';
    expect(await app.admin('POST', `/system/hosts/${id}/test`)).toMatchObject({
      status: 502,
      msg: expect.stringContaining('不是邮件服务器'),
    });
    // gone with its registration
    await set('smtp://inner.example');
    await app.admin('DELETE', `/system/hosts/${id}`);
    await expect(send()).rejects.toMatchObject({ message: expect.stringContaining('没有在外部地址中登记') });
  });
});

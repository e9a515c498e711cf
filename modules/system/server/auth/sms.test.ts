import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { useNetwork } from '#kit/server/outbound/index.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { PASSWORD, change, login, person, setConfig, ticket } from './test-client.ts';
import { sendSms } from './sms.ts';

const app = startApp();
const CALL = '/system/captchaSms';

afterEach(async () => {
  app.clock.now = new Date();
  await setConfig(app, 'sys.sms.enabled', 'false');
  await setConfig(app, 'sys.sms.gatewayUrl', '');
  await app.database.db.deleteFrom('sysThrottle').execute();
});
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const outbox = async (username: string) =>
  (await app.admin('GET', '/system/sms/page')).data.data.filter((row: { username: string }) => row.username === username);
const setThrough = async (key: string, configValue: string) => {
  const row = (await app.admin('GET', `/system/configs/page?configKey=${key}`)).data.data[0];
  return app.admin('PUT', `/system/configs/${row.id}`, { ...row, configValue });
};
const codeIn = (content: string): string => /\d{6}/.exec(content)?.[0] ?? '';
const ask = async (username: string) => {
  expect((await app.stranger('POST', CALL, { username })).status).toBe(200);
  return codeIn((await outbox(username))[0].content);
};

describe('sign-in with a text message', () => {
  it('needs password and code; the code works once', async () => {
    await setConfig(app, 'sys.sms.enabled', 'true');
    const user = await person(app);
    expect((await ticket(app)) as unknown).toMatchObject({ smsEnabled: true });
    expect((await login(app, { username: user.username, password: PASSWORD })).msg).toBe('用户名、密码或短信验证码错误');
    const code = await ask(user.username);
    expect((await login(app, { username: user.username, password: PASSWORD, smsCode: code })).status).toBe(200);
    expect((await login(app, { username: user.username, password: PASSWORD, smsCode: code })).status).toBe(422);
  });

  it('the code of one account does not open another, five wrong ones kill it, it lives five minutes', async () => {
    await setConfig(app, 'sys.sms.enabled', 'true');
    const [a, b, c] = [await person(app), await person(app), await person(app)];
    const code = await ask(a.username);
    expect((await login(app, { username: b.username, password: PASSWORD, smsCode: code })).status).toBe(422);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let count = 0; count < 5; count++) {
      await app.database.db.deleteFrom('sysThrottle').execute();
      await app.database.db.updateTable('sysUser').set({ lockedUntil: null }).where('id', '=', a.id).execute();
      expect((await login(app, { username: a.username, password: PASSWORD, smsCode: wrong })).status).toBe(422);
    }
    await app.database.db.deleteFrom('sysThrottle').execute();
    expect((await login(app, { username: a.username, password: PASSWORD, smsCode: code })).status).toBe(422);
    const late = await ask(c.username);
    later(301_000);
    expect((await login(app, { username: c.username, password: PASSWORD, smsCode: late })).status).toBe(422);
  });

  it('accounts without a number are not shut out', async () => {
    await setConfig(app, 'sys.sms.enabled', 'true');
    const user = await person(app);
    await change(app, user.id, { phone: null });
    expect((await login(app, { username: user.username, password: PASSWORD })).status).toBe(200);
  });

  it('known and unknown names and numbers get the same answer', async () => {
    const user = await person(app);
    const { phone } = await app.database.db.selectFrom('sysUser').select('phone').where('id', '=', user.id).executeTakeFirstOrThrow();
    for (const body of [{ username: user.username }, { username: 'nobody55' }, { phone }, { phone: '19900000000' }]) {
      const answer = await app.stranger('POST', CALL, body);
      expect({ status: answer.status, data: answer.data }).toEqual({ status: 200, data: { seconds: 60 } });
      expect((await app.stranger('POST', CALL, body)).status).toBe(429);
    }
    // asked by name and by number, sent once
    expect(await outbox(user.username)).toHaveLength(1);
    expect((await app.stranger('POST', CALL, {})).status).toBe(400);
  });

  it('is limited to one a minute, five an hour, ten a day', async () => {
    app.clock.now = new Date();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await app.stranger('POST', CALL, { username: 'somebody1' })).status);
      later(61_000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (let count = 0; count < 6; count++) {
      later(3_600_000);
      statuses.push((await app.stranger('POST', CALL, { username: 'somebody1' })).status);
    }
    expect(statuses.slice(6)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('outbox and gateway', () => {
  it('the outbox has its own permission', async () => {
    const user = await app.make.user({ perms: ['system:user:list'] });
    expect((await app.as(user.token)('GET', '/system/sms/page')).status).toBe(403);
  });

  it('the gateway receives JSON; the outbox then hides the code', async () => {
    const received: string[] = [];
    const tokens: string[] = [];
    let status = 500;
    const gateway = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        received.push(body);
        tokens.push(request.headers.authorization ?? '');
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    try {
      // beyond this machine as far as the platform knows
      useNetwork(app.node.app, {
        lookup: async () => ['203.0.113.8'],
        dial: () => connect((gateway.address() as AddressInfo).port, '127.0.0.1'),
        own: () => ['127.0.0.1'],
      });
      const URL = 'http://sms.example:8080/send';
      const unknown = await setThrough('sys.sms.gatewayUrl', URL);
      expect(unknown).toMatchObject({ status: 422, msg: expect.stringContaining('外部地址') });
      const host = { hostName: '短信网关', scheme: 'http', host: 'sms.example', port: 8080 };
      const hostId = (await app.admin('POST', '/system/hosts', host)).data.id;
      expect((await setThrough('sys.sms.gatewayUrl', URL)).status).toBe(200);
      expect((await setThrough('sys.sms.gatewayToken', 'hush-token')).status).toBe(200);
      const user = await person(app);
      const { node } = app;
      const id = node.app.ids.next();
      const now = new Date();
      await app.database.db
        .insertInto('sysSms')
        .values({
          id,
          userId: user.id,
          phone: '13800000000',
          scene: 'login',
          code: '424242',
          state: 'waiting',
          createTime: now,
          expireTime: now,
        })
        .execute();
      const run = {
        id: '1',
        app: node.app,
        payload: { id },
        signal: new AbortController().signal,
        progress: async () => undefined,
        end: async () => undefined,
      };
      await expect(sendSms(run)).rejects.toThrow('短信网关返回 HTTP 500');
      expect((await outbox(user.username))[0]).toMatchObject({ state: 'failed', result: '短信网关返回 HTTP 500' });
      status = 200;
      await app.database.db.updateTable('sysSms').set({ state: 'waiting' }).where('id', '=', id).execute();
      await sendSms(run);
      await sendSms(run);
      expect(received).toHaveLength(2);
      expect(JSON.parse(received[1] ?? '')).toEqual({
        phone: '13800000000',
        content: '您的登录验证码是424242，5分钟内有效，请勿告诉他人。',
      });
      const [row] = await outbox(user.username);
      expect(row).toMatchObject({ state: 'sent' });
      expect(row.content).not.toContain('424242');
      expect(tokens).toEqual(['Bearer hush-token', 'Bearer hush-token']);

      // codes are asked for only once a test message went through the very gateway that is set now
      const enable = () => setThrough('sys.sms.enabled', 'true');
      expect((await setThrough('sys.sms.gatewayBody', '{"to":"{phone}","text":"{content}"}')).status).toBe(200);
      expect(await enable()).toMatchObject({ status: 422, msg: expect.stringContaining('测试短信') });
      const sendTest = () => app.admin('POST', '/system/sms/test', { phone: '13900000000' });
      status = 500;
      expect(await sendTest()).toMatchObject({ status: 502, msg: '短信网关返回 HTTP 500' });
      expect((await enable()).status).toBe(422);
      status = 200;
      expect((await sendTest()).status).toBe(200);
      await app.database.db.updateTable('sysUser').set({ phone: '13700000000' }).where('username', '=', 'admin').execute();
      expect(await enable()).toMatchObject({ status: 422, msg: expect.stringContaining('没有登记手机号码') });
      await app.database.db.updateTable('sysUser').set({ phone: null }).where('username', '=', 'admin').execute();
      expect((await enable()).status).toBe(200);

      // while people need it, neither its settings nor its host go away under them
      for (const [key, value] of [
        ['sys.sms.gatewayUrl', ''],
        ['sys.sms.gatewayBody', '{}'],
        ['sys.sms.gatewayToken', 'other'],
      ] as const)
        expect(await setThrough(key, value), key).toMatchObject({ status: 422, msg: expect.stringContaining('先禁用') });
      expect((await app.admin('DELETE', `/system/hosts/${hostId}`)).status).toBe(422);

      // a gateway that fails later: the code that it did not take is in the outbox, for the administrator to pass on
      const asked = await person(app);
      status = 500;
      expect((await app.stranger('POST', CALL, { username: asked.username })).status).toBe(200);
      const failed = await until(
        async () => (await outbox(asked.username))[0],
        (message) => message?.state === 'failed',
      );
      expect((await login(app, { username: asked.username, password: PASSWORD, smsCode: codeIn(failed.content) })).status).toBe(200);

      // another gateway gets neither the token nor trust
      expect((await setThrough('sys.sms.enabled', 'false')).status).toBe(200);
      expect((await app.admin('POST', '/system/hosts', { ...host, hostName: '另一个', host: 'sms2.example' })).status).toBe(200);
      expect((await setThrough('sys.sms.gatewayUrl', 'http://sms2.example:8080/send')).status).toBe(200);
      const token = (await app.admin('GET', '/system/configs/page?configKey=sys.sms.gatewayToken')).data.data[0];
      expect(token.configValue).toBe('');
      expect((await enable()).status).toBe(422);
      status = 200;
      tokens.length = 0;
      expect((await sendTest()).status).toBe(200);
      expect(tokens).toEqual(['']);
      expect((await enable()).status).toBe(200);
    } finally {
      gateway.close();
    }
  });
});

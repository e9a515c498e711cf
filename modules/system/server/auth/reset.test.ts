import { createServer as createHttp } from 'node:http';
import { connect, createServer as createMail, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useNetwork } from '#kit/server/outbound/index.ts';
import { startApp, type Answer } from '#kit/test/app.ts';
import { until as untilGood } from '#kit/test/until.ts';
import { PASSWORD, change, login, person, seal, setConfig, ticket } from './test-client.ts';

const app = startApp();
const NEW = 'Brand#New2026word';
/** what the gateway and the mail server were given */
const messages: { phone: string; content: string }[] = [];
const mails: string[] = [];

const gateway = createHttp((request, response) => {
  let text = '';
  request.on('data', (part) => (text += part));
  request.on('end', () => {
    messages.push(JSON.parse(text));
    response.end('{}');
  });
});
const mailServer = createMail((socket) => {
  let [isData, text] = [false, ''];
  socket.on('error', () => undefined);
  socket.write('220 test\r\n');
  socket.on('data', (chunk) => {
    for (const line of chunk.toString('utf8').split('\r\n'))
      if (isData && line === '.') {
        mails.push(text);
        [isData, text] = [false, ''];
        socket.write('250 ok\r\n');
      } else if (isData) text += `${line}\n`;
      else if (/^DATA/i.test(line)) {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (line) socket.write('250 ok\r\n');
  });
});
const until = (ask: () => boolean | Promise<boolean>) => untilGood(async () => ask(), Boolean);
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  await new Promise<void>((done) => void gateway.listen(0, '127.0.0.1', done));
  await new Promise<void>((done) => void mailServer.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  gateway.close();
  mailServer.close();
});

const channels = async () => (await app.stranger('GET', '/auth/reset/channels')).data.channels;
const ask = async (username: string, channel = 'sms'): Promise<Answer> => {
  await app.database.db.deleteFrom('sysThrottle').execute();
  return app.stranger('POST', '/auth/reset/code', { username, channel, uuid: (await ticket(app)).uuid });
};
const submit = async (given: { ticket: string; code: string; password?: string }): Promise<Answer> => {
  const { uuid, publicKey } = await ticket(app);
  const sealed = () => seal(publicKey, given.password ?? NEW);
  return app.stranger('POST', '/auth/reset/password', {
    ticket: given.ticket,
    code: given.code,
    password: sealed(),
    confirmPassword: sealed(),
    uuid,
  });
};
/** The code that has arrived at a telephone. */
async function codeOn(phone: string, before: number): Promise<string> {
  await until(() => messages.slice(before).some((message) => message.phone === phone));
  return /\d{6}/.exec(messages.slice(before).find((message) => message.phone === phone)?.content ?? '')?.[0] ?? '';
}
const phoneOf = async (id: string) =>
  String((await app.database.db.selectFrom('sysUser').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone);
async function asked(username: string, phone: string) {
  const before = messages.length;
  const { data } = await ask(username);
  return { ticket: data.ticket as string, code: await codeOn(phone, before) };
}
const other = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a forgotten password', () => {
  it('has only ways that are configured and have worked', async () => {
    expect(await channels()).toEqual([]);
    expect((await ask('anybody')).status).toBe(422);
    // beyond this machine as far as the platform knows
    useNetwork(app.node.app, {
      lookup: async () => ['203.0.113.8'],
      dial: (_address, port) => connect(portOf(port === 25 ? mailServer : gateway), '127.0.0.1'),
      own: () => ['127.0.0.1'],
    });
    const host = { hostName: '短信网关', scheme: 'http', host: 'sms.example', port: 8080 };
    expect((await app.admin('POST', '/system/hosts', host)).status).toBe(200);
    await setConfig(app, 'sys.sms.gatewayUrl', 'http://sms.example:8080/');
    const mailHost = { hostName: '邮件服务器', scheme: 'smtp', host: 'mail.example', port: 25 };
    expect((await app.admin('POST', '/system/hosts', mailHost)).status).toBe(200);
    await setConfig(app, 'sys.mail.server', 'smtp://mail.example');
    await setConfig(app, 'sys.mail.from', 'databrain@example.com');
    expect(await channels()).toEqual([]);
    const tester = await app.make.user({ perms: ['system:config:edit'], phone: '13800009999' });
    await app.database.db.updateTable('sysUser').set({ email: 'tester@example.com' }).where('id', '=', tester.id).execute();
    const by = app.as(tester.token);
    expect((await by('POST', '/system/reset/test', { channel: 'sms' })).data).toEqual({ to: '13800009999' });
    expect((await by('POST', '/system/reset/test', { channel: 'mail' })).data).toEqual({ to: 'tester@example.com' });
    await until(async () => (await channels()).length === 2);
    expect(mails).toHaveLength(1);
    // other settings have not been tried
    await setConfig(app, 'sys.mail.from', 'new@example.com');
    expect(await channels()).toEqual(['sms']);
    await setConfig(app, 'sys.mail.from', 'databrain@example.com');
    await setConfig(app, 'sys.password.selfReset', 'false');
    expect(await channels()).toEqual([]);
    await setConfig(app, 'sys.password.selfReset', 'true');
    expect((await app.as((await app.make.user()).token)('POST', '/system/reset/test', { channel: 'sms' })).status).toBe(403);
  });

  it('is set with a code: once, all sessions end, the logs have it and the person is told', async () => {
    const user = await person(app);
    const phone = await phoneOf(user.id);
    const given = await asked(user.username, phone);
    expect(await submit(given)).toMatchObject({ status: 200, data: { success: true } });
    expect((await app.as(user.token)('GET', '/system/users/route')).status).toBe(401);
    expect((await login(app, { username: user.username, password: PASSWORD })).status).toBe(422);
    const entered = await login(app, { username: user.username, password: NEW });
    expect(entered.status).toBe(200);
    expect((await submit({ ...given, password: 'Other#New2026word' })).status).toBe(422);
    const bell = await app.as(entered.body.access_token)('GET', '/system/messages/page');
    expect(JSON.stringify(bell.data)).toContain('您的密码已重新设置');
    await until(() => messages.some((message) => message.phone === phone && message.content.includes('重新设置')));
    const logins = await app.admin('GET', `/system/login/logs/page?event=reset&userName=${user.username}`);
    expect(logins.data.data).toMatchObject([{ result: '1', reason: '通过短信找回密码' }]);
    const log = await app.database.db.selectFrom('sysOperLog').selectAll().where('userId', '=', user.id).execute();
    expect(log).toMatchObject([{ title: '用验证码设置新密码', result: '1', note: expect.stringContaining('通过短信找回密码') }]);
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${NEW}|${given.code}|${given.ticket}`));
  });

  it('comes by mail as well', async () => {
    const user = await person(app);
    await app.database.db.updateTable('sysUser').set({ email: 'forgetful@example.com' }).where('id', '=', user.id).execute();
    const before = mails.length;
    const { data } = await ask(user.username, 'mail');
    await until(() => mails.length > before);
    const text = Buffer.from(/\n\n([\w+/=\n]+)/.exec(mails.at(-1) ?? '')?.[1] ?? '', 'base64').toString();
    const code = /\d{6}/.exec(text)?.[0] ?? /\d{6}/.exec(mails.at(-1)?.split('\n\n').slice(1).join('') ?? '')?.[0] ?? '';
    expect((await submit({ ticket: data.ticket, code })).status).toBe(200);
  });

  it('needs code, page and account to belong together; five wrong tries or ten minutes end it', async () => {
    const [a, b] = [await person(app), await person(app)];
    const [mine, theirs] = [await asked(a.username, await phoneOf(a.id)), await asked(b.username, await phoneOf(b.id))];
    const wrong = await submit({ ticket: theirs.ticket, code: mine.code === theirs.code ? other(mine.code) : mine.code });
    expect([wrong.status, wrong.error]).toEqual([422, 'rule.broken']);
    const unknown = await submit({ ticket: 'a'.repeat(43), code: mine.code });
    expect({ ...unknown.body, requestId: '', timestamp: 0 }).toEqual({ ...wrong.body, requestId: '', timestamp: 0 });
    for (let count = 0; count < 5; count++) expect((await submit({ ticket: mine.ticket, code: other(mine.code) })).status).toBe(422);
    expect((await submit(mine)).status).toBe(422);
    await app.database.db
      .updateTable('sysPasswordReset')
      .set({ expireTime: new Date(Date.now() - 1) })
      .where('userId', '=', b.id)
      .execute();
    expect((await submit(theirs)).status).toBe(422);
    for (const user of [a, b]) expect((await login(app, { username: user.username, password: PASSWORD })).status).toBe(200);
  });

  it('keeps the rules of passwords, without using the code up', async () => {
    const user = await person(app);
    const given = await asked(user.username, await phoneOf(user.id));
    expect((await submit({ ...given, password: 'short' })).status).toBe(400);
    expect(await submit({ ...given, password: PASSWORD })).toMatchObject({ status: 422, error: 'auth.passwordRule' });
    expect((await submit(given)).status).toBe(200);
  });

  it('tells nobody whether an account exists', async () => {
    const user = await person(app);
    const disabled = await person(app, { status: '0' });
    const mute = await person(app);
    await change(app, mute.id, { phone: null });
    const before = messages.length;
    const known = await ask(user.username);
    for (const username of ['nobody_at_all', disabled.username, mute.username]) {
      const answer = await ask(username);
      expect(answer.status).toBe(200);
      const shape = ({ body }: Answer) => ({ ...body, timestamp: 0, data: { ...body.data, ticket: body.data.ticket.length } });
      expect(shape(answer)).toEqual(shape(known));
      const row = await app.database.db
        .selectFrom('sysPasswordReset')
        .select('code')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      expect((await submit({ ticket: answer.data.ticket, code: row.code })).status).toBe(422);
    }
    await codeOn(await phoneOf(user.id), before);
    const phones = [await phoneOf(disabled.id)];
    expect(messages.slice(before).filter((message) => phones.includes(message.phone))).toEqual([]);
  });

  it('is throttled where it is asked from, and is not used up by strangers elsewhere', async () => {
    const user = await person(app);
    expect((await ask(user.username)).status).toBe(200);
    const again = await app.stranger('POST', '/auth/reset/code', {
      username: user.username,
      channel: 'sms',
      uuid: (await ticket(app)).uuid,
    });
    expect([again.status, again.error]).toEqual([429, 'throttle.exceeded']);
    const entered = await login(app, { username: user.username, password: PASSWORD });
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
    const own = await app.stranger(
      'POST',
      '/auth/reset/code',
      { username: user.username, channel: 'sms', uuid: (await ticket(app)).uuid },
      { cookie },
    );
    expect(own.status).toBe(200);
  });

  it('is asked for ten times a day from one place at most; a known device has its own ten', async () => {
    const user = await person(app);
    const options = async (headers = {}) => {
      const body = { username: user.username, channel: 'sms', uuid: (await ticket(app)).uuid };
      const { status } = await app.stranger('POST', '/auth/reset/code', body, headers);
      app.clock.now = new Date(app.clock.now.getTime() + 13 * 60_000);
      return status;
    };
    const entered = await login(app, { username: user.username, password: PASSWORD });
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push(await options());
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(await options({ cookie })).toBe(200);
    app.clock.now = new Date();
  });
});

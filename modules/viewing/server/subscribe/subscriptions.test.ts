import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useNetwork } from '#kit/server/outbound/index.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { subscriptionsDue } from './due.ts';

const app = startApp();
const source = testSource(app, `create table sale (region text, amount int); insert into sale values ('华东', 100), ('华北', 7)`);
const BASE = '/data/visual/subscriptions';
let sourceId = '';
let entityId = '';
let viewer = '';
let maker!: Send;
const person = async (rowFilter: string) => {
  const user = await app.make.user({ perms: ['visual:board:preview'], dataScope: '5' });
  const table = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow();
  const made = await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: user.id,
    actions: ['query'],
    objectType: 'table',
    objectId: table.id,
    rowFilter,
  });
  if (made.status !== 200) throw new Error(made.msg);
  return user;
};
const body = (over: Record<string, unknown>) => ({
  entityType: 'board',
  entityId,
  subscriptionName: '每日经营',
  cron: '0 0 8 * * ?',
  userIds: [viewer],
  ...over,
});
const textsOf = async (userId: string) =>
  (await app.database.db.selectFrom('sysMessage').select('text').where('accountId', '=', userId).orderBy('id').execute()).map(
    (row) => row.text,
  );

beforeAll(async () => {
  sourceId = await source.register();
  const set = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [field('region', 'dimension', 'string'), field('amount', 'measure', 'number', { agg: 'sum' })],
  });
  entityId = await storeBoard(app, { tiles: [tileOf('total', chartOf(set, [], ['amount'], { chartType: 'kpi' }), { title: '总额' })] });
  viewer = (await app.make.user({ perms: ['visual:board:preview'], dataScope: '5' })).id;
  maker = app.as((await app.make.user({ perms: ['visual:board:preview', 'visual:board:subscribe'], dataScope: '5' })).token);
  await until(
    async () =>
      (await app.admin('POST', '/data/visual/view/data', { entity: 'board', id: entityId, tiles: [{ key: 'total' }] })).raw.toString(),
    (text) => text.includes('"data"'),
    60_000,
  );
});

it('everybody hears the figures of their own rights, when it is due and once', async () => {
  const [east, north] = await Promise.all([person("region = '华东'"), person("region = '华北'")]);
  const made = await maker('POST', BASE, body({ userIds: [east.id, north.id] }));
  expect(made, made.msg).toMatchObject({ status: 200 });
  const run = () =>
    subscriptionsDue.run({
      runId: 'r',
      app: app.node.app,
      params: {},
      dueTime: new Date(),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
  expect(await run()).toBeNull();
  await app.database.db
    .updateTable('visualSubscription')
    .set({ nextTime: new Date(Date.now() - 1000) })
    .where('id', '=', made.data.id as string)
    .execute();
  const both = await Promise.all([run(), run()]);
  expect(both.filter((text) => text !== null)).toHaveLength(1);
  expect(await textsOf(east.id)).toEqual([expect.stringContaining('总额 100')]);
  expect(await textsOf(north.id)).toEqual([expect.stringContaining('总额 7')]);
  const runs = await maker('GET', `${BASE}/${made.data.id}/runs`);
  expect(runs.data).toMatchObject([{ outcome: 'sent', sentCount: 2, message: '已发送 2 人' }]);
  const [row] = (await maker('GET', `${BASE}/list?entityType=board&entityId=${entityId}`)).data as { nextTime: string }[];
  expect(new Date(row!.nextTime).getTime()).toBeGreaterThan(Date.now());
});

it('a condition is looked at with the rights of each, nobody else hears of it, and who lost the board is left out', async () => {
  const [east, north, lost] = await Promise.all([person("region = '华东'"), person("region = '华北'"), person('amount > 0')]);
  const condition = { key: 'total', measure: 'm0', op: 'gt', value: 50 };
  const made = await maker('POST', BASE, body({ userIds: [east.id, north.id, lost.id], condition }));
  expect(made, made.msg).toMatchObject({ status: 200 });
  await app.database.db.deleteFrom('sysUserRole').where('userId', '=', lost.id).execute();
  const sent = await maker('POST', `${BASE}/${made.data.id}/send`);
  const message = '已检查 2 人的数据，达到条件的人会收到；1 人不能查看，已略过';
  expect(sent.data).toEqual({ outcome: 'sent', message });
  expect(await textsOf(east.id)).toHaveLength(1);
  expect(await textsOf(north.id)).toEqual([]);
  expect(await textsOf(lost.id)).toEqual([]);
  // what others may see cannot be found out by trying: above and below their figures the answer is the same
  const trial = await maker('POST', BASE, body({ userIds: [north.id], condition: { ...condition, value: 6 } }));
  const low = await maker('POST', `${BASE}/${trial.data.id}/send`);
  expect(await textsOf(north.id)).toHaveLength(1);
  const { entityType: _type, entityId: _id, ...rest } = body({ userIds: [north.id], condition: { ...condition, value: 8 } });
  expect((await maker('PUT', BASE, { ...rest, id: trial.data.id, version: 0 })).status).toBe(200);
  const high = await maker('POST', `${BASE}/${trial.data.id}/send`);
  expect(await textsOf(north.id)).toHaveLength(1);
  expect(high.data).toEqual(low.data);
  const runs = (await maker('GET', `${BASE}/${trial.data.id}/runs`)).data as { sentCount: number; message: string }[];
  expect(new Set(runs.map((run) => `${run.sentCount} ${run.message}`)).size).toBe(1);
});

it('is sent by hand a limited number of times', async () => {
  const hasty = await app.make.user({ perms: ['visual:board:preview', 'visual:board:subscribe'], dataScope: '5' });
  const call = app.as(hasty.token);
  const made = await call('POST', BASE, body({ userIds: [hasty.id] }));
  const expireTime = new Date(Date.now() + 60_000);
  const used = { key: `subscriptionSend:${hasty.id}`, failed: 29, busy: 0, busyUntil: expireTime, expireTime };
  await app.database.db.insertInto('sysThrottle').values(used).execute();
  expect((await call('POST', `${BASE}/${made.data.id}/send`)).status).toBe(200);
  expect((await call('POST', `${BASE}/${made.data.id}/send`)).status).toBe(429);
});

it('refuses people who do not see it, times that are none or too often, and measures that are not there', async () => {
  const stranger = await app.make.user({ perms: ['system:post:list'] });
  for (const [over, status] of [
    [{ userIds: [stranger.id] }, 422],
    [{ userIds: ['nobody'] }, 422],
    [{ userIds: [] }, 400],
    [{ cron: 'every day' }, 400],
    [{ cron: '0 * * * * ?' }, 400],
    [{ condition: { key: 'total', measure: 'm7', op: 'gt', value: 1 } }, 400],
    [{ condition: { key: 'zz', measure: 'm0', op: 'gt', value: 1 } }, 400],
    [{ filters: { zz: 1 } }, 400],
    [{ entityId: 'nothing' }, 404],
  ] as const)
    expect((await maker('POST', BASE, body(over))).status, JSON.stringify(over)).toBe(status);
});

it('belongs to who made it: others neither see, change, send nor remove it', async () => {
  const made = await maker('POST', BASE, body({}));
  const other = app.as((await app.make.user({ perms: ['visual:board:preview', 'visual:board:subscribe'], dataScope: '5' })).token);
  const looker = app.as((await app.make.user({ perms: ['visual:board:preview'] })).token);
  const { entityType: _type, entityId: _id, ...rest } = body({ id: made.data.id, version: 0 });
  for (const [method, path, sent] of [
    ['PUT', BASE, rest],
    ['POST', `${BASE}/${made.data.id}/send`, {}],
    ['GET', `${BASE}/${made.data.id}/runs`, undefined],
    ['DELETE', `${BASE}/${made.data.id}`, undefined],
  ] as const) {
    expect((await app.stranger(method, path, sent)).status, path).toBe(401);
    expect((await looker(method, path, sent)).status, path).toBe(403);
    expect((await other(method, path, sent)).status, path).toBe(404);
  }
  const stale = await maker('PUT', BASE, { ...rest, subscriptionName: '我的名称', version: 5 });
  expect(stale).toMatchObject({ status: 409, error: 'entity.versionConflict' });
  expect(stale.data).toMatchObject({
    mine: { subscriptionName: '我的名称' },
    theirs: { subscriptionName: '每日经营', cron: '0 0 8 * * ?', people: [{ id: viewer }], status: '1', version: 0 },
    changed: { isOwn: true, time: expect.any(String) },
  });
  expect((await maker('PUT', BASE, rest)).status).toBe(200);
  expect((await maker('DELETE', `${BASE}/${made.data.id}`)).status).toBe(200);
});

/** A mail server that keeps what it is sent, and refuses mails to `nobody@`. */
async function mailServer() {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let text = '';
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n')) {
        if (isData) {
          if (line === '.') {
            mails.push(text);
            [isData, text] = [false, ''];
            socket.write('250 ok\r\n');
          } else text += `${line}\n`;
        } else if (/^RCPT TO:<nobody@/i.test(line)) socket.write('550 no such person\r\n');
        else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line) socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return { mails, port: (server.address() as AddressInfo).port, close: () => server.close() };
}
const setting = (key: string, configValue: string) =>
  app.database.db.updateTable('sysConfig').set({ configValue }).where('configKey', '=', key).executeTakeFirstOrThrow();

it('comes by mail once a mail server is configured, with the figures of the rights of who gets it', async () => {
  const mailed = await person("region = '华东'");
  const lost = await person("region = '华东'");
  const bare = await person("region = '华东'");
  const addresses: [string, string][] = [
    [mailed.id, 'reader@example.com'],
    [lost.id, 'nobody@example.com'],
  ];
  for (const [id, email] of addresses) await app.database.db.updateTable('sysUser').set({ email }).where('id', '=', id).execute();
  const wanted = body({ subscriptionName: '邮件日报', userIds: [mailed.id, lost.id, bare.id], channels: ['mail'] });
  expect((await maker('GET', `${BASE}/channels`)).data).toEqual({ mail: false, webhook: false });
  expect(await maker('POST', BASE, wanted)).toMatchObject({ status: 422, msg: '平台还没有配置邮件服务器，请联系管理员' });

  const mail = await mailServer();
  try {
    // beyond this machine as far as the platform knows; nobody listens at the other port
    useNetwork(app.node.app, {
      lookup: async () => ['203.0.113.8'],
      dial: (_address, port) => connect(port === 25 ? mail.port : 1, '127.0.0.1'),
      own: () => ['127.0.0.1'],
    });
    for (const port of [25, 26])
      expect(
        (await app.admin('POST', '/system/hosts', { hostName: `邮件${port}`, scheme: 'smtp', host: 'mail.example', port })).status,
      ).toBe(200);
    await setting('sys.mail.server', 'smtp://mail.example');
    await setting('sys.mail.from', 'databrain@example.com');
    await setting('sys.mail.siteAddress', 'https://data.example.com/');
    expect((await maker('GET', `${BASE}/channels`)).data).toEqual({ mail: true, webhook: false });
    const { data } = await maker('POST', BASE, wanted);
    const sent = await maker('POST', `${BASE}/${data.id}/send`, {});
    expect(sent.data).toEqual({ outcome: 'sent', message: '已发送 1 人；2 人失败：邮件服务器不接受该收件人' });
    expect(mail.mails).toHaveLength(1);
    const [head, text] = mail.mails[0]!.split(/\n\n(.*)/s) as [string, string];
    expect(head).toContain('reader@example.com');
    const plain = /base64/i.test(head) ? Buffer.from(text, 'base64').toString('utf8') : decodeQuoted(text);
    expect(plain).toContain('总额 100');
    expect(plain).toContain(`https://data.example.com/visual/board/view/${entityId}`);
    // whoever gets both hears of it even if the mail does not leave
    await setting('sys.mail.server', 'smtp://mail.example:26');
    const both = await maker('POST', BASE, body({ subscriptionName: '两种方式', userIds: [mailed.id], channels: ['notice', 'mail'] }));
    const answer = await maker('POST', `${BASE}/${both.data.id}/send`, {});
    expect(answer.data).toEqual({ outcome: 'sent', message: '已发送 1 人；1 人失败：邮件服务器无法连接：外部地址“邮件26”无法连接' });
    expect((await textsOf(mailed.id)).at(-1)).toContain('总额 100');
  } finally {
    mail.close();
    await setting('sys.mail.server', '');
  }
});

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

it('a condition looks at all that a tile is about: what it leaves out, and the parts of its 其他', async () => {
  const set = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [field('region', 'dimension', 'string'), field('amount', 'measure', 'number', { agg: 'sum' })],
  });
  const first = { n: 1, by: 'm0', of: 'd0', bottom: false };
  const board = await storeBoard(app, {
    tiles: [
      tileOf('short', chartOf(set, ['region'], ['amount'], { limit: 1 })),
      tileOf('rest', chartOf(set, ['region'], ['amount'], { topN: { ...first, others: true } })),
    ],
  });
  const reader = await person('amount > 0');
  for (const [key, condition, heard] of [
    // 华北 comes first by name or not at all: both are looked at
    ['short', { op: 'eq', value: 7 }, '华北：amount 7'],
    ['short', { op: 'eq', value: 100 }, '华东：amount 100'],
    // 其他 is 7, but nothing is called so
    ['rest', { op: 'lt', value: 10 }, '华北：amount 7'],
  ] as const) {
    const before = (await textsOf(reader.id)).length;
    const options = { entityId: board, userIds: [reader.id], condition: { key, measure: 'm0', ...condition } };
    const made = await maker('POST', BASE, body(options));
    expect(made, made.msg).toMatchObject({ status: 200 });
    const sent = await maker('POST', `${BASE}/${made.data.id}/send`);
    expect(sent.data.message).toBe('已检查 1 人的数据，达到条件的人会收到');
    expect((await textsOf(reader.id)).slice(before)).toEqual([expect.stringContaining(heard)]);
  }
});

describe('a chat group', () => {
  let robot!: HttpServer;
  let heard: { path: string; body: string }[] = [];
  const http = 'http://group.example/send?token=top-secret-token';
  const perms = ['visual:board:preview', 'visual:board:subscribe', 'visual:board:share', 'visual:board:export'];
  const toGroup = (over: Record<string, unknown> = {}) =>
    body({ channels: ['webhook'], userIds: [], webhookKind: 'json', webhookAddress: http, webhookSecret: 'sign-key', ...over });

  beforeAll(async () => {
    robot = createHttpServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        heard.push({ path: request.url ?? '', body: text });
        response.writeHead(200).end('{}');
      });
    });
    await new Promise<void>((resolve) => robot.listen(0, '127.0.0.1', resolve));
    useNetwork(app.node.app, {
      lookup: async () => ['203.0.113.7'],
      dial: () => connect((robot.address() as AddressInfo).port, '127.0.0.1'),
      own: () => ['127.0.0.1'],
    });
    const host = { hostName: '群机器人', scheme: 'http', host: 'group.example', port: 80, status: '1' };
    expect((await app.admin('POST', '/system/hosts', host)).status).toBe(200);
  });
  afterAll(() => void robot.close());
  beforeEach(() => {
    heard = [];
  });

  it('hears the figures of whoever made the subscription, with files, and its address is never answered', async () => {
    const made = await app.admin('POST', BASE, toGroup({ attachments: ['png', 'xlsx'] }));
    expect(made, made.msg).toMatchObject({ status: 200 });
    const sent = await app.admin('POST', `${BASE}/${made.data.id}/send`);
    expect(sent.data, sent.msg).toMatchObject({ outcome: 'sent' });
    expect(heard.map(({ path }) => path)).toEqual(['/send?token=top-secret-token']);
    const told = JSON.parse(heard[0]!.body);
    expect(told).toMatchObject({ event: 'visual.subscription', title: '订阅：每日经营', lines: [expect.stringContaining('总额 107')] });
    const names = told.attachments.map(({ name }: { name: string }) => name.slice(name.lastIndexOf('.')));
    expect(names).toEqual(['.png', '.xlsx']);
    expect(Buffer.from(told.attachments[0].data, 'base64').subarray(1, 4).toString()).toBe('PNG');
    const list = await app.admin('GET', `${BASE}/list?entityType=board&entityId=${entityId}`);
    expect(list.data[0]).toMatchObject({
      webhookKind: 'json',
      webhookAddress: '******',
      webhookSecret: '******',
      webhookHost: 'group.example',
    });
    expect(list.raw.toString()).not.toMatch(/top-secret-token|sign-key/);
    const { id, version } = list.data[0];
    const changed = await app.admin('PUT', BASE, { ...changeOf(list.data[0]), id, version, subscriptionName: '改名' });
    expect(changed, changed.msg).toMatchObject({ status: 200 });
    await app.admin('POST', `${BASE}/${id}/send`);
    expect(heard.at(-1)!.path).toBe('/send?token=top-secret-token');
  });

  it('is for those who may share; nobody else changes what it gets, and it ends with the right', async () => {
    const refused = await maker('POST', BASE, toGroup());
    expect(refused).toMatchObject({ status: 403 });
    const owner = await app.make.user({ perms, dataScope: '5' });
    const made = await app.as(owner.token)('POST', BASE, toGroup());
    expect(made, made.msg).toMatchObject({ status: 200 });
    const [row] = (await app.admin('GET', `${BASE}/list?entityType=board&entityId=${entityId}`)).data.filter(
      (one: { id: string }) => one.id === made.data.id,
    );
    const other = await app.admin('PUT', BASE, {
      ...changeOf(row),
      id: row.id,
      version: row.version,
      webhookAddress: 'http://group.example/own',
    });
    expect(other.msg).toContain('只能由创建人修改');
    await app.database.pool.query("update sys_user set status = '0' where id = $1", [owner.id]);
    const late = await app.admin('POST', `${BASE}/${row.id}/send`);
    expect(late.data, late.msg).toMatchObject({ outcome: 'failed' });
    expect(late.data.message).toContain('创建人已不能');
    expect(heard).toEqual([]);
  });

  it.each([
    [{ webhookKind: null }, 'webhookKind'],
    [{ webhookAddress: 'http://elsewhere.example/x' }, 'webhookAddress'],
    [{ webhookAddress: null }, 'webhookAddress'],
    [{ channels: ['notice'] }, 'userIds'],
  ])('is refused at its field: %j', async (over, path) => {
    const sender = app.as((await app.make.user({ perms, dataScope: '5' })).token);
    const answer = await sender('POST', BASE, toGroup(over));
    expect([answer.status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(`"${path}"`)]);
  });

  const changeOf = (row: Record<string, unknown>) => {
    const names =
      'subscriptionName cron filters userIds channels attachments condition repeatHours status webhookKind webhookAddress webhookSecret'.split(
        ' ',
      );
    return Object.fromEntries(names.map((name) => [name, row[name]]));
  };
});

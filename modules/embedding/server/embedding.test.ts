import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { signToken } from './test-token.ts';

type Loose = Record<string, unknown>;
const app = startApp();
const source = testSource(
  app,
  `create table sale (region text, city text, amount numeric);
   insert into sale values ('华东', '上海', 3), ('华东', '杭州', 2), ('华北', '北京', 4);
   create table target (region text, goal numeric); insert into target values ('华东', 10), ('华北', 20)`,
);
const BASE = '/data/visual/embed';
const APPS = '/data/visual/embeds';
const ORIGIN = 'https://portal.example.com';
const refused = (reason: string) => ({ status: 422, error: 'embed.token', data: { reason } });
const closed = { status: 404, error: 'embed.closed' };
const REGION = (targets: Loose[], over: Loose = {}) => ({ id: 'region', label: '地区', kind: 'multi', targets, ...over });
let sales = '';
let goals = '';
let board = '';

beforeAll(async () => {
  const sourceId = await source.register();
  const set = (table: string, measure: string, more: string[]) =>
    storeSet(app, {
      sourceId,
      origin: { kind: 'table', table: { schema: 'public', table } },
      fields: [...['region', ...more].map((one) => field(one, 'dimension', 'string')), field(measure, 'measure', 'number', { agg: 'sum' })],
    });
  sales = await set('sale', 'amount', ['city']);
  goals = await set('target', 'goal', []);
  board = await storeBoard(app, {
    tiles: [tileOf('a', chartOf(sales, ['region'], ['amount']))],
    filters: [
      REGION([{ dataSetId: sales, col: 'region' }], { source: { dataSetId: sales, col: 'region' } }),
      { id: 'city', label: '城市', kind: 'multi', targets: [{ dataSetId: sales, col: 'city' }], source: { dataSetId: sales, col: 'city' } },
      { id: 'goal', label: '目标', kind: 'multi', targets: [], source: { dataSetId: goals, col: 'region' } },
    ],
  });
});

interface HostInput {
  resources?: string[];
  accountId?: string;
  isSubjectAllowed?: '0' | '1';
  origins?: string[];
}
let many = 0;
/** An application with a secret, as an administrator makes it, and its tokens. */
async function host(input: HostInput = {}) {
  const body = {
    appName: `门户${++many}`,
    status: '1',
    origins: [ORIGIN],
    resources: [`board:${board}`],
    accountId: 'admin',
    isSubjectAllowed: '0',
    ...input,
  };
  if (!input.accountId)
    body.accountId = (
      await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
    ).id;
  const made = await app.admin('POST', APPS, body);
  expect(made, made.msg).toMatchObject({ status: 200 });
  const { id } = made.data as { id: string };
  const rotate = async () => (await app.admin('POST', `${APPS}/${id}/secrets`)).data as { secretId: string; secret: string };
  const { secret, secretId } = await rotate();
  const claims = (over: Loose = {}): Loose => {
    const now = Math.floor(Date.now() / 1000);
    return { iss: id, aud: 'databrain-embed', iat: now, exp: now + 300, resource: { type: 'board', id: board }, ...over };
  };
  const token = (over?: Loose) => signToken(secret, claims(over));
  const change = async (over: Loose) => {
    const { version } = (await app.admin('GET', `${APPS}/${id}`)).data as { version: number };
    const done = await app.admin('PUT', `${APPS}/${id}`, { ...body, ...over, version });
    expect(done, done.msg).toMatchObject({ status: 200 });
  };
  return { id, secret, secretId, claims, token, rotate, change };
}
const call = (token: string | null, path: string, body: unknown = {}) =>
  app.stranger('POST', `${BASE}/${path}`, body, token === null ? {} : { 'x-embed-token': token });
const open = (token: string | null, origin = ORIGIN) => call(token, 'open', { origin });
const rowsOf = async (token: string, more: Loose = {}, key = 'a') => {
  const answer = await call(token, 'data', { tiles: [{ key }], ...more });
  return answer.status === 200 ? (linesOf(answer.raw)[0]!.data as { rows: unknown[] }).rows : answer;
};

describe('a token of a host', () => {
  it('opens the board without an account, logged with application, content, origin and account', async () => {
    const { token } = await host();
    const opened = await open(token({ jti: 'abc-1' }));
    expect(opened, opened.msg).toMatchObject({
      status: 200,
      data: { entity: 'board', view: { id: board, canExport: false, canEdit: false } },
    });
    expect(opened.data.seconds).toBeGreaterThan(290);
    expect(await rowsOf(token())).toEqual([
      ['华北', 4],
      ['华东', 5],
    ]);
    const logs = await app.database.pool.query(`select row_to_json(l)::text as text from sys_oper_log l where title = '打开嵌入内容'`);
    expect(logs.rows.map(({ text }) => text as string).join()).toMatch(/门户1.*portal\.example\.com.*abc-1/);
  });

  it('is refused when anything about it is not as it should be', async () => {
    const { token, secret, claims, secretId } = await host();
    const now = Math.floor(Date.now() / 1000);
    const none = { alg: 'none', typ: 'JWT' };
    expect(await open(null)).toMatchObject(refused('missing'));
    expect(await open('a.b')).toMatchObject(refused('form'));
    expect(await open(`${token()}=`)).toMatchObject(refused('form'));
    expect(await open(`${token()}AA`)).toMatchObject(refused('form'));
    expect(await open(signToken(secret, claims(), none))).toMatchObject(refused('form'));
    expect(await open(`${signToken(secret, claims(), none).split('.').slice(0, 2).join('.')}.`)).toMatchObject(refused('form'));
    expect(await open(signToken(secret, claims(), { alg: 'HS512' }))).toMatchObject(refused('form'));
    expect(await open(signToken(secret, claims(), { alg: 'HS256', crit: ['b64'], b64: false }))).toMatchObject(refused('form'));
    expect(await open(signToken('es_other', claims()))).toMatchObject(refused('signature'));
    expect(await open(signToken(secret, claims({ iss: 'nobody' })))).toMatchObject(refused('signature'));
    expect(await open(signToken(secret, claims(), { alg: 'HS256', kid: 'other' }))).toMatchObject(refused('signature'));
    expect(await open(signToken(secret, claims(), { alg: 'HS256', kid: secretId }))).toMatchObject({ status: 200 });
    expect(await open(token({ exp: now - 1, iat: now - 60 }))).toMatchObject(refused('expired'));
    expect(await open(token({ iat: now, exp: now + 601 }))).toMatchObject(refused('time'));
    expect(await open(token({ iat: now + 120, exp: now + 300 }))).toMatchObject(refused('time'));
    expect(await open(token({ nbf: now + 120 }))).toMatchObject(refused('time'));
    expect(await open(token({ aud: 'else' }))).toMatchObject(refused('content'));
    expect(await open(token({ filter: { region: ['华东'] } }))).toMatchObject(refused('content'));
    expect(await open(token({ exp: undefined }))).toMatchObject(refused('content'));
    expect(await open(token({ resource: { type: 'page', id: 'x' } }))).toMatchObject(refused('content'));
  });

  it('opens nothing that its application does not name, and nowhere else', async () => {
    const { token } = await host();
    const other = await storeBoard(app, { tiles: [tileOf('a', chartOf(sales, ['region'], ['amount']))] });
    expect(await open(token({ resource: { type: 'board', id: other } }))).toMatchObject(closed);
    expect(await open(token(), 'https://evil.example.com')).toMatchObject(closed);
    expect(await open(token(), 'null')).toMatchObject(closed);
  });

  it('ends at once with its application and with its secret; two secrets are alive at a time', async () => {
    const { token, id, claims, secretId, rotate, change } = await host();
    const next = await rotate();
    expect(await app.admin('POST', `${APPS}/${id}/secrets`)).toMatchObject({ status: 422, error: 'rule.broken' });
    const fresh = signToken(next.secret, claims());
    for (const one of [token(), fresh]) expect((await open(one)).status).toBe(200);
    expect((await app.admin('DELETE', `${APPS}/${id}/secrets/${secretId}`)).status).toBe(200);
    expect(await call(token(), 'renew')).toMatchObject(refused('signature'));
    expect((await call(fresh, 'renew')).status).toBe(200);
    await change({ status: '0' });
    for (const path of ['open', 'renew', 'data'])
      expect(await call(fresh, path, path === 'open' ? { origin: ORIGIN } : { tiles: [{ key: 'a' }] })).toMatchObject(closed);
    await change({ status: '1' });
    expect((await app.admin('DELETE', `${APPS}/${id}`)).status).toBe(200);
    expect(await call(fresh, 'renew')).toMatchObject(closed);
  });
});

describe('filters that the host decided', () => {
  it('limit rows and choices, are not told, and cannot be changed', async () => {
    const { token } = await host();
    const locked = token({ filters: { 地区: ['华东'] } });
    const opened = await open(locked);
    expect(opened.data.view.config.filters.map(({ id }: { id: string }) => id)).toEqual(['city', 'goal']);
    expect(JSON.stringify(opened.data)).not.toContain('华东');
    expect(await rowsOf(locked)).toEqual([['华东', 5]]);
    for (const filters of [{ region: ['华北'] }, { region: null }, { region: [] }])
      expect(await rowsOf(locked, { filters })).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(await rowsOf(locked, { filters: { city: ['上海'] } })).toEqual([['华东', 3]]);
    expect(await rowsOf(locked, { filters: { city: ['北京'] } })).toEqual([]);
    const cities = await call(locked, 'options', { filterId: 'city' });
    expect(cities.data.map(({ value }: { value: string }) => value).toSorted()).toEqual(['上海', '杭州'].toSorted());
    expect((await call(locked, 'options', { filterId: 'goal' })).data).toEqual([]);
    expect(await call(locked, 'options', { filterId: 'region' })).toMatchObject({ status: 400 });
    expect(await call(locked, 'options', { filterId: 'city', filters: { region: ['华北'] } })).toMatchObject({ status: 400 });
  });

  it('that would limit nothing, or not everything, open nothing', async () => {
    const mixed = await storeBoard(app, {
      tiles: [
        tileOf('a', chartOf(sales, ['region'], ['amount'])),
        tileOf('b', chartOf(goals, ['region'], ['goal']), { title: '目标完成' }),
      ],
      filters: [REGION([{ dataSetId: sales, col: 'region' }])],
    });
    const { token } = await host({ resources: [`board:${board}`, `board:${mixed}`] });
    for (const filters of [{ 不存在: ['x'] }, { region: [] }, { region: '' }, { region: null }])
      expect(await open(token({ filters }))).toMatchObject(refused('content'));
    const unreached = await open(token({ resource: { type: 'board', id: mixed }, filters: { region: ['华东'] } }));
    expect(unreached).toMatchObject(refused('content'));
    expect(unreached.msg).toContain('目标完成');
  });

  it('of a chart are fields of its data set', async () => {
    const made = await app.admin('POST', '/data/visual/charts', {
      chartName: '城市销售',
      chartConfig: JSON.stringify(chartOf(sales, ['city'], ['amount'])),
    });
    expect(made, made.msg).toMatchObject({ status: 200 });
    const { id } = made.data as { id: string };
    const { token } = await host({ resources: [`chart:${id}`] });
    const resource = { type: 'chart', id };
    const opened = await open(token({ resource }));
    expect(opened, opened.msg).toMatchObject({ status: 200, data: { entity: 'chart', view: { entity: 'board', name: '城市销售' } } });
    expect(await rowsOf(token({ resource, filters: { region: '华北' } }), {}, 'chart')).toEqual([['北京', 4]]);
    expect(await rowsOf(token({ resource, filters: { region: ['华东'], city: '上海' } }), {}, 'chart')).toEqual([['上海', 3]]);
    expect(await rowsOf(token({ resource, filters: { amount: { from: 4, to: 9 } } }), {}, 'chart')).toEqual([['北京', 4]]);
    expect(await open(token({ resource, filters: { nothing: 1 } }))).toMatchObject(refused('content'));
  });
});

describe('the rights of an embedded page', () => {
  it('are those of the account: without the right to look nothing opens, without the rows nothing is told', async () => {
    const blind = await app.make.user({ perms: [], dataScope: '1' });
    const looker = await app.make.user({ perms: ['visual:board:preview'], dataScope: '1' });
    const fixed = async (accountId: string) => (await host({ accountId })).token();
    expect(await open(await fixed(blind.id))).toMatchObject(closed);
    const token = await fixed(looker.id);
    expect((await open(token)).status).toBe(200);
    // the gate knows no grant for this account
    const answer = await call(token, 'data', { tiles: [{ key: 'a' }] });
    expect(linesOf(answer.raw)[0]!.error).toMatchObject({ error: expect.stringMatching(/auth|gate|grant/) });
  });

  it('are those of the named account only where the application may name one, and never unlimited ones', async () => {
    const looker = await app.make.user({ perms: ['visual:board:preview'], dataScope: '1' });
    const { username } = await app.database.db
      .selectFrom('sysUser')
      .select('username')
      .where('id', '=', looker.id)
      .executeTakeFirstOrThrow();
    const plain = await host();
    expect(await open(plain.token({ sub: username }))).toMatchObject(refused('content'));
    const naming = await host({ isSubjectAllowed: '1' });
    expect((await open(naming.token({ sub: username.toUpperCase() }))).status).toBe(200);
    expect(await open(naming.token({ sub: 'admin' }))).toMatchObject(refused('content'));
    expect(await open(naming.token({ sub: 'nobody-of-that-name' }))).toMatchObject(closed);
  });
});

describe('the list of applications', () => {
  it('keeps secrets sealed and shows them once', async () => {
    const { id, secret } = await host();
    const detail = await app.admin('GET', `${APPS}/${id}`);
    expect(detail.data).toMatchObject({ contents: [{ entity: 'board' }], secrets: [{ hint: secret.slice(-4), revokeTime: null }] });
    expect(JSON.stringify(detail.data)).not.toContain(secret);
    const kept = await app.database.pool.query(
      `select (select json_agg(s)::text from embed_secret s) || (select json_agg(l)::text from sys_oper_log l) as text`,
    );
    expect(kept.rows[0].text).not.toContain(secret);
  });

  it('takes origins only as browsers write them, and gives nobody more than he has', async () => {
    const perms = ['list', 'add', 'edit', 'detail', 'rotate'].map((verb) => `visual:embed:${verb}`);
    const user = await app.make.user({ perms, dataScope: '1' });
    const send = app.as(user.token);
    const body = { appName: '自建门户', origins: [ORIGIN], resources: [], accountId: user.id };
    for (const origin of [
      '*',
      'https://*.example.com',
      'https://a.example.com/path',
      'javascript:alert(1)',
      'https://a b',
      "https://a.com; script-src 'self'",
    ])
      expect((await send('POST', APPS, { ...body, origins: [origin] })).status, origin).toBe(400);
    expect(await send('POST', APPS, { ...body, resources: [`board:${board}`] })).toMatchObject({ status: 400 });
    const admin = await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    expect(await send('POST', APPS, { ...body, accountId: admin.id })).toMatchObject({ error: 'grant.beyondOwn' });
    expect(await send('POST', APPS, { ...body, isSubjectAllowed: '1' })).toMatchObject({ error: 'grant.beyondOwn' });
    expect((await send('POST', APPS, body)).status).toBe(200);
    // an application that lends rights which he may not lend is not his to open, nor its secrets his to make
    const lending = await host({ accountId: admin.id, resources: [] });
    const others = await send('GET', `${APPS}/${lending.id}`);
    expect(
      await send('PUT', `${APPS}/${lending.id}`, { ...body, appName: '他人门户', accountId: admin.id, version: others.data.version }),
    ).toMatchObject({
      error: 'grant.beyondOwn',
    });
    expect(await send('POST', `${APPS}/${lending.id}/secrets`)).toMatchObject({ error: 'grant.beyondOwn' });
    const choices = await send('GET', `${APPS}/choices`);
    expect(choices.data.accounts).toMatchObject([{ id: user.id }]);
    expect(choices.data.contents).toEqual([]);
    expect((await app.as((await app.make.user({ perms: [] })).token)('GET', `${APPS}/page`)).status).toBe(403);
    // whoever may lend the rights of others does not lend all of them
    const lender = app.as((await app.make.user({ perms: [...perms, 'visual:embed:account'], dataScope: '1' })).token);
    const lent = { ...body, appName: '借用门户' };
    expect(await lender('POST', APPS, { ...lent, accountId: admin.id })).toMatchObject({ error: 'grant.beyondOwn' });
    expect((await lender('POST', APPS, lent)).status).toBe(200);
  });
});

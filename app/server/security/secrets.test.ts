import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authenticate } from '#modules/system/server/index.ts';
import { login, person, PASSWORD } from '#modules/system/server/auth/test-client.ts';
import { secretBox } from '#kit/server/secret-box.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import { sender, startApp, type Send } from '#kit/test/app.ts';
import { compose, type Node } from '../compose.ts';
import { modules } from '../modules.ts';
import { isHarmless, operationsOf, pathWith } from './operations.ts';

const app = startApp();
const CANARY = 'Canary#9f2c-Secret!';
let node: Node;
let log = '';
let send: (token: string | null) => Send;

/** A second node on the same database that logs everything it can. */
beforeAll(async () => {
  const sink = new PassThrough();
  sink.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const logger = pino({ level: 'trace', serializers: { error: pino.stdSerializers.err } }, sink);
  const { settings } = app.node.app;
  node = await compose({
    settings,
    database: openDatabase({ ...app.connection, max: 6 }, logger),
    secrets: secretBox(Buffer.alloc(32, 7)),
    log: logger,
    modules,
    authenticate,
    seed: () => Promise.resolve(),
  });
  await node.prepare();
  send = (token) => sender(() => node, token);
});
afterAll(() => node.stop());

/** Everything the database keeps, as text, except the rows that are meant to hold sealed or hashed values. */
async function everything(): Promise<string> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const parts = await Promise.all(
    rows.map(async ({ name }) => JSON.stringify((await app.database.pool.query(`select * from "${name}"`)).rows)),
  );
  return parts.join('\n');
}

/** What every reading call answers to somebody who may read everything. */
async function everyAnswer(call: Send, ids: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (const operation of (await operationsOf(app)).filter((one) => one.method === 'GET' && isHarmless(one)))
    for (const id of operation.template.includes('{') ? ids : ['']) parts.push((await call('GET', pathWith(operation, id))).raw.toString());
  for (const operation of (await operationsOf(app)).filter((one) => one.template.endsWith('/export') && !one.template.includes('sql')))
    parts.push((await call('POST', operation.template, {})).raw.toString('latin1'));
  return parts.join('\n');
}

it('secrets are in no reply, log, record of changes or plain column', { timeout: 120_000 }, async () => {
  const admin = await app.make.user({ roles: ['admin'] });
  const call = send(admin.token);
  // planted wherever a secret can be typed
  const dbSchema = { host: '127.0.0.1', port: 1, dbName: 'x', username: 'x', password: CANARY, sid: null, sslMode: 'disable' };
  const source = await call('POST', '/data/metadata/sources', {
    sourceName: '密源',
    dbType: '5',
    status: '1',
    remark: null,
    schemas: [],
    dbSchema,
  });
  await call('POST', '/data/metadata/sources/checkConnection', { dbType: '5', dbSchema });
  const detail = (await call('GET', `/data/metadata/sources/${source.data.id}`)).data;
  await call('PUT', `/data/metadata/sources/${source.data.id}`, {
    ...detail,
    sourceName: '密源二',
    dbSchema: { ...detail.dbSchema, password: `${CANARY}2` },
  });
  const config = await call('POST', '/system/configs', {
    configName: '密参',
    configKey: 'canary.key',
    configValue: CANARY,
    configType: 'secret',
    isPublic: '0',
    status: '1',
  });
  expect([source.status, config.status], `${source.msg} ${config.msg}`).toEqual([200, 200]);
  const stored = (await call('GET', `/system/configs/${config.data.id}`)).data;
  await call('PUT', `/system/configs/${config.data.id}`, { ...stored, configValue: `${CANARY}3` });
  const user = await person(app, { perms: ['home:page:view'] });
  const signedIn = await login(app, { username: user.username, password: PASSWORD, send: send(null) });
  const token = signedIn.body.access_token as string;
  expect(token).toMatch(/^\S{40,}$/);
  await login(app, { username: user.username, password: CANARY, send: send(null) });
  await send(token)('PUT', '/system/users/password', { oldPassword: CANARY, password: `${CANARY}4aA`, confirmPassword: `${CANARY}4aA` });
  await send(token)('POST', '/system/lock', { password: CANARY });
  await send(token)('POST', '/system/unlock', { password: CANARY });
  await call('POST', '/system/users', { username: 'canary', nickname: '密', password: CANARY, deptId: 'x' });
  await send(token)('DELETE', `/system/logout/${token}`);
  await call('DELETE', `/system/logout/${'t'.repeat(43)}`);
  const reset = (await call('PUT', '/system/users/reset/password', { id: user.id })).data.password as string;
  expect(reset.length).toBeGreaterThan(8);

  const { passwordHash } = await app.database.db
    .selectFrom('sysUser')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const { tokenHash } = await app.database.db
    .selectFrom('sysSession')
    .select('tokenHash')
    .where('userId', '=', admin.id)
    .executeTakeFirstOrThrow();
  const answers = await everyAnswer(call, [source.data.id, config.data.id, user.id, 'canary.key', admin.id]);
  for (const secret of [CANARY, passwordHash, tokenHash, '$argon2', token, admin.token, reset, 'v1.'.concat('A')]) {
    const shown = secret.slice(0, 12);
    if (secret !== 'v1.A') expect(answers.includes(secret), `a reply holds ${shown}…`).toBe(false);
    expect(log.includes(secret), `the log holds ${shown}…`).toBe(false);
  }
  const kept = await everything();
  for (const secret of [CANARY, token, admin.token, reset, PASSWORD])
    expect(kept.includes(secret), `the database holds ${secret.slice(0, 12)}…`).toBe(false);
  // it did log, at the lowest level
  expect(log).toContain('"msg":"call"');
  expect(log).not.toContain('Bearer');
});

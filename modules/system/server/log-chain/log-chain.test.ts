import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeOldLogs } from '#kit/server/log-chain/retain.ts';
import { sealLogs } from '#kit/server/log-chain/seal.ts';
import { verifyLogs } from '#kit/server/log-chain/verify.ts';
import { startApp, startNode, testSettings } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';

const app = startApp();
const DAY_MS = 86_400_000;
let count = 0;

/** Ordinary work that leaves log rows behind. */
async function work(times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await app.admin('POST', '/system/posts', { postName: `校验岗位${count++}`, sortNo: 1, status: '1', remark: null });
}
const ids = async (): Promise<string[]> =>
  (await app.database.db.selectFrom('kitLogChain').select('logId').orderBy('seq').execute()).map((row) => row.logId);
const keptFile = async (): Promise<string> => readFileSync(join(app.node.app.settings.dataDir, 'log-chain.head'), 'utf8');
const kinds = async () => (await verifyLogs(app.node.app)).problems.map(({ kind, logId }) => ({ kind, logId }));

/** A chain as on the first day, so that one test's damage is not the next one's. */
beforeEach(async () => {
  const { db } = app.database;
  app.clock.now = new Date();
  // what the product is just linking by itself is linked first
  await sealLogs(app.node.app);
  await db.deleteFrom('sysOperLogEntity').execute();
  await db.deleteFrom('sysOperLog').execute();
  await db.deleteFrom('kitLogChain').execute();
  await db
    .updateTable('kitLogChainHead')
    .set({ seq: '0', hash: '', signature: '', baseSeq: '0', baseHash: '', baseSignature: '', scannedTo: null })
    .execute();
  writeFileSync(join(app.node.app.settings.dataDir, 'log-chain.head'), '');
});

describe('the chain of the operation log', () => {
  it('links every row that calls wrote, failed ones too, and finds nothing wrong', async () => {
    await work(3);
    expect((await app.admin('POST', '/system/posts', { postName: '', sortNo: 1, status: '1' })).status).toBe(400);
    const logs = await app.database.db.selectFrom('sysOperLog').select('id').execute();
    const result = await verifyLogs(app.node.app);
    expect(result).toMatchObject({ checked: logs.length, problemCount: 0, problems: [] });
    expect(logs.length).toBeGreaterThanOrEqual(3);
  });

  it('is extended by itself while the product runs', async () => {
    await work(1);
    await until(ids, (linked) => linked.length === 1);
    await until(keptFile, (text) => text.startsWith('1 '));
  });

  it('links rows that became visible late, each once, also when two nodes link at the same time', async () => {
    await work(2);
    await sealLogs(app.node.app);
    app.clock.now = new Date(Date.now() - 5 * 60_000);
    await work(2);
    app.clock.now = new Date();
    await work(2);
    const folder = mkdtempSync(join(tmpdir(), 'databrain-test-'));
    const other = await startNode(app.connection, testSettings(folder));
    await Promise.all([sealLogs(app.node.app), sealLogs(other.app), sealLogs(app.node.app)]);
    await sealLogs(app.node.app);
    expect(new Set(await ids()).size).toBe(6);
    expect(await kinds()).toEqual([]);
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('names a row of which one letter was changed, and only that one', async () => {
    await work(6);
    await sealLogs(app.node.app);
    const [, , third] = await ids();
    await sql`update sys_oper_log set title = title || '!' where id = ${third}`.execute(app.database.db);
    expect(await kinds()).toEqual([{ kind: 'changed', logId: third }]);
  });

  it('notices changes inside the stored before-and-after and in times', async () => {
    await work(2);
    await sealLogs(app.node.app);
    const [first, second] = await ids();
    await sql`update sys_oper_log set changes = jsonb_set(changes, '{0,name}', '"别的"') where id = ${first}`.execute(app.database.db);
    await sql`update sys_oper_log set create_time = create_time - interval '1 second' where id = ${second}`.execute(app.database.db);
    expect(await kinds()).toEqual([
      { kind: 'changed', logId: first },
      { kind: 'changed', logId: second },
    ]);
  });

  it('names a deleted row, a link taken out with it, and a row put in past the product', async () => {
    await work(6);
    await sealLogs(app.node.app);
    const [, second, , fourth] = await ids();
    await sql`delete from sys_oper_log where id in (${second}, ${fourth})`.execute(app.database.db);
    await sql`delete from kit_log_chain where log_id = ${fourth}`.execute(app.database.db);
    await sql`insert into sys_oper_log (id, module, title, request_uri, request_method, time_ms, result, request_id, create_time)
      values ('99', 'system', '伪造', '/', 'POST', 1, '1', 'x', now() - interval '1 hour')`.execute(app.database.db);
    const found = await kinds();
    expect(found).toContainEqual({ kind: 'missing', logId: second });
    expect(found.some((problem) => problem.kind === 'gap')).toBe(true);
    expect(found).toContainEqual({ kind: 'unlinked', logId: '99' });
  });

  it('notices an end that was cut off, even with rows, links and head made to fit', async () => {
    await work(4);
    await sealLogs(app.node.app);
    const before = await app.database.db.selectFrom('kitLogChainHead').selectAll().executeTakeFirstOrThrow();
    await work(2);
    await sealLogs(app.node.app);
    await until(keptFile, (text) => text.startsWith('6 '));
    const late = (await ids()).slice(4);
    await app.database.db.deleteFrom('sysOperLog').where('id', 'in', late).execute();
    await app.database.db.deleteFrom('kitLogChain').where('logId', 'in', late).execute();
    expect((await kinds()).map(({ kind }) => kind)).toContain('gap');
    // the intruder kept an older head with its signature: inside the database everything fits
    await app.database.db.updateTable('kitLogChainHead').set({ seq: before.seq, hash: before.hash, signature: before.signature }).execute();
    expect((await kinds()).map(({ kind }) => kind)).toEqual(['shortened']);
  });

  it('notices a chain that was made anew when a digest written down earlier is given', async () => {
    await work(3);
    await sealLogs(app.node.app);
    const anchor = { seq: 3, hash: `${'A'.repeat(43)}` };
    const result = await verifyLogs(app.node.app, { anchors: [anchor] });
    expect(result.problems.map(({ kind, seq }) => ({ kind, seq }))).toEqual([{ kind: 'end', seq: 3 }]);
    const good = await verifyLogs(app.node.app, { anchors: [{ seq: 3, hash: result.headHash }] });
    expect(good.problemCount).toBe(0);
  });

  it('notices an end that somebody else wrote', async () => {
    await work(2);
    await sealLogs(app.node.app);
    await app.database.db
      .updateTable('kitLogChainHead')
      .set({ signature: 'x'.repeat(43) })
      .execute();
    expect((await kinds()).map(({ kind }) => kind)).toEqual(['end']);
  });
});

it('finds nothing wrong when rows are linked while it begins', async () => {
  await work(2);
  await sealLogs(app.node.app);
  let wasLinked = false;
  const db = app.node.app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!wasLinked && result.rows.some((row) => 'baseSignature' in row)) {
        wasLinked = true;
        await work(1);
        await sealLogs(app.node.app);
      }
      return result;
    },
  });
  const result = await verifyLogs(Object.create(app.node.app, { db: { value: db } }) as typeof app.node.app);
  expect(result).toMatchObject({ checked: 2, problems: [] });
  expect(wasLinked).toBe(true);
});

describe('retention', () => {
  it('removes what is older than the setting, keeps the rest checkable, and never goes below 180 days', async () => {
    const now = Date.now();
    app.clock.now = new Date(now - 300 * DAY_MS);
    await work(3);
    app.clock.now = new Date(now - 170 * DAY_MS);
    await work(2);
    app.clock.now = new Date(now);
    await work(1);
    expect(await removeOldLogs(app.node.app, 30)).toBe(3);
    expect((await ids()).length).toBe(3);
    expect(await kinds()).toEqual([]);
    expect(await removeOldLogs(app.node.app, 30)).toBe(0);
    await app.database.db
      .updateTable('kitLogChainHead')
      .set({ baseHash: 'y'.repeat(43) })
      .execute();
    expect((await kinds()).map(({ kind }) => kind)).toContain('end');
  });

  it('is no damage to a check that is under way', async () => {
    // more than the check reads at once, so that it goes on after the oldest have been removed
    await app.database.db.transaction().execute(async (db) => {
      await sql`insert into sys_oper_log (id, module, title, user_id, user_name, remote_addr, request_uri, request_method, time_ms, result, request_id, create_time)
        select 'old' || n, '系统', '旧操作', '1', 'admin', '', '', 'POST', 1, '1', '', now() - interval '300 days' from generate_series(1, 2600) n`.execute(
        db,
      );
      await db.updateTable('kitLogChainHead').set({ scannedTo: null }).execute();
    });
    await work(1);
    let removed = 0;
    const progress = async () => void (removed += await removeOldLogs(app.node.app, 200));
    expect((await verifyLogs(app.node.app, { progress })).problems).toEqual([]);
    expect(removed).toBe(2_600);
  });

  it('does not remove a row whose neighbour has vanished: that is for the check to tell', async () => {
    app.clock.now = new Date(Date.now() - 300 * DAY_MS);
    await work(3);
    app.clock.now = new Date();
    await sealLogs(app.node.app);
    const [first, second] = await ids();
    await app.database.db
      .deleteFrom('sysOperLog')
      .where('id', '=', second ?? '')
      .execute();
    expect(await removeOldLogs(app.node.app, 200)).toBe(1);
    expect(await kinds()).toEqual([{ kind: 'missing', logId: second }]);
    expect(first).not.toBe(second);
  });
});

describe('the check over HTTP', () => {
  it('runs in the background and shows what it found', async () => {
    await work(3);
    await sealLogs(app.node.app);
    const [first] = await ids();
    await sql`update sys_oper_log set user_name = '别人' where id = ${first}`.execute(app.database.db);
    const started = await app.admin('POST', '/system/logs/chain/verify', {});
    expect(started.status).toBe(200);
    const { data: state } = await until(
      () => app.admin('GET', '/system/logs/chain'),
      ({ data }) => data.latest?.state === 'done',
    );
    expect(state.latest).toMatchObject({ problemCount: 1, problems: [{ kind: 'changed', logId: first }], createBy: 'admin' });
    expect(state.keepDays).toBe(400);
    expect(state.headHash).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('refuses a digest of the wrong form, strangers and people without the right; nothing deletes a log', async () => {
    const wrong = await app.admin('POST', '/system/logs/chain/verify', { anchor: { seq: 1, hash: 'abc' } });
    expect(wrong.status).toBe(400);
    const reader = await app.make.user({ perms: ['monitor:operlog:list', 'monitor:operlog:detail'] });
    for (const [method, path] of [
      ['GET', '/system/logs/chain'],
      ['POST', '/system/logs/chain/verify'],
    ] as const) {
      expect((await app.stranger(method, path, method === 'POST' ? {} : undefined)).status).toBe(401);
      expect((await app.as(reader.token)(method, path, method === 'POST' ? {} : undefined)).status).toBe(403);
    }
    expect((await app.admin('DELETE', '/system/logs/1')).status).toBe(404);
    expect((await app.admin('DELETE', '/system/logs/batch/1,2')).status).toBe(404);
  });
});

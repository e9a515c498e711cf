import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { startApp, startNode } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { readFile } from '#modules/files/server/index.ts';
import { sweepTask } from './sweep.ts';
import { POSTS, transfersOf, type Row } from './test-transfers.ts';

const app = startApp();
/** Job posts whose name begins with 批量; ids keep the order of their number. */
const MANY = 60_000;
/** exports that a node runs at once, see kit/server/job-queue.ts */
const AT_ONCE = 2;
/** what tests ask for that look at the queue and not at the rows */
const FEW = { postName: '批量99' };

const { detail, ended, queue, temporary, tidied, states, held } = transfersOf(app);

beforeAll(async () => {
  await sql`insert into sys_post (id, post_name, sort_no)
    select lpad(n::text, 8, '0'), '批量' || n, n from generate_series(1, ${MANY}) n`.execute(app.database.db);
});

describe('a long export', () => {
  it('writes every row with flat memory, tells the person, and carries where it came from', async () => {
    const user = await app.make.user({ perms: ['system:post:export'], nickname: '导出员' });
    const send = app.as(user.token);
    const before = process.memoryUsage();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed)), 50);
    const id = await queue(send, { postName: '批量', columns: ['postName', 'sortNo'], expectedRows: MANY });
    const row = await ended(send, id);
    clearInterval(watch);
    expect(row).toMatchObject({ state: 'done', percent: 100, doneRows: MANY, text: '共 60,000 行' });
    // the rows as objects would take far more
    expect((peak - before.heapUsed) / 1_048_576).toBeLessThan(150);
    const file = await send('POST', `/system/exports/${id}/download`);
    expect(file.status).toBe(200);
    expect(file.raw.length).toBe(row.resultSize);
    const { rows } = await readSheet(file.raw, 70_000);
    expect(rows[0]?.cells).toEqual(['岗位名称', '排序']);
    expect(rows[1]?.cells).toEqual(['批量1', 1]);
    expect(rows[MANY]?.cells).toEqual([`批量${MANY}`, MANY]);
    expect(rows).toHaveLength(MANY + 2);
    expect(String(rows.at(-1)?.cells[0])).toMatch(new RegExp(`^导出编号：${id}　导出人：导出员（${user.username}）　导出时间：`));
    await tidied();
    const message = await app.database.db.selectFrom('sysMessage').select(['title', 'text']).where('accountId', '=', user.id).execute();
    expect(message).toEqual([{ title: '岗位导出完成', text: '共 60,000 行' }]);
    const log = await app.database.db
      .selectFrom('sysOperLog')
      .select(['title', 'note'])
      .where('userId', '=', user.id)
      .orderBy('id')
      .execute();
    expect(log.map((one) => one.title)).toEqual(['后台导出岗位', '下载导出文件']);
    expect(log.every((one) => one.note?.includes(id))).toBe(true);
  }, 120_000);

  it('is found by nobody else, not even with its number; who sees all sees the line but not the file', async () => {
    const send = app.as((await app.make.user({ perms: ['system:post:export'] })).token);
    const id = await queue(send, { postName: '批量1234' });
    await ended(send, id);
    const other = app.as((await app.make.user({ perms: ['system:post:export'] })).token);
    expect(await other('GET', `/system/exports/${id}`)).toMatchObject({ status: 404, error: 'entity.notFound' });
    expect((await other('POST', `/system/exports/${id}/download`)).status).toBe(404);
    expect((await other('POST', `/system/exports/${id}/cancel`)).status).toBe(404);
    expect((await other('POST', `/system/exports/${id}/retry`)).status).toBe(404);
    expect((await other('DELETE', `/system/exports/${id}`)).status).toBe(404);
    expect((await other('GET', '/system/exports/page?everybody=1')).data.total).toBe(0);
    const { resultFile } = await app.database.db
      .selectFrom('sysTransfer')
      .select('resultFile')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await other('GET', `/file/fileView/${resultFile}`)).status).toBe(404);
    const auditor = app.as((await app.make.user({ perms: ['system:export:list'] })).token);
    const seen = (await auditor('GET', '/system/exports/page?everybody=1&pageSize=100')).data.data as Row[];
    expect(seen.find((row) => row.id === id)).toMatchObject({ isOwn: false, state: 'done' });
    expect((await auditor('GET', '/system/exports/page')).data.total).toBe(0);
    expect((await auditor('POST', `/system/exports/${id}/download`)).status).toBe(404);
    expect((await auditor('DELETE', `/system/exports/${id}`)).status).toBe(404);
  });

  it('shows those who see all only the people in their data scope', async () => {
    const [mine, foreign] = [await app.make.dept(), await app.make.dept()];
    const member = app.as((await app.make.user({ perms: ['system:post:export'], deptId: foreign.id })).token);
    const id = await queue(member, { postName: '批量77' });
    await ended(member, id);
    const head = app.as(
      (await app.make.user({ perms: ['system:export:list', 'system:export:remove'], deptId: mine.id, dataScope: '4' })).token,
    );
    expect((await head('GET', `/system/exports/${id}`)).status).toBe(404);
    expect((await head('DELETE', `/system/exports/${id}`)).status).toBe(404);
  });

  it('obeys the rights of the moment it runs, not of the moment it was asked for', async () => {
    const user = await app.make.user({ perms: ['system:post:export'] });
    const send = app.as(user.token);
    const [first, second, third] = await held(async () => {
      const ids = [await queue(send, FEW), await queue(send, FEW), await queue(send, FEW)];
      await until(
        () => states(ids),
        (now) => now.join() === 'running,running,waiting',
      );
      // both have begun to write: they are past the question who asks
      await until(
        async () => temporary().filter((name) => ids.some((id) => name.includes(id))),
        (names) => names.length === 2,
      );
      await app.database.db
        .deleteFrom('sysRoleMenu')
        .where('roleId', '=', user.roleId ?? '')
        .execute();
      return ids;
    });
    const row = await ended(send, third ?? '');
    expect(row).toMatchObject({ state: 'failed', text: '已没有岗位的导出权限，任务没有执行', resultName: null });
    expect((await send('POST', `/system/exports/${third}/download`)).status).toBe(404);
    const log = await app.database.db.selectFrom('sysOperLog').select('result').where('exMsg', '=', row.text).execute();
    expect(log).toEqual([{ result: '0' }]);
    for (const id of [first, second]) await ended(send, id ?? '');
  }, 60_000);

  it('obeys the data scope of the moment it runs', async () => {
    const [own, other] = [await app.make.dept(), await app.make.dept()];
    await app.make.user({ username: 'scoped_in', deptId: own.id });
    await app.make.user({ username: 'scoped_out', deptId: other.id });
    const user = await app.make.user({ perms: ['system:user:export'], deptId: own.id, dataScope: '1' });
    const send = app.as(user.token);
    const { data } = await send('POST', '/system/users/export/job', { username: 'scoped_' });
    expect((await ended(send, data.jobId)).text).toBe('共 2 行');
    await app.database.db
      .updateTable('sysRole')
      .set({ dataScope: '3' })
      .where('id', '=', user.roleId ?? '')
      .execute();
    await app.database.db.updateTable('sysTransfer').set({ state: 'failed' }).where('id', '=', data.jobId).execute();
    expect((await send('POST', `/system/exports/${data.jobId}/retry`)).status).toBe(200);
    expect((await ended(send, data.jobId)).text).toBe('共 1 行');
  });

  it('is not handed out any more once rights reach less far than when its rows were read', async () => {
    const [own, other] = [await app.make.dept(), await app.make.dept()];
    await app.make.user({ username: 'reached_in', deptId: own.id });
    await app.make.user({ username: 'reached_out', deptId: other.id });
    const user = await app.make.user({ perms: ['system:user:export'], deptId: own.id, dataScope: '4' });
    const send = app.as(user.token);
    const download = (id: string) => send('POST', `/system/exports/${id}/download`);
    const rescope = (dataScope: '1' | '3' | '4') =>
      app.database.db
        .updateTable('sysRole')
        .set({ dataScope })
        .where('id', '=', user.roleId ?? '')
        .execute();
    const few = (await send('POST', '/system/users/export/job', { username: 'reached_' })).data.jobId;
    expect((await ended(send, few)).text).toBe('共 1 行');
    await rescope('1');
    expect((await download(few)).status).toBe(200);
    const all = (await send('POST', '/system/users/export/job', { username: 'reached_' })).data.jobId;
    expect((await ended(send, all)).text).toBe('共 2 行');
    expect((await download(all)).status).toBe(200);
    await rescope('4');
    expect(await download(all)).toMatchObject({
      status: 403,
      error: 'auth.noPermission',
      msg: '导出之后您的权限已缩小，这个文件不再提供下载，请重新导出',
    });
    expect((await download(few)).status).toBe(200);
    await rescope('3');
    expect((await download(few)).status).toBe(403);
    await rescope('1');
    expect((await download(all)).status).toBe(200);
  });

  it('of a disabled account does not run', async () => {
    const user = await app.make.user({ perms: ['system:post:export'] });
    const send = app.as(user.token);
    const ids = await held(async () => {
      const queued = [await queue(send, FEW), await queue(send, FEW), await queue(send, FEW)];
      await app.database.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', user.id).execute();
      return queued;
    });
    const row = await ended(app.admin, ids[2] ?? '');
    expect(row).toMatchObject({ state: 'failed', text: '账号已禁用、过期或删除，任务没有执行' });
  }, 60_000);

  it('is one of two at a time; the others wait and can be cancelled', async () => {
    const send = app.as((await app.make.user({ perms: ['system:post:export'] })).token);
    const ids = await held(async () => {
      const queued = [await queue(send, FEW), await queue(send, FEW), await queue(send, FEW), await queue(send, FEW)];
      await until(
        () => states(queued),
        (now) => now.join() === 'running,running,waiting,waiting',
      );
      expect((await send('DELETE', `/system/exports/${queued[2]}`)).status).toBe(409);
      expect((await send('POST', `/system/exports/${queued[2]}/cancel`)).status).toBe(200);
      expect(await detail(send, queued[2] ?? '')).toMatchObject({ state: 'cancelled', text: '已取消' });
      return queued;
    });
    for (const index of [0, 1, 3]) expect((await ended(send, ids[index] ?? '')).state).toBe('done');
    expect((await send('POST', `/system/exports/${ids[0]}/cancel`)).status).toBe(422);
  }, 60_000);

  it('leaves nothing behind when it is cancelled while it runs', async () => {
    const send = app.as((await app.make.user({ perms: ['system:post:export'] })).token);
    const id = await held(async () => {
      const queued = await queue(send, FEW);
      await until(
        async () => temporary().filter((name) => name.includes(queued)),
        (names) => names.length === 1,
      );
      expect((await send('POST', `/system/exports/${queued}/cancel`)).status).toBe(200);
      return queued;
    });
    expect(await ended(send, id)).toMatchObject({ state: 'cancelled', text: '已取消', resultName: null });
    await tidied(id);
    expect((await send('POST', `/system/exports/${id}/retry`)).status).toBe(200);
    expect((await ended(send, id)).state).toBe('done');
  }, 60_000);

  it('runs again from the start when its node goes away, and counts once', async () => {
    const ownerOf = async (id: string) =>
      (await app.database.db.selectFrom('kitJob').select('owner').where('subject', '=', id).executeTakeFirst())?.owner ?? '';
    const someone = async () => {
      const user = await app.make.user({ perms: ['system:post:export'] });
      return { user, send: app.as(user.token) };
    };
    const { user, send } = await someone();
    const [id, stopping, small] = await held(async () => {
      // the first node has its hands full, so the second one takes what comes next
      const others = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const other = await someone();
          return { send: other.send, id: await queue(other.send, { postName: '批量99' }) };
        }),
      );
      for (const other of others)
        await until(
          () => ownerOf(other.id),
          (name) => name !== '',
        );
      const second = await startNode(app.connection, app.node.app.settings);
      const queued = await queue(send, { postName: '批量' });
      const isSecond = (name: string) => name.startsWith(`${second.app.node}-`);
      await until(() => ownerOf(queued), isSecond);
      await until(
        () => states([queued]),
        (now) => now[0] === 'running',
      );
      const gone = second.stop();
      await until(
        () => ownerOf(queued),
        (name) => !isSecond(name),
      );
      return [queued, gone, others] as const;
    });
    await stopping;
    for (const other of small) await ended(other.send, other.id);
    expect(await ended(send, id)).toMatchObject({ state: 'done', doneRows: MANY });
    await tidied(id);
    const row = await app.database.db.selectFrom('sysTransfer').select('attempts').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.attempts).toBe(2);
    const messages = await app.database.db.selectFrom('sysMessage').select('id').where('accountId', '=', user.id).execute();
    expect(messages).toHaveLength(1);
    expect((await send('POST', `/system/exports/${id}/download`)).status).toBe(200);
  }, 120_000);

  it('stops at the limit of rows with a sentence', async () => {
    await app.database.db.updateTable('sysConfig').set({ configValue: '1000' }).where('configKey', '=', 'export.maxRows').execute();
    const row = await ended(app.admin, await queue(app.admin));
    await app.database.db.updateTable('sysConfig').set({ configValue: '1000000' }).where('configKey', '=', 'export.maxRows').execute();
    expect(row).toMatchObject({ state: 'failed', text: '数据超过单次导出的上限 1,000 行，请缩小筛选范围后重新导出' });
  });

  it('is gone after its time: first refused, then swept', async () => {
    const id = await queue(app.admin, { postName: '批量99' });
    await ended(app.admin, id);
    const stored = await app.database.db
      .selectFrom('sysTransfer')
      .select(['resultFile', 'expireTime'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((stored.expireTime?.getTime() ?? 0) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await app.database.db
      .updateTable('sysTransfer')
      .set({ expireTime: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect(await detail(app.admin, id)).toMatchObject({ state: 'done', resultName: null });
    expect(await app.admin('POST', `/system/exports/${id}/download`)).toMatchObject({ status: 404, msg: '文件已过保留期，请重新导出' });
    const { app: services } = app.node;
    const text = await sweepTask.run({
      runId: '1',
      app: services,
      params: {},
      dueTime: new Date(),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
    expect(text).toBe('已清理 1 个任务的文件');
    expect(await readFile(services, services.db, stored.resultFile ?? '')).toBeNull();
    expect(await detail(app.admin, id)).toMatchObject({ state: 'done' });
  });

  it('can be deleted with its file', async () => {
    const id = await queue(app.admin, { postName: '批量98' });
    await ended(app.admin, id);
    const { resultFile } = await app.database.db
      .selectFrom('sysTransfer')
      .select('resultFile')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { app: services } = app.node;
    expect(await readFile(services, services.db, resultFile ?? '')).not.toBeNull();
    expect((await app.admin('DELETE', `/system/exports/${id}`)).status).toBe(200);
    expect((await app.admin('GET', `/system/exports/${id}`)).status).toBe(404);
    expect(await readFile(services, services.db, resultFile ?? '')).toBeNull();
  });

  it('needs the permission of the export, and what it runs is never named by the caller', async () => {
    const none = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
    expect((await none('POST', `${POSTS}/export/job`, {})).status).toBe(403);
    expect((await none('POST', `${POSTS}/import/job`)).status).toBe(403);
    expect((await app.stranger('GET', '/system/exports/page')).status).toBe(401);
    const id = await queue(app.admin, { postName: '批量97', entity: 'system.user', entityLabel: '<b>' });
    expect(await ended(app.admin, id)).toMatchObject({ entity: 'system.post', entityLabel: '岗位' });
    await app.database.db.updateTable('sysTransfer').set({ entity: 'constructor', state: 'failed' }).where('id', '=', id).execute();
    await app.admin('POST', `/system/exports/${id}/retry`);
    expect(await ended(app.admin, id)).toMatchObject({ state: 'failed', text: '岗位已不支持后台导出' });
  });
});

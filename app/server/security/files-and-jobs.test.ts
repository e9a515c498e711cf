import { describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { readEvents } from '#kit/test/events.ts';
import { until } from '#kit/test/until.ts';

const app = startApp();
const EXPORT = 'system:post:export';

async function exported(send: Send): Promise<{ id: string; fileName: string }> {
  const queued = await send('POST', '/system/posts/export/job', {});
  expect(queued, queued.msg).toMatchObject({ status: 200 });
  const id = queued.data.jobId as string;
  await until(
    async () => (await send('GET', `/system/exports/${id}`)).data.state as string,
    (state) => state === 'done',
    30_000,
  );
  const row = await app.database.db.selectFrom('sysTransfer').select('resultFile').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, fileName: row.resultFile ?? '' };
}

describe('a finished export', () => {
  it('is nobody else’s to read, not even as a file', async () => {
    const { id, fileName } = await exported(app.as((await app.make.user({ perms: [EXPORT] })).token));
    const manager = app.as(
      (await app.make.user({ perms: ['file:file:list', 'file:file:detail', 'system:export:list', 'system:export:remove'], dataScope: '1' }))
        .token,
    );
    expect((await manager('GET', `/system/exports/${id}`)).status).toBe(200);
    expect(await manager('POST', `/system/exports/${id}/download`)).toMatchObject({ status: 404, error: 'entity.notFound' });
    for (const send of [manager, app.admin]) {
      expect((await send('GET', `/file/fileView/${fileName}`)).status).toBe(404);
      expect((await send('POST', '/file/files/sign', { fileNames: [fileName] })).data).toEqual([]);
    }
  });

  it('is out of reach once the right to export is gone', async () => {
    const maker = await app.make.user({ perms: [EXPORT] });
    const send = app.as(maker.token);
    const { id } = await exported(send);
    expect((await send('POST', `/system/exports/${id}/download`)).status).toBe(200);
    await app.database.db.deleteFrom('sysUserRole').where('userId', '=', maker.id).execute();
    expect(await send('POST', `/system/exports/${id}/download`)).toMatchObject({ status: 403, error: 'auth.noPermission' });
  });
});

describe('the export centre', () => {
  it('keeps the files of at most 200 transfers for a person', async () => {
    const maker = await app.make.user({ perms: [EXPORT] });
    const send = app.as(maker.token);
    await app.database.pool.query(
      `insert into sys_transfer (id, kind, entity, entity_label, state, request, text, result_file, request_id, remote_addr, user_agent, create_by, create_time, end_time)
       select 'kept' || n, 'export', 'system.post', '岗位', 'done', '{}', '', n || '.xlsx', 'x', '', '', $1, now(), now() from generate_series(1, 200) n`,
      [maker.id],
    );
    expect(await send('POST', '/system/posts/export/job', {})).toMatchObject({ status: 429, error: 'throttle.exceeded' });
    expect((await send('DELETE', '/system/exports/kept1')).status).toBe(200);
    expect((await send('POST', '/system/posts/export/job', {})).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  it('answers a file again, or says plainly that it cannot', async () => {
    const send = app.as((await app.make.user({ perms: [EXPORT] })).token);
    const key = { 'idempotency-key': 'export-once-1' };
    const first = await send('POST', '/system/posts/export', {}, key);
    const second = await send('POST', '/system/posts/export', {}, key);
    expect([first.status, first.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect([second.status, second.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });

  it('queues one job for a double click', async () => {
    const send = app.as((await app.make.user({ perms: [EXPORT] })).token);
    const key = { 'idempotency-key': 'export-job-1' };
    const [first, second] = await Promise.all([1, 2].map(() => send('POST', '/system/posts/export/job', {}, key)));
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(first?.data).toEqual(second?.data);
  });
});

describe('the live log of a run', () => {
  it('ends for a session that was locked, and for an account that lost the right', { timeout: 60_000 }, async () => {
    await app.node.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.node.http.server.address() as { port: number };
    const job = await app.admin('POST', '/quartz/jobs', {
      jobName: '长任务',
      beanName: 'scheduler.example',
      methodParams: JSON.stringify({ lines: 300, seconds: 0.2 }),
      cronExpression: '0 0 0 1 1 ?',
      status: '0',
    });
    expect(job, job.msg).toMatchObject({ status: 200 });
    const run = await app.admin('POST', `/quartz/jobs/run/${job.data.id}`, {});
    expect(run, run.msg).toMatchObject({ status: 200 });
    const watch = async () => {
      const reader = await app.make.user({ perms: ['scheduler:log:detail'], dataScope: '1' });
      const stream = await readEvents(port, `/quartz/logs/${run.data.id}/stream`, { authorization: `Bearer ${reader.token}` });
      await stream.wait('line', 2);
      return { reader, stream };
    };
    const locked = await watch();
    expect((await app.as(locked.reader.token)('POST', '/system/lock', { password: 'abcd1234' })).status).toBe(200);
    await locked.stream.ended();
    const stripped = await watch();
    await app.database.db.deleteFrom('sysUserRole').where('userId', '=', stripped.reader.id).execute();
    await stripped.stream.ended();
    expect((await app.admin('GET', `/quartz/logs/${run.data.id}`)).data.state).toBe('running');
    await app.admin('POST', `/quartz/logs/cancel/${run.data.id}`);
  });
});

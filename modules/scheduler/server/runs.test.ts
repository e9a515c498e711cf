import { describe, expect, it } from 'vitest';
import { productModules, startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { calls, testTasks } from './test-tasks.ts';
import { schedulerFixture, type Run } from './test-fixture.ts';

const app = startApp({ modules: [...productModules, testTasks] });
const { create, runNow, job, run, runs, ended, running, overdue } = schedulerFixture(app);
const EACH_MINUTE = '0 * * * * ?';

describe('a run', () => {
  it('leaves result, progress, times, node and lines', async () => {
    const id = await create({ methodParams: { note: '甲' } });
    const done = await ended(await runNow(id));
    expect(done).toMatchObject({
      state: 'done',
      status: '1',
      msg: '完成 甲',
      cause: 'manual',
      percent: 100,
      attempt: 1,
      lineCount: 1,
      node: app.node.app.node,
    });
    expect(done.durationMs).toBeGreaterThanOrEqual(0);
    expect(await job(id)).toMatchObject({ lastState: 'done', lastRunId: done.id, failures: 0 });
  });

  it('takes other parameters for once, checked like the others', async () => {
    const id = await create({ methodParams: { note: '甲' } });
    expect(await ended(await runNow(id, { methodParams: { note: '乙' } }))).toMatchObject({
      msg: '完成 乙',
      methodParams: '{"note":"乙"}',
    });
    expect((await job(id)).methodParams).toBe('{"note":"甲"}');
    expect((await app.admin('POST', `/quartz/jobs/run/${id}`, { methodParams: { note: 5 } })).status).toBe(400);
    // the right to run is no right to say what runs
    const operator = app.as((await app.make.user({ perms: ['scheduler:job:run'], dataScope: '1' })).token);
    expect((await operator('POST', `/quartz/jobs/run/${id}`, { methodParams: { note: '丙' } })).error).toBe('auth.noPermission');
    const same = await operator('POST', `/quartz/jobs/run/${id}`, { methodParams: { note: '甲' } });
    expect(same, same.msg).toMatchObject({ status: 200 });
    await ended(same.data.id);
    const editor = app.as((await app.make.user({ perms: ['scheduler:job:run', 'scheduler:job:edit'], dataScope: '1' })).token);
    expect((await editor('POST', `/quartz/jobs/run/${id}`, { methodParams: { note: '丙' } })).status).toBe(200);
  });

  it('keeps at most 2000 lines of 2000 characters', async () => {
    const id = await create({ beanName: 'test.chatty', methodParams: { lines: 2500 } });
    const done = await ended(await runNow(id));
    expect(done).toMatchObject({ state: 'done', lineCount: 2000 });
    const lines = await app.database.db
      .selectFrom('schedulerRunLine')
      .select(['seq', 'text'])
      .where('runId', '=', done.id)
      .orderBy('seq')
      .execute();
    expect(lines).toHaveLength(2000);
    expect(lines[0]?.text).toHaveLength(2000);
    expect(lines.at(-1)?.text).toContain('后面的内容不再记录');
    expect(lines.every((line, index) => line.seq === index + 1)).toBe(true);
  });

  it('says of what a driver refused no more than that it did', async () => {
    const done = await ended(await runNow(await create({ beanName: 'test.breaks' })));
    expect(done).toMatchObject({ state: 'failed', msg: '系统错误（22P02）' });
    expect(JSON.stringify(done)).not.toContain('geheim');
  });

  it('ends at its time limit', async () => {
    const id = await create({ beanName: 'test.slow', timeoutSeconds: 1 });
    const done = await ended(await runNow(id));
    expect(done).toMatchObject({ state: 'timeout', status: '0', msg: '超过 1 秒未完成，已中止' });
    expect(await job(id)).toMatchObject({ lastState: 'timeout', failures: 1 });
  });

  it('ends when it is cancelled, whether it waits or runs', async () => {
    const id = await create({ beanName: 'test.slow', overlapPolicy: 'queue' });
    const first = await runNow(id);
    await running(first);
    const second = await runNow(id);
    expect(await run(second)).toMatchObject({ state: 'waiting', status: null });
    expect((await app.admin('POST', `/quartz/logs/cancel/${second}`)).status).toBe(200);
    expect(await run(second)).toMatchObject({ state: 'cancelled' });
    expect((await app.admin('DELETE', `/quartz/logs/${first}`)).status).toBe(422);
    expect((await app.admin('POST', `/quartz/logs/cancel/${first}`)).status).toBe(200);
    expect(await ended(first)).toMatchObject({ state: 'cancelled', status: '0' });
    expect((await app.admin('POST', `/quartz/logs/cancel/${first}`)).status).toBe(422);
    expect((await app.admin('DELETE', `/quartz/logs/batch/${first},${second}`)).status).toBe(200);
    expect(await runs(id)).toEqual([]);
  });
});

describe('a task with nothing to do', () => {
  it('leaves no row when it was planned, but the job shows that it ran', async () => {
    const id = await create({ beanName: 'test.idle', cronExpression: EACH_MINUTE });
    await overdue(id, 120);
    const after = await until(
      () => job(id),
      (row) => row.lastState !== null,
      30_000,
    );
    expect(after).toMatchObject({ lastState: 'done', failures: 0 });
    expect(await runs(id)).toEqual([]);
    // a job that shows a success has run at least once
    expect((await app.admin('GET', `/quartz/logs/stats?jobId=${id}`)).data.done).toBeGreaterThan(0);
  });

  it('leaves a row when a person started it or when it wrote lines', async () => {
    const id = await create({ beanName: 'test.idle' });
    expect(await ended(await runNow(id))).toMatchObject({ state: 'done', msg: '没有需要处理的内容' });
    const talking = await create({ beanName: 'test.idle', cronExpression: EACH_MINUTE, methodParams: { isTalking: true } });
    await overdue(talking, 120);
    const rows = await until(
      () => runs(talking),
      (all) => all.some((row) => row.state === 'done'),
      30_000,
    );
    expect(rows[0]).toMatchObject({ msg: '没有需要处理的内容' });
  });
});

describe('retries', () => {
  it('follow with growing pauses, under one root, and count as one failure', async () => {
    const id = await create({ beanName: 'test.fails', retryCount: 2, retryDelaySeconds: 1, retryFactor: 2, retryCapSeconds: 60 });
    const first = await runNow(id);
    const all = await until(
      () => runs(id),
      (rows) => rows.length === 3 && rows.every((row) => row.state === 'failed'),
      40_000,
    );
    expect(all.map((row) => row.attempt)).toEqual([1, 2, 3]);
    const stored = await app.database.db
      .selectFrom('schedulerRun')
      .select(['rootId', 'dueTime', 'runAfter', 'endTime'])
      .where('jobId', '=', id)
      .orderBy('attempt')
      .execute();
    expect(new Set(stored.map((row) => row.rootId))).toEqual(new Set([first]));
    expect(new Set(stored.map((row) => row.dueTime.getTime())).size).toBe(1);
    const pauses = [1, 2].map((attempt) =>
      Math.round((stored[attempt]!.runAfter.getTime() - stored[attempt - 1]!.endTime!.getTime()) / 1000),
    );
    expect(pauses).toEqual([1, 2]);
    expect(await job(id)).toMatchObject({ failures: 1, lastState: 'failed' });
  });

  it('do not follow in a paused job', async () => {
    const id = await create({ beanName: 'test.fails', retryCount: 5, retryDelaySeconds: 1, cronExpression: EACH_MINUTE });
    await overdue(id, 120);
    const [failed] = await until(
      () => runs(id),
      (rows) => rows.some((row) => row.state === 'failed'),
      30_000,
    );
    expect(failed?.attempt).toBe(1);
    await app.admin('POST', `/quartz/jobs/pause/${id}`);
    expect((await runs(id)).filter((row) => row.state === 'waiting')).toEqual([]);
  });
});

describe('alerts', () => {
  it('come to the chosen people at the N-th failure in a row', async () => {
    const person = await app.make.user({ perms: [] });
    const id = await create({ beanName: 'test.fails', alertUserIds: [person.id], alertAfter: 2 });
    const messages = () =>
      app.database.db.selectFrom('sysMessage').select(['title', 'text', 'path']).where('accountId', '=', person.id).execute();
    await ended(await runNow(id));
    expect(await messages()).toEqual([]);
    const second = await runNow(id);
    await ended(second);
    expect(await messages()).toEqual([
      {
        title: expect.stringContaining('执行失败'),
        text: '已连续失败 2 次。故意失败',
        path: `/basic/scheduler/tasklog?open=detail-${second}`,
      },
    ]);
    expect(await job(id)).toMatchObject({ alertUserNames: [expect.stringContaining('员工')], failures: 2 });
  });
});

describe('overlap', () => {
  const start = async (overlapPolicy: string) => {
    const id = await create({ beanName: 'test.slow', overlapPolicy, cronExpression: EACH_MINUTE });
    const first = await runNow(id);
    await running(first);
    return { id, first };
  };
  const cancelAll = async (id: string) => {
    for (const one of await runs(id)) await app.admin('POST', `/quartz/logs/cancel/${one.id}`);
  };

  it('skip leaves a row that says so, and refuses a person', async () => {
    const { id } = await start('skip');
    expect(await app.admin('POST', `/quartz/jobs/run/${id}`, {})).toMatchObject({ status: 422, error: 'rule.broken' });
    // the due time that is made must be one of the plan
    await app.database.db.updateTable('schedulerJob').set({ cronExpression: '* * * * * ?' }).where('id', '=', id).execute();
    await overdue(id, 1);
    const rows = await until(
      () => runs(id),
      (all) => all.some((one) => one.state === 'skipped'),
    );
    expect(rows.find((one) => one.state === 'skipped')).toMatchObject({ msg: '上一次执行尚未结束，按重叠策略跳过', status: null });
    await app.admin('POST', `/quartz/jobs/pause/${id}`);
    await cancelAll(id);
  });

  it('queue waits until the first has ended', async () => {
    const { id, first } = await start('queue');
    const second = await runNow(id, { methodParams: { seconds: 0.1 } });
    expect((await run(second)).state).toBe('waiting');
    await app.admin('POST', `/quartz/logs/cancel/${first}`);
    const [one, two] = [await ended(first), await ended(second)];
    expect(two.state).toBe('done');
    expect(new Date(two.startTime).getTime()).toBeGreaterThanOrEqual(new Date(one.endTime).getTime());
  });

  it('parallel runs beside it', async () => {
    const { id } = await start('parallel');
    await running(await runNow(id));
    expect((await runs(id)).filter((one) => one.state === 'running')).toHaveLength(2);
    await cancelAll(id);
  });

  it('cancel ends the first', async () => {
    const { id, first } = await start('cancel');
    const second = await runNow(id, { methodParams: { seconds: 0.1 } });
    expect(await ended(first)).toMatchObject({ state: 'cancelled' });
    expect(await ended(second)).toMatchObject({ state: 'done' });
  });
});

describe('due times that were missed', () => {
  const missed = async (misfirePolicy: string) => {
    const id = await create({ misfirePolicy, cronExpression: EACH_MINUTE });
    const known = calls.length;
    await overdue(id, 30 * 60);
    const rows = await until(
      () => runs(id),
      (all) => all.length > 0 && all.every((one) => !['waiting', 'running'].includes(one.state)),
      40_000,
    );
    await app.admin('POST', `/quartz/jobs/pause/${id}`);
    return { rows, ran: calls.slice(known).length };
  };
  // one on time may come along when the minute turns while the test runs
  const late = (rows: readonly Run[]) => rows.filter((one) => one.cause === 'missed');

  it('are made up for once', async () => {
    const { rows } = await missed('once');
    expect(late(rows).length).toBeLessThanOrEqual(1);
    expect(rows.filter((one) => one.state === 'done').length).toBeGreaterThanOrEqual(1);
    expect(rows.length).toBeLessThanOrEqual(2);
  });

  it('are skipped', async () => {
    const { rows } = await missed('skip');
    expect(late(rows)).toMatchObject([{ state: 'skipped', msg: '已错过执行时间，按错过策略跳过' }]);
  });

  it('are made up for each, the newest ten', async () => {
    const { rows } = await missed('all');
    const done = late(rows);
    expect(done).toHaveLength(10);
    expect(done.every((one) => one.state === 'done')).toBe(true);
    const due = done.map((one) => new Date(one.dueTime).getTime()).sort((a, b) => a - b);
    expect(due.every((time, index) => index === 0 || time - due[index - 1]! === 60_000)).toBe(true);
  });
});

describe('pausing', () => {
  it('lets a run come to its end', async () => {
    const id = await create({ beanName: 'test.slow', methodParams: { seconds: 1.5 } });
    const one = await runNow(id);
    await running(one);
    await app.admin('POST', `/quartz/jobs/pause/${id}`);
    expect(await ended(one)).toMatchObject({ state: 'done', msg: '走完了' });
    expect(await ended(await runNow(id, { methodParams: { seconds: 0 } }))).toMatchObject({ state: 'done' });
  });
});

describe('removing a job', () => {
  it('keeps its history and lets nothing wait', async () => {
    const id = await create({ jobName: '将被删除', overlapPolicy: 'queue', beanName: 'test.slow' });
    const first = await runNow(id);
    await running(first);
    const second = await runNow(id);
    await app.admin('DELETE', `/quartz/jobs/${id}`);
    expect(await run(second)).toMatchObject({ state: 'cancelled', msg: '任务已删除', jobName: '将被删除' });
    await app.admin('POST', `/quartz/logs/cancel/${first}`);
    expect(await ended(first)).toMatchObject({ state: 'cancelled' });
    expect(await runs(id)).toHaveLength(2);
  });
});

describe('the log list', () => {
  it('shows seven days unless it is asked for more, and filters', async () => {
    const id = await create();
    const one = await runNow(id);
    await ended(one);
    await app.database.db
      .updateTable('schedulerRun')
      .set({ createTime: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', one)
      .execute();
    const two = await runNow(id);
    await ended(two);
    const ids = async (query: string) =>
      (await app.admin('GET', `/quartz/logs/page?jobId=${id}${query}`)).data.data.map((row: { id: string }) => row.id);
    expect(await ids('')).toEqual([two]);
    expect(await ids('&beginTime=2020-01-01T00:00:00%2B08:00')).toEqual([two, one]);
    expect(await ids('&status=1')).toEqual([two]);
    expect(await ids('&status=0')).toEqual([]);
    expect(await ids('&state=failed')).toEqual([]);
    expect((await app.admin('GET', '/quartz/logs/page?state=nonsense')).status).toBe(400);
    const file = await app.admin('POST', '/quartz/logs/export', { jobId: id });
    expect(file.raw.subarray(0, 2).toString()).toBe('PK');
  });

  it('stands under figures of the same seven days', async () => {
    const id = await create();
    await ended(await runNow(id));
    const bad = await create({ beanName: 'test.fails' });
    await ended(await runNow(bad));
    const of = async (jobId: string) => (await app.admin('GET', `/quartz/logs/stats?jobId=${jobId}`)).data;
    expect(await of(id)).toMatchObject({ done: 1, failed: 0, successRate: 100, running: 0, waiting: 0 });
    expect(await of(bad)).toMatchObject({ done: 0, failed: 1, successRate: 0, meanMs: null });
  });

  it('reaches no further than the data scope of the job', async () => {
    const dept = await app.make.dept();
    const maker = app.as((await app.make.user({ perms: ['scheduler:job:add', 'scheduler:job:run'], deptId: dept.id })).token);
    const made = await maker('POST', '/quartz/jobs', { jobName: '范围内', beanName: 'test.quick', cronExpression: '0 0 0 1 1 ?' });
    const { data } = await maker('POST', `/quartz/jobs/run/${made.data.id}`, {});
    await ended(data.id);
    const perms = ['scheduler:log:list', 'scheduler:log:detail', 'scheduler:log:remove', 'scheduler:job:cancel'];
    const near = app.as((await app.make.user({ perms, dataScope: '3', deptId: dept.id })).token);
    const far = app.as((await app.make.user({ perms, dataScope: '3', deptId: (await app.make.dept()).id })).token);
    expect((await near('GET', `/quartz/logs/${data.id}`)).status).toBe(200);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/stream'],
      ['DELETE', ''],
    ] as const)
      expect((await far(method, `/quartz/logs/${data.id}${path}`)).status).toBe(404);
    expect((await far('POST', `/quartz/logs/cancel/${data.id}`)).status).toBe(404);
    expect((await far('DELETE', `/quartz/logs/batch/${data.id}`)).status).toBe(404);
    expect((await far('GET', '/quartz/logs/page')).data.data).toEqual([]);
    expect((await far('GET', '/quartz/logs/stats')).data).toMatchObject({ done: 0, failed: 0 });
  });
});

describe('housekeeping', () => {
  it('removes what is too old or too much, and keeps the rest', async () => {
    const id = await create({ keepDays: 5, keepRuns: 2 });
    const made: string[] = [];
    for (let n = 0; n < 4; n++) {
      const one = await runNow(id);
      await ended(one);
      made.push(one);
    }
    await app.database.db
      .updateTable('schedulerRun')
      .set({ createTime: new Date(Date.now() - 6 * 86_400_000) })
      .where('id', '=', made[3]!)
      .execute();
    const keeper = await create({ beanName: 'scheduler.housekeeping' });
    expect(await ended(await runNow(keeper))).toMatchObject({ state: 'done', msg: expect.stringMatching(/共清理 \d+ 条日志/) });
    expect((await runs(id)).map((row) => row.id)).toEqual([made[1], made[2]]);
  });
});

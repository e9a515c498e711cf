import { describe, expect, it } from 'vitest';
import { productModules, startApp, startNode, testSettings } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { testTasks } from './test-tasks.ts';

const app = startApp({ modules: [...productModules, testTasks] });
const base = '/quartz/jobs';
const NEVER = '0 0 0 1 1 ?';
const sample = (n: number) => ({ jobName: `任务${n}`, beanName: 'test.quick', cronExpression: '0 0 3 * * ?', remark: `备注${n}` });

itKeepsCrudPromises(app, { base, code: 'scheduler:job', sample, duplicate: '任务名称已存在' });

let count = 1000;
const create = async (over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', base, { ...sample(++count), cronExpression: NEVER, ...over });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};
const read = async (id: string) => (await app.admin('GET', `${base}/${id}`)).data;

describe('the list for pickers', () => {
  it('names jobs as far as the right to list reaches, and nothing else of them', async () => {
    const id = await create();
    const { data } = await app.admin('GET', `${base}/list`);
    expect(data).toContainEqual({ id, jobName: expect.any(String), status: '1' });
    const stranger = await app.make.user({ perms: ['system:post:list'] });
    expect(await app.as(stranger.token)('GET', `${base}/list`)).toMatchObject({ status: 200, data: [] });
    const reader = await app.make.user({ perms: ['scheduler:job:list'], dataScope: '5' });
    expect((await app.as(reader.token)('GET', `${base}/list`)).data).toEqual([]);
  });
});

describe('tasks', () => {
  it('are listed with names, a sentence and the schema of their parameters', async () => {
    const { data } = await app.admin('GET', '/quartz/tasks');
    expect(data.find((task: { key: string }) => task.key === 'scheduler.example')).toMatchObject({
      name: '示例：写日志',
      summary: expect.stringContaining('试用'),
      schema: { properties: { lines: { title: '行数', type: 'integer', minimum: 1, maximum: 500 } } },
    });
  });

  it.each([
    'child_process.exec',
    'constructor',
    '__proto__',
    '../x',
    'toString',
    'test.quick;rm',
    "'; drop table x--",
    '',
    null,
    7,
    'test.Unknown',
  ])('cannot be %j', async (beanName) => {
    const answer = await app.admin('POST', base, { ...sample(++count), beanName });
    expect(answer).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(answer.data[0].path).toBe('beanName');
  });

  it('have one method', async () => {
    expect((await app.admin('POST', base, { ...sample(++count), methodName: 'exec' })).status).toBe(400);
  });

  it('check their parameters by their own schema', async () => {
    const wrong = await app.admin('POST', base, { ...sample(++count), beanName: 'scheduler.example', methodParams: { lines: 0 } });
    expect(wrong).toMatchObject({ status: 400, data: [{ path: 'methodParams.lines', message: '行数应在 1 到 500 之间' }] });
    expect((await app.admin('POST', base, { ...sample(++count), methodParams: '{"note":' })).msg).toBe('参数应为 JSON 对象');
    expect((await app.admin('POST', base, { ...sample(++count), methodParams: '[1]' })).msg).toBe('参数应为 JSON 对象');
    const id = await create({ methodParams: '{ "note": "😀\'; --" }' });
    expect((await read(id)).methodParams).toBe('{"note":"😀\'; --"}');
  });
});

describe('plans', () => {
  it('are refused with a sentence', async () => {
    const refuse = async (over: object) => (await app.admin('POST', base, { ...sample(++count), ...over })).msg;
    expect(await refuse({ cronExpression: '* * * * *' })).toContain('应为 6 段');
    expect(await refuse({ cronExpression: '0 0 0 30 2 ?' })).toContain('不会有执行时间');
    expect(await refuse({ timeZone: 'Mars/Phobos' })).toContain('时区不正确');
    expect(await refuse({ retryDelaySeconds: 100, retryCapSeconds: 10 })).toContain('不能小于');
    expect(await refuse({ alertUserIds: ['424242'] })).toContain('通知对象不存在');
    expect(await refuse({ timeoutSeconds: 0 })).toContain('超时时间');
  });

  it('are shown in words, with the next ten runs', async () => {
    const { data } = await app.admin('POST', '/quartz/cron/preview', { cronExpression: '0 0 0 L * ?', timeZone: 'Asia/Shanghai' });
    expect(data.text).toBe('每月最后一天 00:00');
    expect(data.times).toHaveLength(10);
    expect(data.times.every((time: string) => new Date(time) > new Date())).toBe(true);
    expect((await app.admin('POST', '/quartz/cron/preview', { cronExpression: '0 0 99 * * ?' })).status).toBe(400);
  });

  it('decide the next run, which follows pause, resume and changes', async () => {
    const id = await create({ cronExpression: '0 0 3 * * ?' });
    const first = await read(id);
    expect(first).toMatchObject({ status: '1', taskName: '测试：立即完成', cronText: '每天 03:00' });
    expect(new Date(first.nextTime).toISOString().slice(11, 19)).toBe('19:00:00');
    expect((await app.admin('POST', `${base}/pause/${id}`)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: '0', nextTime: null });
    expect((await app.admin('POST', `${base}/resume/${id}`)).status).toBe(200);
    const resumed = await read(id);
    expect(resumed).toMatchObject({ status: '1', nextTime: first.nextTime });
    await app.admin('PUT', `${base}/${id}`, { ...resumed, cronExpression: '0 0 4 * * ?' });
    expect(new Date((await read(id)).nextTime).toISOString().slice(11, 19)).toBe('20:00:00');
  });

  it('are sorted with the paused ones last', async () => {
    await create({ status: '0' });
    const { data } = await app.admin('GET', `${base}/page?sort=nextTime&pageSize=200`);
    const times = data.data.map((row: { nextTime: string | null }) => row.nextTime);
    const none = times.indexOf(null);
    expect(none).toBeGreaterThan(0);
    expect(times.slice(none).every((time: unknown) => time === null)).toBe(true);
  });
});

describe('rights', () => {
  const verbs = [
    ['GET', '/quartz/tasks', 'scheduler:job:list'],
    ['POST', '/quartz/cron/preview', 'scheduler:job:add'],
    ['POST', `${base}/pause/1`, 'scheduler:job:pause'],
    ['POST', `${base}/resume/1`, 'scheduler:job:resume'],
    ['POST', `${base}/run/1`, 'scheduler:job:run'],
    ['POST', `${base}/export`, 'scheduler:job:export'],
    ['POST', `${base}/export/job`, 'scheduler:job:export'],
    ['GET', '/quartz/logs/page', 'scheduler:log:list'],
    ['GET', '/quartz/logs/stats', 'scheduler:log:list'],
    ['GET', '/quartz/logs/1', 'scheduler:log:detail'],
    ['GET', '/quartz/logs/1/stream', 'scheduler:log:detail'],
    ['POST', '/quartz/logs/cancel/1', 'scheduler:job:cancel'],
    ['DELETE', '/quartz/logs/1', 'scheduler:log:remove'],
    ['DELETE', '/quartz/logs/batch/1,2', 'scheduler:log:remove'],
    ['POST', '/quartz/logs/export', 'scheduler:log:export'],
    ['POST', '/quartz/logs/export/job', 'scheduler:log:export'],
  ] as const;
  it.each(verbs)('%s %s is for holders of %s', async (method, path, perms) => {
    const body = method === 'POST' ? {} : undefined;
    const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
    const holder = app.as((await app.make.user({ perms: [perms] })).token);
    expect((await app.stranger(method, path, body)).status).toBe(401);
    expect(await nobody(method, path, body)).toMatchObject({ status: 403, error: 'auth.noPermission' });
    expect([200, 400, 404, 422]).toContain((await holder(method, path, body)).status);
  });

  it('reach no further than the data scope', async () => {
    const [mine, other] = [await app.make.dept(), await app.make.dept()];
    const perms = ['list', 'detail', 'edit', 'remove', 'pause', 'resume', 'run'].map((verb) => `scheduler:job:${verb}`);
    const maker = app.as((await app.make.user({ perms: ['scheduler:job:add'], deptId: other.id })).token);
    const near = app.as((await app.make.user({ perms, dataScope: '3', deptId: mine.id })).token);
    const far = app.as((await app.make.user({ perms, dataScope: '3', deptId: other.id })).token);
    const { data } = await maker('POST', base, { ...sample(++count), cronExpression: NEVER });
    expect((await far('GET', `${base}/${data.id}`)).status).toBe(200);
    const body = (await far('GET', `${base}/${data.id}`)).data;
    for (const [method, path] of [
      ['GET', `/${data.id}`],
      ['PUT', `/${data.id}`],
      ['DELETE', `/${data.id}`],
      ['DELETE', `/batch/${data.id}`],
      ['POST', `/pause/${data.id}`],
      ['POST', `/resume/${data.id}`],
      ['POST', `/run/${data.id}`],
    ] as const)
      expect(await near(method, base + path, method === 'PUT' ? body : method === 'POST' ? {} : undefined)).toMatchObject({
        status: 404,
        error: 'entity.notFound',
      });
    expect((await near('GET', `${base}/page`)).data.data).toEqual([]);
    expect((await far('GET', `${base}/page`)).data.data).toHaveLength(1);
  });

  it('cannot be widened by the form: pausing needs its own right', async () => {
    const id = await create();
    const editor = app.as((await app.make.user({ perms: ['scheduler:job:edit'] })).token);
    const row = await read(id);
    expect((await editor('PUT', `${base}/${id}`, { ...row, remark: '改过' })).status).toBe(200);
    expect(await editor('PUT', `${base}/${id}`, { ...(await read(id)), status: '0' })).toMatchObject({
      status: 403,
      msg: '没有暂停任务的权限',
    });
  });
});

describe('schedules of modules', () => {
  it('are created once: changed ones stay, removed ones do not come back', async () => {
    const find = async () => (await app.admin('GET', `${base}/page?jobName=${encodeURIComponent('测试计划')}`)).data.data;
    const [row] = await find();
    expect(row).toMatchObject({ beanName: 'test.quick', methodParams: '{"note":"计划"}', status: '1' });
    await app.admin('PUT', `${base}/${row.id}`, { ...row, remark: '人改过' });
    const again = async () =>
      (await startNode(app.connection, testSettings('/tmp'), undefined, { modules: [...productModules, testTasks] })).stop();
    await again();
    expect((await find()).map((one: { remark: string }) => one.remark)).toEqual(['人改过']);
    await app.admin('DELETE', `${base}/${row.id}`);
    await again();
    expect(await find()).toEqual([]);
  });
});

describe('export', () => {
  it('gives a workbook of what the list shows', async () => {
    await create({ jobName: '导出我' });
    const answer = await app.admin('POST', `${base}/export`, { jobName: '导出我' });
    expect(answer.status).toBe(200);
    expect(answer.raw.subarray(0, 2).toString()).toBe('PK');
  });
});

import { describe, expect, it } from 'vitest';
import { productModules, startApp } from '#kit/test/app.ts';
import { schedulerFixture } from './test-fixture.ts';
import { testTasks } from './test-tasks.ts';

const app = startApp({ modules: [...productModules, testTasks] });
const { create, runNow, run, ended, running } = schedulerFixture(app);

describe('a failed run that a person tries again', () => {
  const retry = (id: string, as = app.admin) => as('POST', `/quartz/logs/retry/${id}`);

  it('leads to a new run with the same parameters and root, linked both ways and in the operation log', async () => {
    const id = await create({ beanName: 'test.fails' });
    const first = await ended(await runNow(id));
    expect(first).toMatchObject({ state: 'failed', retryOf: null, retriedBy: null });
    const made = await retry(first.id);
    expect(made, made.msg).toMatchObject({ status: 200 });
    const second = await ended(made.data.id);
    expect(second).toMatchObject({ rootId: first.rootId, retryOf: first.id, attempt: first.attempt + 1, cause: 'manual', state: 'failed' });
    expect(await run(first.id)).toMatchObject({ retriedBy: second.id });
    const logs = (await app.admin('GET', '/system/logs/page?pageSize=10')).data.data as { title: string }[];
    expect(logs.some((log) => JSON.stringify(log).includes('重试任务执行'))).toBe(true);
    // its successor may be tried again in turn, the first may not
    expect((await retry(first.id)).msg).toBe('该执行已重试过，请在最近一次失败的执行上重试');
    expect((await retry(second.id)).status).toBe(200);
  });

  it('is tried once, however often and fast the button is pressed', async () => {
    const id = await create({ beanName: 'test.fails' });
    const first = await ended(await runNow(id));
    const answers = await Promise.all([1, 2, 3, 4].map(() => retry(first.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  });

  it('has to be over, and the task must not be under way', async () => {
    const quick = await ended(await runNow(await create()));
    expect((await retry(quick.id)).msg).toBe('只有失败、超时或取消的执行可以重试');
    const id = await create({ beanName: 'test.slow' });
    const stopped = await runNow(id);
    await running(stopped);
    expect((await retry(stopped)).status).toBe(422);
    await app.admin('POST', `/quartz/logs/cancel/${stopped}`);
    await ended(stopped);
    const next = await runNow(id);
    await running(next);
    expect((await retry(stopped)).msg).toBe('任务正在执行或排队已满，请等待上一次执行结束后再试');
    await app.admin('POST', `/quartz/logs/cancel/${next}`);
  });

  it('takes the right to run it, and within reach', async () => {
    const first = await ended(await runNow(await create({ beanName: 'test.fails' })));
    const reader = app.as((await app.make.user({ perms: ['scheduler:log:list', 'scheduler:log:detail'], dataScope: '1' })).token);
    expect((await retry(first.id, reader)).error).toBe('auth.noPermission');
    const far = app.as((await app.make.user({ perms: ['scheduler:job:run'], dataScope: '5' })).token);
    expect((await retry(first.id, far)).error).toBe('entity.notFound');
    expect((await retry('0')).error).toBe('entity.notFound');
  });
});

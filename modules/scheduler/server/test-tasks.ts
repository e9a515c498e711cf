import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { defineServerModule } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';

/** Says where each call of a test task happened. */
export const calls: { runId: string; dueTime: Date; node: number }[] = [];

const quick = defineTask({
  name: '测试：立即完成',
  summary: '立即完成',
  params: z.object({ note: z.string().max(20).default('好').meta({ title: '备注' }) }),
  run: async ({ runId, dueTime, app, params, log, progress }) => {
    calls.push({ runId, dueTime, node: app.node });
    log(`开始 ${params.note}`);
    progress(50);
    return `完成 ${params.note}`;
  },
});

const slow = defineTask({
  name: '测试：慢',
  summary: '等待',
  params: z.object({ seconds: z.number().default(60) }),
  run: async ({ params, signal, log, progress }) => {
    for (let step = 1; step <= params.seconds * 10; step++) {
      await sleep(100, undefined, { signal });
      if (step % 5 === 0) {
        log(`第 ${step} 步`);
        progress((step / params.seconds) * 10);
      }
    }
    return '走完了';
  },
});

const breaks = defineTask({
  name: '测试：数据库错误',
  summary: '数据库拒绝',
  params: z.object({}),
  run: async ({ app }) => {
    await sql`select 'geheim'::int`.execute(app.db);
    return '';
  },
});

const fails = defineTask({
  name: '测试：失败',
  summary: '总是失败',
  params: z.object({}),
  run: () => Promise.reject(new Error('故意失败')),
});

const chatty = defineTask({
  name: '测试：话多',
  summary: '写很多行',
  params: z.object({ lines: z.number() }),
  run: async ({ params, log }) => {
    for (let line = 1; line <= params.lines; line++) log(`${line} \0${'长'.repeat(line === 1 ? 5000 : 1)}`);
    return '写完了';
  },
});

const idle = defineTask({
  name: '测试：无事可做',
  summary: '没有需要处理的内容',
  params: z.object({ isTalking: z.boolean().default(false) }),
  run: ({ params, log, runId }) => {
    if (params.isTalking) log('看过了');
    calls.push({ runId, dueTime: new Date(0), node: 0 });
    return Promise.resolve(null);
  },
});

/** A module whose tasks only tests know. */
export const testTasks = defineServerModule({
  name: 'testTasks',
  needs: [],
  routes: [],
  tasks: { 'test.quick': quick, 'test.slow': slow, 'test.fails': fails, 'test.breaks': breaks, 'test.chatty': chatty, 'test.idle': idle },
  schedules: [{ code: 'test.quick', name: '测试计划', task: 'test.quick', cron: '0 0 0 1 1 ?', params: { note: '计划' } }],
});

/** A task that only the nodes in processes of their own know: the node of the test leaves its runs to them. */
export const childTasks = defineServerModule({
  name: 'childTasks',
  needs: [],
  routes: [],
  tasks: { 'child.slow': slow },
});

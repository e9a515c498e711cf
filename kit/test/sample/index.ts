import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { crudRoutes } from '#kit/contract/crud.ts';
import { optionalText, requiredText, rowFields, secret, Status } from '#kit/contract/fields.ts';
import { defineContract, open, perm, route, signedIn } from '#kit/contract/route.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { defineServerModule, implement } from '#kit/server/module.ts';

/** jobs of `sample.cancelled` that ran */
export const ranOnce = new Set<string>();
/** subjects of `sample.tidy` whose first run could tidy up until the next one was there */
export const tidiedInPeace = new Map<string, boolean>();
/** what stopped the runs of `sample.untilStopped`, by job */
export const stoppedBy = new Map<string, string>();
/** A plain entity for the tests of the kit itself. */
const Input = z.object({
  sampleName: requiredText(30, '名称'),
  sampleCode: z.string().regex(/^[a-z][a-z0-9_]{1,29}$/, '编码由小写字母、数字和下划线组成'),
  passWord: secret(optionalText(50, '口令')),
  status: Status.default('1'),
});
const Row = Input.omit({ passWord: true }).extend(rowFields);
const Search = z.object({ sampleName: z.string().max(50).optional(), status: Status.optional() });

const sample = defineContract(crudRoutes('/kit/samples', '示例', 'kit:sample', { row: Row, input: Input, search: Search }));
const odd = defineContract({
  echo: route.post('/kit/echo', {
    summary: '回声',
    access: open,
    body: z.object({ text: z.string() }),
    reply: z.object({ text: z.string() }),
  }),
  leak: route.get('/kit/leak', { summary: '多余字段', access: signedIn, reply: z.object({ shown: z.string() }) }),
  broken: route.get('/kit/broken', { summary: '出错', access: open, reply: z.null() }),
  unfit: route.get('/kit/unfit', { summary: '回复不符', access: open, reply: z.object({ n: z.number() }) }),
  half: route.post('/kit/half', {
    summary: '写一半后失败',
    access: perm('kit:sample:add'),
    body: z.object({ sampleCode: z.string(), token: secret(z.string()).optional() }),
    reply: z.null(),
    audit: '写一半',
  }),
  slow: route.get('/kit/slow', {
    summary: '慢查询',
    access: perm('kit:sample:list'),
    query: z.object({ ms: z.coerce.number(), times: z.coerce.number().default(1) }),
    reply: z.null(),
  }),
  beside: route.post('/kit/beside', {
    summary: '写入时另读数据库',
    access: perm('kit:sample:add'),
    body: z.object({ ms: z.number() }),
    reply: z.null(),
    audit: '旁读',
  }),
});

async function count(run: JobRun<{ to: number }>): Promise<string> {
  const { to } = run.payload;
  for (let i = 1; i <= to; i++) {
    await run.progress((i / to) * 100, `第 ${i} 步`);
    if (to > 100) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return `共 ${to} 步`;
}
async function fail(): Promise<string> {
  throw new Error('源头没有回应');
}

let retries = 0;
export const sampleModule = defineServerModule({
  name: 'sample',
  needs: ['system'],
  migrations: { name: 'sample', folder: new URL('./migrations/', import.meta.url) },
  routes: [
    implement(
      sample,
      crudHandlers(
        'kitSample' as never,
        { row: Row, input: Input, search: Search },
        {
          label: '示例',
          nameField: 'sampleName',
          search: { sampleName: 'like', status: 'eq' },
          sortable: ['createTime', 'sampleName', 'sampleCode'],
          unique: { sampleCode: '示例编码已存在' },
          scope: { dept: 'kitSample.createDept', owner: 'kitSample.createBy' },
        },
      ) as never,
    ),
    implement(odd, {
      echo: (_ctx, { body }) => body,
      leak: () => ({ shown: 'yes', passwordHash: 'no' }) as { shown: string },
      broken: () => {
        throw new Error('select secret_thing from hidden_table');
      },
      unfit: () => ({ n: 'text' as unknown as number }),
      async half(ctx, { body }) {
        await ctx.db
          .insertInto('kitSample' as never)
          .values({ id: ctx.app.ids.next(), sampleName: '半', sampleCode: body.sampleCode } as never)
          .execute();
        // First try: what PostgreSQL answers when two transactions cannot be put in order.
        if (body.sampleCode === 'retry_me' && retries++ === 0) throw Object.assign(new Error('serialization'), { code: '40001' });
        if (body.sampleCode !== 'retry_me') throw new AppError('rule.broken', '半途失败');
        return null;
      },
      async slow(ctx, { query }) {
        const reads = Array.from({ length: query.times }, () => sql`select pg_sleep(${query.ms / 1000})`.execute(ctx.db));
        await Promise.all(reads);
        return null;
      },
      async beside(ctx, { body }) {
        await sql`select 1`.execute(ctx.db);
        await sql`select pg_sleep(${body.ms / 1000})`.execute(ctx.app.db);
        return null;
      },
    }),
  ],
  jobs: {
    'sample.count': count,
    'sample.single': { run: count, atOnce: 1 },
    'sample.retried': { run: fail, retries: 2 },
    /** ends while it still tidies up, the first of its subject until the next one is there */
    'sample.tidy': async (run) => {
      const { subject, isFirst } = run.payload as { subject: string; isFirst: boolean };
      const { db, jobs } = run.app;
      await db.transaction().execute((trx) => run.end(trx, '写完了'));
      while (isFirst && !run.signal.aborted && (await jobs.latest(db, 'sample.tidy', subject))?.id === run.id)
        await new Promise((resolve) => setTimeout(resolve, 20));
      if (isFirst) tidiedInPeace.set(subject, !run.signal.aborted);
      return '不再算数';
    },
    'sample.fail': fail,
    /** its first run asks the database nothing and goes on until it is stopped */
    'sample.untilStopped': async ({ id, signal }) => {
      if (stoppedBy.has(id)) return '又一次';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stoppedBy.set(id, String(signal.reason));
      throw signal.reason;
    },
    /** fails after somebody has cancelled it, before the worker has heard of that */
    'sample.cancelled': {
      retries: 2,
      async run({ app, id }) {
        ranOnce.add(id);
        await app.jobs.cancel(app.db, id);
        throw new Error('源头没有回应');
      },
    },
    /** says at its end how it ended without its handler */
    'sample.abandoned': {
      run: () => Promise.resolve('its handler ran'),
      async abandoned({ db }, { id, subject, payload, state }) {
        const text = `${subject} ${(payload as { n: number }).n} ${state}`;
        await db.updateTable('kitJob').set({ text }).where('id', '=', id).execute();
      },
    },
  },
});

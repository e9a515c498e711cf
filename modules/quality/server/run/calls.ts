import { AppError } from '#kit/contract/errors.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { run as contract } from '../../contract/report.ts';
import type { RunCause, RunState } from '../../contract/state.ts';
import { nickname } from '../rules/queries.ts';

const runs = (ctx: Ctx) => ctx.db.selectFrom('qualityRun as run').where(scope(ctx, { dept: 'run.createDept', owner: 'run.createBy' }));
const withNames = (ctx: Ctx) => runs(ctx).selectAll('run').select(nickname('run.createBy').as('createByName'));
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

/** Reports of batches that still run, by batch. */
async function doneOf(ctx: Ctx, rows: readonly Row[]): Promise<Map<string, number>> {
  const open = rows.filter(({ state }) => state === 'running').map(({ id }) => id);
  if (open.length === 0) return new Map();
  const counts = await ctx.db
    .selectFrom('qualityCheckReport')
    .select((e) => ['checkBatch', e.fn.countAll<string>().as('n')])
    .where('checkBatch', 'in', open)
    .groupBy('checkBatch')
    .execute();
  return new Map(counts.map((one) => [one.checkBatch, Number(one.n)]));
}
const rowOf = (row: Row, open: ReadonlyMap<string, number>) => ({
  ...row,
  batch: row.id,
  cause: row.cause as RunCause,
  state: row.state as RunState,
  isBlocked: row.isBlocked === '1',
  doneCount: open.get(row.id) ?? row.passCount + row.warnCount + row.failCount + row.errorCount + row.skipCount,
});

async function found(ctx: Ctx, id: string): Promise<Row> {
  const row = await withNames(ctx).where('run.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

export const batches = implement(contract, {
  async get(ctx, { params }) {
    const row = await found(ctx, params.id);
    return rowOf(row, await doneOf(ctx, [row]));
  },
  async page(ctx, { query }) {
    let counted = runs(ctx);
    if (query.state) counted = counted.where('run.state', '=', query.state);
    if (query.cause) counted = counted.where('run.cause', '=', query.cause);
    if (query.scheduleJobId) counted = counted.where('run.scheduleJobId', '=', query.scheduleJobId);
    const rows = counted
      .selectAll('run')
      .select(nickname('run.createBy').as('createByName'))
      .orderBy('run.createTime', 'desc')
      .orderBy('run.id', 'desc');
    const page = await pageRows(query, rows, counted);
    const open = await doneOf(ctx, page.data);
    return { ...page, data: page.data.map((row) => rowOf(row, open)) };
  },
  async cancel(ctx, { params }) {
    const row = await found(ctx, params.id);
    if (row.state !== 'waiting' && row.state !== 'running') throw new AppError('rule.broken', '这一批核查已经结束');
    if (row.jobId !== null) await ctx.app.jobs.cancel(ctx.db, row.jobId);
    ctx.audit.note('停止质量核查');
    return null;
  },
});

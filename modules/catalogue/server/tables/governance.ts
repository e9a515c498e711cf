import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { GRANT_ACTIONS } from '#modules/gate/contract/authorize.ts';
import { governance as contract } from '../../contract/governance.ts';
import { ddl } from './ddl.ts';
import { mayOnTable } from './detail.ts';
import { govern, type Words } from './govern.ts';
import { GOVERN_JOB, governMany } from './govern-job.ts';
import { grantsOnTable } from './grants.ts';
import { loadTable } from './rows.ts';
import { sampleOf } from './sample.ts';
import { usageOf } from './usage.ts';

async function governOne(ctx: Ctx, kind: 'table' | 'column', id: string, { version, ...words }: Words & { version: number }) {
  await govern(ctx, kind, [id], words, { version });
  const row = await ctx.db
    .selectFrom(kind === 'table' ? 'metadataTable' : 'metadataColumn')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { version: row.version };
}

async function access(ctx: Ctx, id: string) {
  const table = await loadTable(ctx, id);
  const mine = await Promise.all(GRANT_ACTIONS.map(async (action) => ((await mayOnTable(ctx, id, action)) ? [action] : [])));
  return { mine: mine.flat(), grants: holds(ctx.user, 'metadata:dataauthorize:list') ? await grantsOnTable(ctx, table) : null };
}

async function batchState(ctx: Ctx, id: string) {
  const job = await ctx.app.jobs.get(ctx.db, id);
  const own = await ctx.db
    .selectFrom('kitJob')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', GOVERN_JOB)
    .where('createBy', '=', ctx.user.id)
    .executeTakeFirst();
  if (!job || !own) throw new AppError('entity.notFound');
  return { state: job.state, percent: job.percent, text: job.text };
}

/** Calls for business metadata of tables and columns, and for the further tabs of the table page: sample, usage, DDL, grants. */
export const governanceRoutes = implement(contract, {
  table: (ctx, { params, body }) => governOne(ctx, 'table', params.id, body),
  column: (ctx, { params, body }) => governOne(ctx, 'column', params.id, body),
  tables: (ctx, { body }) => governMany(ctx, 'table', body),
  columns: (ctx, { body }) => governMany(ctx, 'column', body),
  batchState: (ctx, { params }) => batchState(ctx, params.id),
  sample: (ctx, { params, body }) => sampleOf(ctx, params.id, body.limit),
  usage: (ctx, { params }) => usageOf(ctx, params.id),
  ddl: (ctx, { params }) => ddl(ctx, params.id),
  access: (ctx, { params }) => access(ctx, params.id),
});

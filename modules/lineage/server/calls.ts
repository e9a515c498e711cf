import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { lineage as contract } from '../contract/lineage.ts';
import { loadSource } from '#modules/sources/server/index.ts';
import { edgeDetail } from './edge-detail.ts';
import { exportEdges } from './export.ts';
import { find } from './find.ts';
import { columnsOfCard, expand, graphAround, graphOfColumn, visibleColumn, visibleObject, visibleTable } from './graph.ts';
import { impactList, notifyOwners } from './impact-list.ts';
import { importTexts, importUpload } from './import.ts';
import { createManual, getManual, removeManual, updateManual } from './manual.ts';
import { LINEAGE_JOB, requestLineage } from './refresh.ts';
import { parseAgain, removeUnit, unitDetail, unitPage } from './unit-calls.ts';
import { visibleColumnNames } from './visible-columns.ts';
import { ignore, reopen, resolve, unresolvedPage } from './unresolved.ts';

async function assertVisible(ctx: Ctx, type: 'table' | 'object', id: string): Promise<string> {
  return (type === 'table' ? await visibleTable(ctx, id) : await visibleObject(ctx, id)).name;
}

/** 血缘 */
export const lineage = implement(contract, {
  async table(ctx, { params, query }) {
    await visibleTable(ctx, params.tableId);
    return graphAround(ctx, { type: 'table', id: params.tableId }, query);
  },
  async object(ctx, { params, query }) {
    await visibleObject(ctx, params.id);
    return graphAround(ctx, { type: 'object', id: params.id }, query);
  },
  async column(ctx, { params, query }) {
    return graphOfColumn(ctx, await visibleColumn(ctx, params.columnId), query);
  },
  find: (ctx, { query }) => find(ctx, query.keyword),
  async expand(ctx, { body }) {
    await assertVisible(ctx, body.type, body.id);
    return expand(ctx, body);
  },
  async cardColumns(ctx, { params }) {
    await assertVisible(ctx, params.type, params.id);
    return columnsOfCard(ctx, params.id);
  },
  async impactTable(ctx, { params }) {
    return impactList(ctx, await visibleTable(ctx, params.id), null);
  },
  async impactColumn(ctx, { params }) {
    const column = await visibleColumn(ctx, params.id);
    return impactList(ctx, await visibleTable(ctx, column.tableId), column.name);
  },
  async notifyOwners(ctx, { body }) {
    const column = body.columnId ? await visibleColumn(ctx, body.columnId) : null;
    if (column && column.tableId !== body.tableId)
      throw new AppError('input.invalid', '字段不属于该表', [{ path: 'columnId', message: '字段不属于该表' }]);
    return notifyOwners(ctx, await visibleTable(ctx, body.tableId), column?.name ?? null, body.text);
  },
  edge: (ctx, { params }) => edgeDetail(ctx, params.id),
  async export(ctx, { body }) {
    const name = await assertVisible(ctx, body.type, body.id);
    const query = { direction: body.direction, depth: body.depth, columns: '1' as const };
    if (body.column && body.type === 'table' && !(await visibleColumnNames(ctx, [body.id])).get(body.id)?.has(body.column))
      throw new AppError('entity.notFound', '字段不存在或没有查看权限');
    const graph =
      body.column && body.type === 'table'
        ? await graphOfColumn(ctx, { tableId: body.id, name: body.column }, query)
        : await graphAround(ctx, { type: body.type, id: body.id }, query);
    return exportEdges(ctx, graph, name, body.format);
  },
  units: unitPage,
  unit: (ctx, { params }) => unitDetail(ctx, params.id),
  parseUnit: (ctx, { params }) => parseAgain(ctx, params.id),
  removeUnit: (ctx, { params }) => removeUnit(ctx, params.id),
  async refresh(ctx, { params }) {
    const source = await loadSource(ctx, params.id);
    ctx.audit.note(`重新采集“${source.name}”的血缘`);
    return { jobId: await requestLineage(ctx.app, ctx.db, source.id, ctx.user.id) };
  },
  async state(ctx, { params }) {
    const source = await loadSource(ctx, params.id);
    const job = await ctx.app.jobs.latest(ctx.db, LINEAGE_JOB, source.id);
    const row = await ctx.db
      .selectFrom('metadataLineageState')
      .select(['doneTime', 'unitCount', 'message'])
      .where('sourceId', '=', source.id)
      .executeTakeFirst();
    const running = job?.state === 'waiting' || job?.state === 'running';
    return {
      running,
      percent: job?.percent ?? 0,
      text: running || job?.state === 'failed' ? job.text : (row?.message ?? ''),
      doneTime: row?.doneTime ?? null,
      unitCount: row?.unitCount ?? 0,
    };
  },
  importSql: (ctx, { body }) => importUpload(ctx, body),
  importText: (ctx, { body }) => importTexts(ctx, [{ name: body.name, sql: body.sql }], body),
  unresolved: unresolvedPage,
  resolve: (ctx, { params, body }) => resolve(ctx, params.id, body),
  ignore: (ctx, { params }) => ignore(ctx, params.id),
  reopen: (ctx, { params }) => reopen(ctx, params.id),
  createManual: (ctx, { body }) => createManual(ctx, body),
  manual: (ctx, { params }) => getManual(ctx, params.id),
  updateManual: (ctx, { params, body }) => updateManual(ctx, params.id, body),
  removeManual: (ctx, { params }) => removeManual(ctx, params.id),
});

import { sql } from 'kysely';
import type * as z from 'zod';
import { holds, may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { ImportResult } from '#kit/contract/excel.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelEntities } from '#kit/server/excel/transfer.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { readFile } from '#modules/files/server/index.ts';
import { REMOVES_ALL, SEES_ALL, transfer, type Transfer } from '../contract/transfer.ts';
import { pushState, startNext } from './queue.ts';
import { reachOf, stillReaches } from './reach.ts';
import { dropFiles } from './sweep.ts';

const columns = [
  'sysTransfer.id',
  'sysTransfer.kind',
  'sysTransfer.entity',
  'sysTransfer.entityLabel',
  'sysTransfer.state',
  'sysTransfer.expectedRows',
  'sysTransfer.doneRows',
  'sysTransfer.percent',
  'sysTransfer.text',
  'sysTransfer.sourceName',
  'sysTransfer.resultName',
  'sysTransfer.resultSize',
  'sysTransfer.createBy',
  'sysTransfer.createTime',
  'sysTransfer.startTime',
  'sysTransfer.endTime',
  'sysTransfer.expireTime',
] as const;
const OPEN = ['waiting', 'running'];
const whose = { dept: 'sysTransfer.createDept', owner: 'sysTransfer.createBy' };

/** Own transfers, and with the permission those of the people in its scope. */
function visible(ctx: Ctx, permission: string | null) {
  const rows = ctx.db.selectFrom('sysTransfer');
  const { user } = ctx;
  if (permission === null || !holds(user, permission)) return rows.where('sysTransfer.createBy', '=', user.id);
  return rows.where((e) => e.or([e('sysTransfer.createBy', '=', user.id), scope(ctx, whose, [permission])]));
}

async function locked(ctx: Ctx, id: string, permission: string | null) {
  const row = await visible(ctx, permission).selectAll().where('sysTransfer.id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

interface Stored {
  kind: string;
  state: string;
  expectedRows: string | null;
  doneRows: string;
  resultSize: string | null;
  resultName: string | null;
  createBy: string;
  expireTime: Date | null;
}
/** A row as people see it: counts as numbers, no file once its time is over. */
function shown<R extends Stored>(ctx: Ctx, row: R) {
  const isGone = row.expireTime !== null && row.expireTime <= ctx.now;
  const number = (value: string | null) => (value === null ? null : Number(value));
  return {
    ...row,
    kind: row.kind as z.output<typeof Transfer>['kind'],
    state: row.state as z.output<typeof Transfer>['state'],
    expectedRows: number(row.expectedRows),
    doneRows: Number(row.doneRows),
    resultSize: isGone ? null : number(row.resultSize),
    resultName: isGone ? null : row.resultName,
    isOwn: row.createBy === ctx.user.id,
  };
}

/** Cancels a transfer. The file of a running one is removed by its run. */
async function cancel(ctx: Ctx, row: Awaited<ReturnType<typeof locked>>): Promise<void> {
  const hasBegun = row.state === 'running';
  await ctx.db
    .updateTable('sysTransfer')
    .set({
      cancelRequested: true,
      version: sql<number>`version + 1`,
      ...(hasBegun ? { text: '正在取消' } : { state: 'cancelled', text: '已取消', endTime: ctx.now }),
    })
    .where('id', '=', row.id)
    .execute();
  if (row.jobId !== null) await ctx.app.jobs.cancel(ctx.db, row.jobId);
  if (!hasBegun) await startNext(ctx.app, ctx.db, row.createBy);
  await pushState(ctx.app, ctx.db, row.id);
}

/**
 * Who may no longer export or import such rows, or no longer sees all of them, gets no file of an earlier time. Throws auth.noPermission.
 */
async function assertStillAllowed(ctx: Ctx, row: { kind: string; entity: string; entityLabel: string; reach: unknown }): Promise<void> {
  const entity = excelEntities(ctx.app.modules).get(row.entity);
  const call = row.kind === 'export' ? entity?.exportRoute : entity?.importRoute;
  if (call && !may(ctx.user, call.access))
    throw new AppError('auth.noPermission', `已没有${row.entityLabel}的${row.kind === 'export' ? '导出' : '导入'}权限`);
  if (!entity || !call || row.reach === null) return;
  if (!stillReaches(await reachOf(ctx, call, entity.definition), row.reach))
    throw new AppError('auth.noPermission', '导出之后您的权限已缩小，这个文件不再提供下载，请重新导出');
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await visible(ctx, REMOVES_ALL)
    .selectAll()
    .where('sysTransfer.id', 'in', ids)
    .orderBy('sysTransfer.id')
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分任务不存在或已删除，请刷新后重试');
  const busy = rows.filter((row) => OPEN.includes(row.state));
  if (busy.length > 0) throw new AppError('entity.inUse', `有${busy.length}个任务尚未结束，请先取消`);
  await ctx.db.deleteFrom('sysTransfer').where('id', 'in', ids).execute();
  ctx.afterCommit(
    await dropFiles(
      ctx.app,
      ctx.db,
      rows.flatMap((row) => [row.sourceFile, row.resultFile]),
    ),
  );
  for (const row of rows)
    ctx.audit.change({
      entity: '导出导入任务',
      id: row.id,
      name: `${row.entityLabel}${row.kind === 'export' ? '导出' : '导入'}`,
      before: { entityLabel: row.entityLabel, state: row.state, text: row.text },
      after: null,
    });
  return null;
}

export const transfers = implement(transfer, {
  async page(ctx, { query }) {
    let rows = visible(ctx, query.everybody === '1' ? SEES_ALL : null);
    if (query.kind) rows = rows.where('sysTransfer.kind', '=', query.kind);
    if (query.state) rows = rows.where('sysTransfer.state', '=', query.state);
    if (query.entityLabel) rows = rows.where(containsText('sysTransfer.entityLabel', query.entityLabel));
    let list = rows.leftJoin('sysUser', 'sysUser.id', 'sysTransfer.createBy').select(columns).select('sysUser.nickname as createName');
    for (const [field, direction] of sortOrders(query.sort, ['createTime'], '-createTime'))
      list = list.orderBy(`sysTransfer.${field as 'createTime' | 'id'}`, direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: page.data.map((row) => shown(ctx, row)) };
  },

  async get(ctx, { params }) {
    const row = await visible(ctx, SEES_ALL)
      .leftJoin('sysUser', 'sysUser.id', 'sysTransfer.createBy')
      .select([...columns, 'sysTransfer.result'])
      .select('sysUser.nickname as createName')
      .where('sysTransfer.id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return { ...shown(ctx, row), result: ImportResult.nullable().parse(row.result) };
  },

  async download(ctx, { params }) {
    const row = await locked(ctx, params.id, null);
    const isGone = row.expireTime !== null && row.expireTime <= ctx.now;
    if (!row.resultFile || isGone) throw new AppError('file.notFound', isGone ? '文件已过保留期，请重新导出' : '任务没有可下载的文件');
    await assertStillAllowed(ctx, row);
    const file = await readFile(ctx.app, ctx.db, row.resultFile);
    if (!file) throw new AppError('file.notFound', '文件不存在或已删除，请重新导出');
    ctx.audit.note(`${row.resultName ?? ''}，编号 ${row.id}`);
    return {
      body: file.body,
      length: file.size,
      type: file.contentType,
      fileName: row.resultName ?? file.originalFilename,
      headers: { 'cache-control': 'no-store' },
    };
  },

  async cancel(ctx, { params }) {
    const row = await locked(ctx, params.id, REMOVES_ALL);
    if (!OPEN.includes(row.state)) throw new AppError('rule.broken', '任务已结束，不能取消');
    await cancel(ctx, row);
    ctx.audit.note(`取消${row.entityLabel}${row.kind === 'export' ? '导出' : '导入'}，编号 ${row.id}`);
    return null;
  },

  async retry(ctx, { params }) {
    const row = await locked(ctx, params.id, null);
    if (row.state !== 'failed' && row.state !== 'cancelled') throw new AppError('rule.broken', '只有未完成的任务可以重试');
    if (row.kind === 'import' && row.sourceFile === null) throw new AppError('file.notFound', '上传的文件已过期，请重新导入');
    ctx.afterCommit(await dropFiles(ctx.app, ctx.db, [row.resultFile]));
    await ctx.db
      .updateTable('sysTransfer')
      .set({
        state: 'waiting',
        text: '等待执行',
        percent: 0,
        doneRows: 0,
        resultFile: null,
        resultName: null,
        resultSize: null,
        result: null,
        reach: null,
        jobId: null,
        attempt: null,
        cancelRequested: false,
        startTime: null,
        endTime: null,
        expireTime: null,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', row.id)
      .execute();
    await startNext(ctx.app, ctx.db, row.createBy);
    ctx.audit.note(`重试${row.entityLabel}${row.kind === 'export' ? '导出' : '导入'}，编号 ${row.id}`);
    return null;
  },

  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
});

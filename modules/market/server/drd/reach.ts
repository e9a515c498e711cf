import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { DrdRow, DrdStatus, DrdType } from '../../contract/drd.ts';

/** Permissions that show what is not published, in the data scope of each. */
const MANAGES = [
  'market:drd:add',
  'market:drd:edit',
  'market:drd:submit',
  'market:drd:publish',
  'market:drd:offline',
  'market:drd:approve',
];
const OF_DRD = { dept: 'd.ownerDept', owner: 'd.createBy' };

/** Resources within the caller's data scope for the permission of the call, or one of those named. */
export const ofManaged = (ctx: Ctx, permissions?: readonly string[]): Expression<SqlBool> => scope(ctx, OF_DRD, permissions);
/** Resources that the caller decides about when others ask for them: of the own departments, or answered for by the caller. */
export const ofDecided = (ctx: Ctx): Expression<SqlBool> =>
  scope(ctx, { dept: 'd.ownerDept', owner: 'd.ownerUser' }, ['market:drd:approve']);

const alive = (db: Db) =>
  db.selectFrom('marketDrd as d').innerJoin('marketDrdCatalog as c', 'c.id', 'd.catalogId').where('d.deletedAt', 'is', null);
export type DrdRows = ReturnType<typeof alive>;

/** Published resources, and whatever else the caller manages. */
export const visibleDrds = (ctx: Ctx): DrdRows =>
  alive(ctx.db).where((e) => e.or([e('d.publishStatus', '=', '3'), scope(ctx, OF_DRD, MANAGES)]));
/** Resources for a write, which the permission of the call must reach. */
export const managedDrds = (ctx: Ctx): DrdRows => alive(ctx.db).where(ofManaged(ctx));

/** Mean quality of the tables behind a resource, of its APIs the tables that they read. */
export const qualityOf = (drdId: string) => sql<number | null>`(select round(avg(t.quality_score), 1)::float8 from market_drd_mount m
  join metadata_table t on t.deleted_at is null and t.id = case m.mount_type when '1' then m.ref_id
    when '2' then (select a.execute_config->>'tableId' from market_api a where a.id = m.ref_id) end
  where m.drd_id = ${sql.ref(drdId)})`;
/** The caller holds a right to use the resource that is in force. */
export const isUsable = (ctx: Ctx) => sql<boolean>`exists (select 1 from market_drd_apply y where y.drd_id = d.id and y.state = '2'
  and y.apply_by = ${ctx.user.id} and y.end_time > ${ctx.now})`;

export const selectedDrds = (ctx: Ctx, rows: DrdRows) =>
  rows
    .selectAll('d')
    .select([
      'c.catalogName',
      sql<string | null>`(select dept_name from sys_dept where id = d.owner_dept)`.as('ownerDeptName'),
      sql<string | null>`(select nickname from sys_user where id = d.owner_user)`.as('ownerUserName'),
      sql<string[]>`array(select m.mount_type from market_drd_mount m where m.drd_id = d.id group by 1 order by 1)`.as('mountTypes'),
      qualityOf('d.id').as('qualityScore'),
      isUsable(ctx).as('isUsable'),
    ]);
export type SelectedDrd = Awaited<ReturnType<ReturnType<typeof selectedDrds>['execute']>>[number];

export const shownDrd = (row: SelectedDrd): z.input<typeof DrdRow> => ({
  ...row,
  resType: row.resType as DrdType,
  mountTypes: row.mountTypes as DrdType[],
  updateFreq: row.updateFreq as '1',
  shareType: row.shareType as '1',
  openType: row.openType as '0',
  publishStatus: row.publishStatus as DrdStatus,
  flowStatus: row.flowStatus as FlowStatus | null,
});

/** One resource that the caller sees. Throws entity.notFound. */
export async function seenDrd(ctx: Ctx, id: string): Promise<SelectedDrd> {
  const row = await selectedDrds(ctx, visibleDrds(ctx)).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '资源不存在、未上架或已删除');
  return row;
}
/** One resource that the permission of the call reaches, locked. Throws entity.notFound. */
export async function lockedDrd(ctx: Ctx, id: string): Promise<SelectedDrd> {
  await ctx.db.selectFrom('marketDrd').select('id').where('id', '=', id).forUpdate().execute();
  const row = await selectedDrds(ctx, managedDrds(ctx)).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

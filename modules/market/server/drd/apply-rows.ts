import { sql } from 'kysely';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { holds } from '#kit/contract/access.ts';
import type * as z from 'zod';
import type { ApplyState, DrdApplyRow, UsageType } from '../../contract/drd-use.ts';
import type { DrdType } from '../../contract/drd.ts';
import { pathTo } from './mounts.ts';
import { ofDecided } from './reach.ts';

export const ENTITY = '资源使用申请';
export const PATH = '/market/drd?view=applies';
export const USAGE_LABELS = { '1': '查询', '2': 'API', '3': '下载', '4': '查看' } as const;
export const APPROVES = 'market:drd:approve';

/** Requests with their resources; those of deleted resources, too: what they gave has still to end. */
export const applyRows = (db: Db) => db.selectFrom('marketDrdApply as y').innerJoin('marketDrd as d', 'd.id', 'y.drdId');
type Rows = ReturnType<typeof applyRows>;

/** Own requests, and those that the caller decides about. */
export const seenApplies = (ctx: Ctx): Rows =>
  applyRows(ctx.db).where((e) => e.or([e('y.applyBy', '=', ctx.user.id), ...(holds(ctx.user, APPROVES) ? [ofDecided(ctx)] : [])]));

export const selectedApplies = (ctx: Ctx, rows: Rows) =>
  rows.selectAll('y').select([
    'd.resName',
    'd.resCode',
    'd.classifyLevel',
    sql<string>`to_char(y.valid_to, 'YYYY-MM-DD')`.as('lastDay'),
    sql<string | null>`(select nickname from sys_user where id = y.apply_by)`.as('applicant'),
    sql<string | null>`(select dept_name from sys_dept where id = y.apply_dept)`.as('deptName'),
    sql<string | null>`(select nickname from sys_user where id = y.decide_by)`.as('decider'),
    sql<string | null>`(select app_name from market_app where id = y.app_id)`.as('appName'),
    sql<string | null>`(select m.mount_type from market_drd_mount m where m.drd_id = y.drd_id and m.ref_id = y.ref_id limit 1)`.as(
      'mountType',
    ),
    sql<string | null>`coalesce((select schema_name || '.' || table_name from metadata_table where id = y.ref_id),
        (select api_name || ' ' || api_version from market_api where id = y.ref_id),
        (select original_filename from file_object where file_name = y.ref_id),
        (select set_name from visual_data_set where id = y.ref_id),
        (select board_name from visual_board where id = y.ref_id))`.as('refName'),
    (holds(ctx.user, APPROVES) ? sql<boolean>`${ofDecided(ctx)}` : sql<boolean>`false`).as('isDecider'),
  ]);
export type SelectedApply = Awaited<ReturnType<ReturnType<typeof selectedApplies>['execute']>>[number];

/** The state as people see it: what is in force ends by itself. */
export const stateAt = ({ state, endTime }: { state: string; endTime: Date }, now: Date): ApplyState =>
  state === '2' && endTime <= now ? '5' : (state as ApplyState);

export function shownApply(ctx: Ctx, row: SelectedApply): z.input<typeof DrdApplyRow> {
  const state = stateAt(row, ctx.now);
  const isOwn = row.applyBy === ctx.user.id;
  return {
    ...row,
    validTo: row.lastDay,
    usageType: row.usageType as UsageType,
    state,
    flowStatus: row.flowStatus as FlowStatus | null,
    path: isOwn && state === '2' && row.mountType !== null ? pathTo(ctx, { mountType: row.mountType as DrdType, refId: row.refId }) : null,
    hasFile: isOwn && state === '2' && row.fileName !== null,
    fileRows: row.fileRows === null ? null : Number(row.fileRows),
    mayDecide: row.isDecider && !isOwn && state === '1' && row.flowStatus === null,
    mayWithdraw: isOwn && state === '1',
    mayEnd: state === '2' && (isOwn || row.isDecider),
  };
}

import { sql } from 'kysely';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { lastReturn } from '#modules/workflow/server/index.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { valuesIn } from '../../core/index.ts';
import { versionOf } from '../load.ts';
import { maskOthers } from '../masked.ts';
import { openChange } from './stored.ts';

/** How the open change of a record stands. */
export const CHANGE = sql<FlowStatus | null>`(select c.flow_status from filling_change c
  where c.record_id = filling_record.id and c.flow_status in ('1', '2', '3'))`.as('changeStatus');

interface Of {
  readonly id: string;
  readonly formId: string;
  readonly submitterId: string;
  readonly linkId: string | null;
}
/** The change of a record that waits, as the caller sees it: its values for whoever has to correct them. */
export async function waitingChange(ctx: Ctx, record: Of, schema: FormSchema) {
  const change = await openChange(ctx.db, record.id);
  if (!change) return null;
  const { flowStatus, processInstanceId, createBy, createTime } = change;
  const isOwn = createBy === ctx.user.id;
  const isBack = isOwn && flowStatus === '2';
  let values: Record<string, unknown> | null = null;
  if (isBack) {
    const from = (await versionOf(ctx.db, change.formId, change.versionNo)).schema;
    values = valuesIn(from, schema, change.content);
    await maskOthers(ctx, record.formId, schema, [record], new Map([[record.id, values]]));
  }
  const returned = isBack && processInstanceId !== null ? await lastReturn(ctx.db, processInstanceId) : null;
  return { flowStatus, processInstanceId, isOwn, createTime, values, returned };
}

/** Every change that was asked for of a record, the latest first. */
export const changesOf = (ctx: Ctx, recordId: string) =>
  ctx.db
    .selectFrom('fillingChange')
    .leftJoin('sysUser', 'sysUser.id', 'fillingChange.createBy')
    .select(['fillingChange.id', 'fillingChange.reason', 'fillingChange.processInstanceId', 'fillingChange.createTime'])
    .select(['sysUser.nickname as userName', sql<FlowStatus>`filling_change.flow_status`.as('flowStatus')])
    .where('fillingChange.recordId', '=', recordId)
    .orderBy('fillingChange.createTime', 'desc')
    .orderBy('fillingChange.id', 'desc')
    .limit(200)
    .execute();

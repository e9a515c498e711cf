import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Account, Db } from '#kit/server/ctx.ts';
import type { BusinessType, FlowScope } from '#kit/server/flow.ts';
import { notify } from '#modules/notices/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { DrdMount } from '../../contract/drd.ts';
import { HIGHEST_LEVEL, UNKNOWN_LEVEL } from '../apis/levels.ts';
import { applyRows, ENTITY, PATH, USAGE_LABELS, type SelectedApply } from './apply-rows.ts';
import { takeEffect } from './effects.ts';
import { weightOfMount } from './items.ts';

/** Says something to who asked. */
export async function tell({ app, db }: Pick<FlowScope, 'app' | 'db'>, row: { id: string; applyBy: string }, title: string, text: string) {
  await notify(app, db, { to: [row.applyBy], kind: 'system', title, text, path: `${PATH}&apply=${row.id}`, key: null });
}

type Effective = Pick<
  SelectedApply,
  'id' | 'usageType' | 'refId' | 'appId' | 'columns' | 'purpose' | 'applyBy' | 'endTime' | 'resName' | 'mountType'
> & {
  readonly publishStatus: string;
};
/** Gives what was asked for, with the rights of who agreed. */
export async function grantApply(scopeOf: FlowScope, row: Effective, approver: Account): Promise<void> {
  if (approver.id === row.applyBy) throw new AppError('rule.broken', '不能审批自己的申请，请由资源的其他负责人审批');
  if (row.publishStatus !== '3') throw new AppError('rule.broken', '资源已下架，不能同意');
  if (row.mountType === null) throw new AppError('rule.broken', '申请的对象已不再挂接，请拒绝后由申请人重新申请');
  if (row.endTime <= scopeOf.now) throw new AppError('rule.broken', '申请的截止日已过，请拒绝后由申请人重新申请');
  const given = await takeEffect(scopeOf, { ...row, mountType: row.mountType }, approver);
  await scopeOf.db
    .updateTable('marketDrdApply')
    .set({ state: '2', decideBy: approver.id, decideTime: scopeOf.now, ...given })
    .where('id', '=', row.id)
    .execute();
  await tell(scopeOf, row, '资源申请已通过', `您对资源“${row.resName}”的${USAGE_LABELS[row.usageType as '1']}申请已通过`);
}

const byId = (scopeOf: Pick<FlowScope, 'db'>, id: string) =>
  applyRows(scopeOf.db)
    .selectAll('y')
    .select([
      'd.resName',
      'd.resCode',
      'd.classifyLevel',
      'd.ownerUser',
      'd.publishStatus',
      sql<string | null>`(select nickname from sys_user where id = y.apply_by)`.as('applicant'),
      sql<string>`to_char(y.valid_to, 'YYYY-MM-DD')`.as('lastDay'),
      sql<string | null>`(select m.mount_type from market_drd_mount m where m.drd_id = y.drd_id and m.ref_id = y.ref_id limit 1)`.as(
        'mountType',
      ),
    ])
    .where('y.id', '=', id)
    .forUpdate('y')
    .executeTakeFirst();

/**
 * The level that a request is weighed by: that of what is asked for as it stands now, and not less than the resource says. Where nobody knows what is
 * behind it, what its provider has said counts, else the highest.
 */
async function weighed(db: Db, row: { mountType: string | null; refId: string; columns: readonly string[]; classifyLevel: string | null }) {
  const mount = DrdMount.safeParse({ mountType: row.mountType, refId: row.refId });
  const { level, note } = mount.success ? await weightOfMount(db, mount.data, row.columns) : { level: HIGHEST_LEVEL, note: UNKNOWN_LEVEL };
  if (note !== null && row.classifyLevel !== null)
    return { level: row.classifyLevel, levelNote: '部分字段的来源未知，按资源编目的级别审批' };
  return { level: (row.classifyLevel ?? '') > (level ?? '') ? row.classifyLevel : level, levelNote: note };
}

/** How an approval sees a request to use a resource. */
export const applyType: BusinessType = {
  code: 'market.drdApply',
  name: ENTITY,
  businessCode: '60201',
  withoutApproval: '由有审批权限的资源负责人处理',
  fields: [
    { name: 'resName', label: '资源' },
    { name: 'resCode', label: '资源代码' },
    { name: 'usage', label: '使用方式' },
    { name: 'columns', label: '信息项' },
    { name: 'level', label: '安全级别' },
    { name: 'levelNote', label: '级别说明' },
    { name: 'validTo', label: '使用截止日' },
    { name: 'applicant', label: '申请人' },
    { name: 'purpose', label: '用途', kind: 'area' },
  ],
  async load(scopeOf, id) {
    const row = await byId(scopeOf, id);
    if (!row) throw new AppError('entity.notFound', '申请不存在');
    const { level, levelNote } = await weighed(scopeOf.db, row);
    const snapshot = {
      resName: row.resName,
      resCode: row.resCode,
      usage: USAGE_LABELS[row.usageType as '1'],
      columns: row.columns.length === 0 ? '全部' : row.columns.join('、'),
      level,
      levelNote,
      validTo: row.lastDay,
      applicant: row.applicant,
      purpose: row.purpose,
      refId: row.refId,
    };
    const dataOwners = row.ownerUser ? [row.ownerUser] : [];
    return { flowStatus: (row.flowStatus ?? '1') as FlowStatus, ownerId: row.applyBy, snapshot, dataOwners };
  },
  async onStatus(scopeOf, { id, to, instanceId, approverId }) {
    const state = { '1': '1', '2': '1', '3': '1', '4': '2', '5': '3', '6': '4' }[to];
    await scopeOf.db
      .updateTable('marketDrdApply')
      .set({ flowStatus: to, processInstanceId: instanceId, state })
      .where('id', '=', id)
      .execute();
    if (to !== '4') return;
    const approver = approverId === null ? null : await loadAccount(scopeOf.db, approverId);
    if (!approver) throw new AppError('rule.broken', '没有人审批过该申请，不能授权：请在流程中至少设置一名审批人');
    await grantApply(scopeOf, (await byId(scopeOf, id))!, approver);
  },
};

import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { BusinessType, FlowScope, StatusChange } from '#kit/server/flow.ts';
import type { Proposals } from '#kit/server/proposals.ts';
import { ExecuteConfig } from '../../contract/api.ts';
import { planText } from '../../core/plan.ts';
import { rowFilterText } from '../../core/row-grant.ts';
import { transition } from '../../core/subscription.ts';
import { weightOf, type Weight } from '../apis/levels.ts';
import { plansById } from '../plans/offered.ts';
import { services, shownService } from '../services/rows.ts';
import { weightOfService } from '../services/weight.ts';
import { tellApplicant } from './messages.ts';
import { namedColumns } from './row-rights.ts';
import { fieldsOf, lockedRow, rowsOf, statusOf, type Stored } from './rows.ts';
import { approve, turn } from './turn.ts';

/** What a request tells of itself, stored or not yet. */
export type Requested = Pick<
  Stored,
  | 'id'
  | 'apiId'
  | 'appName'
  | 'apiName'
  | 'apiVersion'
  | 'apiUrl'
  | 'fields'
  | 'rowFilter'
  | 'planId'
  | 'renewsId'
  | 'days'
  | 'reason'
  | 'applyBy'
>;

/** What a request asks for of its API: sensitive columns decide who has to agree. */
async function askedColumns(db: Db, row: Requested): Promise<Weight> {
  const api = await db.selectFrom('marketApi').select(['executeConfig', 'resParams']).where('id', '=', row.apiId).executeTakeFirst();
  if (!api)
    return weightOfService(
      db,
      shownService(await services(db).selectAll('service').where('service.id', '=', row.apiId).executeTakeFirstOrThrow()),
    );
  const fields = fieldsOf(row.fields);
  const asked = namedColumns(api).filter(({ name }) => fields === null || fields.includes(name));
  return weightOf(
    db,
    { id: row.apiId, executeConfig: ExecuteConfig.parse(api.executeConfig) },
    asked.map(({ column }) => column),
  );
}

export async function snapshotOf(db: Db, row: Requested) {
  const { level, masked, note } = await askedColumns(db, row);
  const fields = fieldsOf(row.fields);
  const plan = (await plansById(db, [row.planId])).get(row.planId ?? '');
  return {
    appName: row.appName,
    apiName: row.apiName,
    apiVersion: row.apiVersion,
    apiUrl: row.apiUrl,
    kind: row.renewsId === null ? '申请' : '续期',
    fields: fields === null ? '全部字段' : fields.join('、'),
    rows: rowFilterText(rowsOf(row.rowFilter)),
    plan: plan ? planText(plan) : null,
    level,
    levelNote: note,
    masked: masked.join('、') || null,
    days: row.days,
    reason: row.reason,
    applyBy: row.applyBy,
    id: row.id,
  };
}

/** Nobody agrees to the own request, whatever the process says; steps that passed by themselves are nobody's word. */
export function assertOther(approverId: string | null, applicantId: string | null): asserts approverId is string {
  if (approverId === null) throw new AppError('rule.broken', '没有人审批过该申请，不能生效：请在流程中至少设置一名审批人');
  if (approverId === applicantId) throw new AppError('rule.broken', '不能审批自己的申请，请转交给其他审批人');
}

/** Proposals that somebody else than who wants them has to agree to. */
export function approvedByOther<Input>(kind: Proposals<Input>): Proposals<Input> {
  return {
    ...kind,
    type: {
      ...kind.type,
      async onStatus(scope, change) {
        if (change.to === '4') {
          const row = await scope.db.selectFrom('kitProposal').select('createBy').where('id', '=', change.id).executeTakeFirst();
          assertOther(change.approverId, row?.createBy ?? null);
        }
        await kind.type.onStatus(scope, change);
      },
    },
  };
}

async function bringAbout(scope: FlowScope, row: Stored, { to, approverId }: StatusChange): Promise<void> {
  if (to === '4') {
    assertOther(approverId, row.applyBy);
    await approve(scope, row, { decideBy: approverId, opinion: null });
    await tellApplicant(scope.app, scope.db, row, { title: '订阅已生效', text: `已通过审批，有效 ${row.days} 天` });
  }
  // a request that its applicant or somebody else has ended meanwhile stays as it is
  if (to === '5' && 'to' in transition(statusOf(row, scope.now), 'reject')) await turn(scope, row, 'reject', { decideTime: scope.now });
  if (to === '6' && 'to' in transition(statusOf(row, scope.now), 'close')) await turn(scope, row, 'close');
}

/** How an approval sees a request of an application for an API. */
export const subscriptionType: BusinessType = {
  code: 'market.subscription',
  name: '数据API订阅',
  businessCode: '6017',
  withoutApproval: '由API的负责人在订阅管理中审批',
  fields: [
    { name: 'appName', label: '应用' },
    { name: 'apiName', label: '数据API' },
    { name: 'apiVersion', label: '版本' },
    { name: 'kind', label: '申请类型' },
    { name: 'fields', label: '返回字段' },
    { name: 'rows', label: '行范围' },
    { name: 'plan', label: '调用方案' },
    { name: 'level', label: '最高分级' },
    { name: 'levelNote', label: '分级说明' },
    { name: 'masked', label: '脱敏字段' },
    { name: 'days', label: '有效天数' },
    { name: 'reason', label: '申请用途', kind: 'area' },
    { name: 'applyBy', label: '申请人' },
  ],
  async load({ db }, id) {
    const row = await lockedRow({ db }, id);
    const snapshot = await snapshotOf(db, row);
    const dataOwners = row.releaseBy === null ? [] : [row.releaseBy];
    return { flowStatus: (row.flowStatus ?? '1') as FlowStatus, ownerId: row.applyBy, snapshot, dataOwners };
  },
  async onStatus(scope, change) {
    const row = await lockedRow(scope, change.id);
    await scope.db
      .updateTable('marketSubscription')
      .set({ flowStatus: change.to, processInstanceId: change.instanceId })
      .where('id', '=', row.id)
      .execute();
    await bringAbout(scope, row, change);
  },
};

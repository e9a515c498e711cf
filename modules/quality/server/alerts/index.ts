import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { assertVersion, cappedTotal, crudHandlers, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { shownRobot, storedRobot, type StoredRobot } from '#kit/server/robot/index.ts';
import { scope } from '#kit/server/scope.ts';
import { alertLog, alertRule as contract, AlertInput, AlertRow, AlertSearch } from '../../contract/alert.ts';
import type { AlertKind } from '../../contract/alert.ts';
import { checkRules } from '../rules/queries.ts';
import { sendBy, waysOf, type Told } from './deliver.ts';
import type { StoredAlert } from './follow.ts';
import { alertPurposes } from './secrets.ts';

const ENTITY = '质量告警规则';
const MAX_COUNTED = 10_000;
const crud = crudHandlers(
  'qualityAlertRule',
  { row: AlertRow, input: AlertInput, search: AlertSearch },
  {
    label: ENTITY,
    nameField: 'alertName',
    search: { alertName: 'like', status: 'eq' },
    sortable: ['alertName', 'createTime', 'updateTime'],
    unique: { alertName: '告警名称已存在' },
    scope: { dept: 'createDept', owner: 'createBy' },
  },
);
type Row = z.input<typeof AlertRow>;
const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** The operation log says that a secret changed, never what it is. */
const quiet = (ctx: Ctx): Ctx => {
  const bare = (row: Record<string, unknown> | null) => {
    if (row === null) return null;
    const { webhookAddress: _1, webhookSecret: _2, ...rest } = row;
    return rest;
  };
  const change: Ctx['audit']['change'] = ({ before, after, ...rest }) =>
    ctx.audit.change({ ...rest, before: bare(before), after: bare(after) });
  return Object.create(ctx, { audit: { value: { change, note: (text: string) => ctx.audit.note(text) } } }) as Ctx;
};

const robot = (ctx: Ctx, id: string, body: AlertInput, before: Row | null) =>
  storedRobot(ctx, body, { before: before as StoredRobot | null, purposes: alertPurposes(id) }) as Promise<
    Pick<Row, 'webhookKind' | 'webhookAddress' | 'webhookSecret' | 'webhookHost'>
  >;

function checked(body: AlertInput): AlertInput {
  if ((body.quietFrom === null) !== (body.quietTo === null)) throw invalid('quietTo', '请同时填写免打扰的开始和结束时间');
  if (body.quietFrom !== null && body.quietFrom === body.quietTo) throw invalid('quietTo', '免打扰的开始和结束时间不能相同');
  if (body.toRuleOwner === '0' && body.toTableOwner === '0' && body.userIds.length === 0 && body.webhookKind === null)
    throw invalid('userIds', '请至少选择一种通知对象：规则负责人、数据表负责人、人员或群机器人');
  return body;
}

/** A line that says that it is a test. */
const TEST: Told = {
  rowId: '',
  kind: 'fail',
  ruleName: '这是一条测试告警',
  table: '测试表',
  level: '测试',
  text: null,
  ruleOwnerId: '',
  tableOwnerId: null,
};

export const alertRules = implement(contract, {
  ...crud,
  async page(ctx, input) {
    const page = await crud.page(ctx, input);
    return { ...page, data: page.data.map(shownRobot) };
  },
  get: async (ctx, input) => shownRobot(await crud.get(ctx, input)),
  async create(ctx, { body }) {
    const { webhookKind, webhookAddress, webhookSecret, ...plain } = checked(body);
    const { id } = await crud.create(quiet(ctx), { body: plain });
    const values = await robot(ctx, id, { ...plain, webhookKind, webhookAddress, webhookSecret }, null);
    await ctx.db.updateTable('qualityAlertRule').set(values).where('id', '=', id).execute();
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await crud.get(ctx, { params });
    // what is answered of the version of somebody else is masked as everywhere
    assertVersion(before, body);
    const values = await robot(ctx, params.id, checked(body), before);
    return crud.update(quiet(ctx), { params, body: { ...body, ...values } });
  },
  async test(ctx, { params }) {
    await crud.get(ctx, { params });
    const alert = await ctx.db.selectFrom('qualityAlertRule').selectAll().where('id', '=', params.id).executeTakeFirstOrThrow();
    // people hear nothing of a test but who makes it
    const own: StoredAlert = { ...alert, userIds: [ctx.user.id], toRuleOwner: '0', toTableOwner: '0' };
    const attempts = [];
    for (const way of waysOf(own)) attempts.push(await sendBy(ctx.app, own, way, [TEST], ctx.signal));
    return attempts;
  },
});

/** What was told, of alerts that the caller reaches and rules that they see. */
export const alertLogs = implement(alertLog, {
  async page(ctx, { query }) {
    const reached = checkRules(ctx).select('rule.id');
    let rows = ctx.db
      .selectFrom('qualityAlertLog as log')
      .innerJoin('qualityAlertRule as alert', 'alert.id', 'log.alertRuleId')
      .innerJoin('qualityCheckRule as rule', 'rule.id', 'log.checkRuleId')
      .leftJoin('metadataTable as t', 't.id', 'rule.ruleTableId')
      .where(scope(ctx, { dept: 'alert.createDept', owner: 'alert.createBy' }))
      .where('rule.id', 'in', reached);
    if (query.alertRuleId) rows = rows.where('log.alertRuleId', '=', query.alertRuleId);
    if (query.checkRuleId) rows = rows.where('log.checkRuleId', '=', query.checkRuleId);
    if (query.state) rows = rows.where('log.state', '=', query.state);
    const { pageNum, pageSize } = pageOf(query);
    const data = await rows
      .select(['log.id', 'log.alertRuleId', 'alert.alertName', 'log.checkRuleId', 'rule.ruleName', 't.tableName', 'log.kind', 'log.state'])
      .select(['log.message', 'log.createTime', 'log.sendTime', 'log.sentTime'])
      .orderBy('log.createTime', 'desc')
      .orderBy('log.id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const known = endOfList({ pageNum, pageSize }, data.length);
    const total = await cappedTotal(rows.select('log.id'), ctx.db as never, MAX_COUNTED, known);
    return {
      pageNum,
      pageSize,
      ...total,
      data: data.map((row) => ({ ...row, kind: row.kind as AlertKind, state: row.state as 'waiting' })),
    };
  },
});

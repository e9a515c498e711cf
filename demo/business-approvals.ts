import type { Account, App } from '#kit/server/ctx.ts';
import { notice } from '#modules/notices/contract/notice.ts';
import { supplier } from '#modules/projects/contract/supplier.ts';
import { business, category, model } from '#modules/workflow/contract/index.ts';
import { agrees, decide, refuses, sendsBack, type Decision } from './decisions.ts';
import { accountOf, callsAs } from './governance-calls.ts';

type People = (...usernames: string[]) => unknown;
const step = (id: string, name: string, who: unknown, next: unknown = null) => ({
  type: 'approve',
  id,
  name,
  who: [who],
  mode: 'any',
  next,
});

/** A kind of record that a process approves. */
interface Governed {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly type: string;
  /** how its tasks are called */
  readonly title: string;
  /** false = prepared, and switched on by an administrator who wants it */
  readonly isOn: boolean;
  first(people: People): unknown;
}
const GOVERNED: readonly Governed[] = [
  {
    key: 'demo_grant',
    code: '2013',
    name: '数据权限与明文申请',
    type: 'metadata.grant',
    title: '{nickname}申请{tableName}的{actions}权限',
    isOn: true,
    first: (people) => step('n1', '数据责任人审批', { kind: 'dataOwner' }, step('n2', '数据授权', people('gov_admin'))),
  },
  {
    key: 'demo_supplier',
    code: '9016',
    name: '供应商黑名单',
    type: 'project.supplierBlacklist',
    title: '{supplierName}：{from}转为{to}',
    isOn: true,
    first: (people) => step('n1', '市场部审核', people('dept_market'), step('n2', '公司领导审批', people('leader'))),
  },
  {
    key: 'demo_notice',
    code: '1018',
    name: '公告发布',
    type: 'system.notice',
    title: '公告发布：{title}',
    isOn: true,
    first: (people) => step('n1', '公司领导审批', people('leader')),
  },
  {
    key: 'demo_board',
    code: '7013',
    name: '看板发布',
    type: 'visual.board',
    title: '看板发布：{name}',
    isOn: false,
    first: (people) => step('n1', '数据治理审核', people('gov_admin')),
  },
  {
    key: 'demo_screen',
    code: '7014',
    name: '大屏发布',
    type: 'visual.screen',
    title: '大屏发布：{name}',
    isOn: false,
    first: (people) => step('n1', '数据治理审核', people('gov_admin'), step('n2', '公司领导审批', people('leader'))),
  },
  {
    key: 'demo_rule',
    code: '4011',
    name: '核查规则启用',
    type: 'quality.rule',
    title: '核查规则启用：{ruleName}',
    isOn: false,
    first: (people) => step('n1', '数据治理审核', people('gov_admin')),
  },
  {
    key: 'demo_api',
    code: '6011',
    name: '数据API发布',
    type: 'market.api',
    title: '数据API发布：{apiName} {apiVersion}',
    isOn: false,
    first: (people) => step('n1', '数据治理审核', people('gov_admin')),
  },
  {
    key: 'demo_subscription',
    code: '6017',
    name: '数据API订阅',
    type: 'market.subscription',
    title: '{appName}订阅{apiName}',
    isOn: false,
    first: (people) => step('n1', 'API负责人审批', { kind: 'dataOwner' }, step('n2', '数据治理审批', people('gov_admin'))),
  },
];

/** What becomes of a record: what its approvers do, one after the other. */
type Course = readonly Decision[];
const SUPPLIERS: readonly (readonly [reason: string, course: Course])[] = [
  ['投标文件与另一家单位雷同，疑似串标，证据见招标办通报。', []],
  ['材料检测报告造假，已由质量部核实。', [agrees('已核对检测机构回函，情况属实。'), agrees('同意列入黑名单。')]],
  ['现场交货延误三次。', [refuses('延误属履约问题，请按年度评价处理，不列入黑名单。')]],
];
const NOTICES: readonly (readonly [title: string, text: string, course: Course])[] = [
  ['关于开展四季度安全生产检查的通知', '各部门、各分公司请于本月底前完成自查，检查表随后下发。', []],
  ['关于调整差旅住宿标准的通知', '自下月起执行新的住宿标准，详见附件。', [sendsBack('请补充附件和各级别的标准后再发布。')]],
];

/** Processes for records of other modules, with some of them under way, made by its people through the calls. Done once. */
export async function seedBusinessApprovals(app: App): Promise<void> {
  if (app.settings.production) return;
  const existing = await app.db.selectFrom('flowModel').select('id').where('modelKey', '=', GOVERNED[0]!.key).executeTakeFirst();
  const [admin, clerk] = [await accountOf(app, 'admin'), await accountOf(app, 'clerk')];
  if (existing || !admin) return;
  const users = await app.db.selectFrom('sysUser').select(['id', 'username']).where('deletedAt', 'is', null).execute();
  const ids = new Map(users.map(({ id, username }) => [username, id]));
  const people: People = (...usernames) => ({ kind: 'user', ids: usernames.map((username) => ids.get(username) ?? admin.id) });
  const { signal } = new AbortController();
  await callsAs(app, admin, signal, async (call) => {
    const { id: categoryId } = await call(category.create, { body: { name: '数据与档案', sortNo: 20 } });
    for (const { key, code, name, type, title, isOn, first } of GOVERNED) {
      const tree = { type: 'start', id: 'start', next: first(people) };
      const { id } = await call(model.create, { body: { key, name, categoryId, kind: 'simple', tree } });
      const { definitionId } = await call(model.publish, { params: { id }, body: { version: 0 } });
      const body = {
        businessCode: code,
        businessName: name,
        businessType: type,
        processDefinitionId: definitionId,
        businessTempalte: title,
        status: isOn ? '1' : '0',
        idleRule: 'pass',
      };
      await call(business.create, { body });
    }
  });
  if (clerk) await askForBlacklist(app, clerk, signal);
  await submitNotices(app, admin, signal);
}

async function follow(app: App, instanceId: string | null | undefined, course: Course, signal: AbortSignal): Promise<void> {
  if (!instanceId) return;
  for (const decision of course) await decide(app, instanceId, decision, signal);
}

async function askForBlacklist(app: App, clerk: Account, signal: AbortSignal): Promise<void> {
  const rows = await callsAs(app, clerk, signal, (call) =>
    call(supplier.page, { query: { listStatus: '2', pageSize: SUPPLIERS.length, sort: 'supplierCode' } }),
  );
  for (const [n, [reason, course]] of SUPPLIERS.entries()) {
    const id = rows.data[n]?.id;
    if (id === undefined) return;
    const { flow } = await callsAs(app, clerk, signal, (call) =>
      call(supplier.changeStatus, { params: { id }, body: { listStatus: '5', reason } }),
    );
    await follow(app, flow?.processInstanceId, course, signal);
  }
}

async function submitNotices(app: App, admin: Account, signal: AbortSignal): Promise<void> {
  for (const [title, text, course] of NOTICES) {
    const content = { form: 1, blocks: [{ type: 'paragraph', line: [{ text }] }] };
    const body = { title, type: '1', content, publishScope: '1', targets: [], topFlag: '0', mustRead: '0' };
    const { flow } = await callsAs(app, admin, signal, async (call) => {
      const { id } = await call(notice.create, { body });
      return call(notice.publish, { params: { id } });
    });
    await follow(app, flow?.processInstanceId, course, signal);
  }
}

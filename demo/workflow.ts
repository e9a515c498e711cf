import type { Account, App } from '#kit/server/ctx.ts';
import { business, category, instance, model, request } from '#modules/workflow/contract/index.ts';
import { decide, type Decision } from './decisions.ts';
import { accountOf, callsAs } from './governance-calls.ts';

/** A process of the demo company. */
interface Process {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  /** the first step of the tree */
  next(people: People): unknown;
}
type People = (username: string) => string;

const step = (id: string, name: string, who: unknown, more: object = {}) => ({
  type: 'approve',
  id,
  name,
  who: [who],
  mode: 'any',
  next: null,
  ...more,
});
const LEADER = { kind: 'starterDeptLeader' };
/** Reminds who has the task, and again after as long. */
const within = (after: string) => ({ timeout: { after, action: 'remind', times: 3 } });
const person = (people: People, ...names: string[]) => ({ kind: 'user', ids: names.map(people) });

const PROCESSES: readonly Process[] = [
  {
    key: 'demo_expense',
    code: '8101',
    name: '费用报销',
    next: (people) =>
      step('n1', '主管审批', LEADER, {
        ...within('P1D'),
        next: {
          type: 'exclusive',
          id: 'x1',
          name: '金额',
          branches: [
            {
              id: 'large',
              name: '5000 元以上',
              condition: '${amount >= 5000}',
              next: step('n2', '公司领导审批', person(people, 'leader')),
            },
            { id: 'small', name: '其他', condition: null, next: null },
          ],
          next: null,
        },
      }),
  },
  {
    key: 'demo_seal',
    code: '8102',
    name: '用章申请',
    next: (people) =>
      step('n1', '部门会签', person(people, 'dept_eng', 'dept_sub'), {
        mode: 'all',
        ...within('PT8H'),
        next: step('n2', '用章登记', LEADER, { isHandling: true }),
      }),
  },
  {
    key: 'demo_purchase',
    code: '8103',
    name: '采购申请',
    next: (people) =>
      step('n1', '评审小组票签', person(people, 'dept_eng', 'dept_sub', 'leader'), { mode: 'ratio', percent: 60, ...within('P3D') }),
  },
  {
    key: 'demo_training',
    code: '8104',
    name: '培训申请',
    next: (people) =>
      step(
        'n1',
        '逐级审批',
        { kind: 'leaders', levels: 2 },
        { mode: 'sequence', next: { type: 'copy', id: 'c1', name: '抄送人力', who: [person(people, 'dept_hr')], next: null } },
      ),
  },
  {
    key: 'demo_system',
    code: '8105',
    name: '系统账号申请',
    next: () => step('n1', '主管审批', LEADER, { next: step('n2', '管理员开通', { kind: 'role', ids: ['admin'] }, { isHandling: true }) }),
  },
];

/** What becomes of a demo request; each word is what somebody does next. */
type Fate = 'draft' | 'submitted' | 'approved' | 'rejected' | 'returned' | 'cancelled';
interface DemoRequest {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly amount: string | null;
  readonly fate: Fate;
}
const REQUESTS: readonly DemoRequest[] = [
  { code: '8101', title: '上海出差报销', text: '11 月 12 日至 15 日，住宿与交通费，发票 9 张。', amount: '2380.50', fate: 'approved' },
  { code: '8101', title: '部门团建费用', text: '四季度团建，共 18 人。', amount: '6200.00', fate: 'submitted' },
  { code: '8101', title: '办公用品采购报销', text: '打印纸与墨盒。', amount: '860.00', fate: 'returned' },
  { code: '8101', title: '招待费报销', text: '客户来访用餐。', amount: '1540.00', fate: 'rejected' },
  { code: '8101', title: '差旅补充报销', text: '补交通费。', amount: '120.00', fate: 'draft' },
  { code: '8102', title: '劳务合同用章', text: '劳务合同三份，需要合同专用章。', amount: null, fate: 'submitted' },
  { code: '8103', title: '绘图工作站采购', text: '两台，用于三维出图。', amount: '38600.00', fate: 'submitted' },
  { code: '8104', title: '注册造价师继续教育', text: '两天，线上。', amount: '1200.00', fate: 'submitted' },
  { code: '8105', title: '开通造价软件账号', text: '新入职员工使用。', amount: null, fate: 'cancelled' },
];

/** Approvals of the demo company: processes, and requests in every state, made by its people through the calls. Done once. */
export async function seedApprovals(app: App): Promise<void> {
  if (app.settings.production) return;
  const existing = await app.db.selectFrom('flowModel').select('id').limit(1).executeTakeFirst();
  const [admin, staff] = [await accountOf(app, 'admin'), await accountOf(app, 'staff')];
  if (existing || !admin || !staff) return;
  const users = await app.db.selectFrom('sysUser').select(['id', 'username']).where('deletedAt', 'is', null).execute();
  const ids = new Map(users.map(({ id, username }) => [username, id]));
  const people: People = (username) => ids.get(username) ?? admin.id;
  const { signal } = new AbortController();
  await callsAs(app, admin, signal, async (call) => {
    const { id: categoryId } = await call(category.create, { body: { name: '行政与费用', sortNo: 10 } });
    for (const { key, code, name, next } of PROCESSES) {
      const tree = { type: 'start', id: 'start', next: next(people) };
      const { id } = await call(model.create, { body: { key, name, categoryId, kind: 'simple', tree } });
      const { definitionId } = await call(model.publish, { params: { id }, body: { version: 0 } });
      const body = {
        businessCode: code,
        businessName: name,
        businessType: 'workflow.request',
        businessComponent: 'workflow/request',
        processDefinitionId: definitionId,
        businessTempalte: '{nickname}的{businessName}：{title}',
      };
      await call(business.create, { body });
    }
  });
  for (const each of REQUESTS) await live(app, staff, signal, each);
}

async function live(app: App, staff: Account, signal: AbortSignal, { code, title, text, amount, fate }: DemoRequest): Promise<void> {
  const started = await callsAs(app, staff, signal, async (call) => {
    const { id } = await call(request.create, { body: { businessCode: code, title, text, amount } });
    return fate === 'draft' ? null : (await call(request.submit, { params: { id }, body: {} })).processInstanceId;
  });
  if (started === null || fate === 'submitted') return;
  if (fate === 'cancelled') {
    await callsAs(app, staff, signal, (call) => call(instance.cancel, { params: { id: started } }));
    return;
  }
  const decision: Decision =
    fate === 'returned'
      ? { action: 'return', to: 'start', mode: 'direct', message: '发票抬头不正确，请更换后重新提交。' }
      : {
          action: 'complete',
          variables: { approved: fate === 'approved' },
          message: fate === 'approved' ? '同意报销。' : '超出招待费标准，不予报销。',
        };
  await decide(app, started, decision, signal);
}

import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { approversOf, passedOf, type ApproverSource } from '../../contract/approval.ts';
import type { StepPeople } from '../../contract/simulation.ts';
import { decidesItself } from '../../core/approval/decides.ts';
import { earlierTasks } from '../../core/approval/earlier.ts';
import { namesIn } from '../../core/juel/names.ts';
import type { Definitions, NodeModel, ProcessModel, UserTask } from '../../core/model.ts';
import { setByService } from '../../core/used-names.ts';
import { textsOf } from '../../core/validate.ts';
import { approversOfNode, enabledOf, peopleOf, type Facts } from '../approvers.ts';
import { allNodes } from '../definitions-of.ts';
import { readText } from '../publish.ts';

interface Asked {
  readonly model: string;
  readonly starter: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Names that the engine itself sets. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'approved',
  'approver',
  'initiator',
  'submitter',
  'loopCounter',
  'nrOfInstances',
  'nrOfActiveInstances',
  'nrOfCompletedInstances',
]);

/** Who would get the steps of a text if somebody submitted it now, and why sources find nobody. Writes nothing. */
export async function approversIn(ctx: Ctx, { model, starter, variables }: Asked) {
  const scope: FlowScope = { app: ctx.app, db: ctx.db, now: ctx.now };
  const { processes } = await readText(model);
  const person = await ctx.db
    .selectFrom('sysUser')
    .select(['id', 'deptId'])
    .where('id', '=', starter)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!person) throw new AppError('input.invalid', '请选择发起人', [{ path: 'starter', message: '发起人不存在' }]);
  const dataOwners = Array.isArray(variables['dataOwners']) ? variables['dataOwners'].map(String) : [];
  const facts: Facts = {
    starterId: person.id,
    deptId: person.deptId,
    record: { flowStatus: '3', ownerId: person.id, snapshot: variables, dataOwners },
    variables,
  };
  const definitions: Definitions = Object.fromEntries(processes.map((process) => [process.id, process]));
  const steps: StepPeople[] = [];
  for (const process of processes)
    for (const node of allNodes(process)) if (node.kind === 'userTask') steps.push(await peopleAt(scope, node, facts, definitions));
  await nameAll(ctx, steps);
  const nodes = processes.flatMap((process) => [...allNodes(process)]);
  return {
    steps,
    nodes: nodes.map((node) => {
      const { id, name, element } = node;
      return { id, name, kind: element, result: (node.kind === 'passTask' ? node.service?.result : undefined) ?? null };
    }),
    variables: namesOf(processes, nodes),
  };
}

async function peopleAt(scope: FlowScope, node: UserTask, facts: Facts, definitions: Definitions): Promise<StepPeople> {
  const { approval } = node;
  const { people, note } = await approversOfNode(scope, node, facts);
  const reasons: string[] = [];
  for (const source of approval?.who ?? []) {
    const found = await peopleOf(scope, node.id, source, facts);
    if ((await enabledOf(scope, found)).length === 0)
      reasons.push(found.length > 0 ? '找到的账号都已禁用、到期或不存在' : whyNobody(source));
  }
  const picks = approval?.who.find(({ kind }) => kind === 'starterPicks' || kind === 'lastPicks')?.kind ?? null;
  return {
    node: node.id,
    name: node.name || node.id,
    mode: approval?.mode ?? null,
    percent: approval?.percent ?? null,
    isHandling: approval?.isHandling ?? false,
    mayReturn: approval?.mayReturn ?? true,
    returnMode: approval?.returnMode ?? 'again',
    repeated: approval?.repeated ?? 'ask',
    decides: decidesItself(definitions, node.id),
    returnable: earlierTasks(definitions, node.id),
    people: people.map((id) => ({ id, name: id })),
    note,
    reasons,
    picks: picks as StepPeople['picks'],
  };
}

const NOBODY: Readonly<Record<ApproverSource['kind'], string>> = {
  user: '指定的成员不存在',
  role: '角色没有成员',
  post: '岗位没有成员',
  dept: '部门没有成员',
  deptLeader: '部门没有设置负责人',
  starter: '没有发起人',
  starterDeptLeader: '发起人所在部门和上级部门都没有设置负责人',
  leaders: '发起人所在部门和上级部门都没有设置负责人',
  starterPicks: '发起人提交时还没有选择审批人',
  lastPicks: '上一审批人还没有选择审批人',
  formUser: '',
  formDeptLeader: '',
  dataOwner: '单据没有数据责任人，模拟时可以设置变量 dataOwners',
  expression: '表达式没有得出账号',
};

/** Why a source names nobody. */
function whyNobody({ kind, field = '' }: ApproverSource): string {
  if (kind === 'formUser') return `单据字段 ${field} 没有人员`;
  if (kind === 'formDeptLeader') return `单据字段 ${field} 没有部门，或该部门没有负责人`;
  return NOBODY[kind];
}

async function nameAll({ db }: Ctx, steps: StepPeople[]): Promise<void> {
  const ids = [...new Set(steps.flatMap(({ people }) => people.map(({ id }) => id)))];
  if (ids.length === 0) return;
  const rows = await db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  for (const step of steps) for (const one of step.people) one.name = names.get(one.id) ?? one.id;
}

/** Variables that somebody has to give: what expressions ask for and the engine does not set. */
function namesOf(processes: readonly ProcessModel[], nodes: readonly NodeModel[]): string[] {
  const scopes = [...processes, ...nodes.flatMap((node) => (node.kind === 'subProcess' ? node.body : []))];
  const texts = [
    ...nodes.flatMap(textsOf),
    ...scopes.flatMap(({ flows }) => Object.values(flows).map(({ condition }) => condition)),
    ...nodes.flatMap((node) => (node.kind === 'userTask' ? (node.approval?.who ?? []).map(({ expr }) => expr ?? null) : [])),
  ];
  const fields = nodes.flatMap((node) => (node.kind === 'userTask' ? (node.approval?.who ?? []).map(({ field }) => field ?? '') : []));
  const set = new Set([...OWN_NAMES, ...nodes.flatMap((node) => [approversOf(node.id), passedOf(node.id), ...setByService(node)])]);
  const elements = new Set(nodes.flatMap(({ multiInstance }) => multiInstance?.elementVariable ?? []));
  return [...new Set([...texts.flatMap(namesIn), ...fields])].filter((name) => name !== '' && !set.has(name) && !elements.has(name));
}

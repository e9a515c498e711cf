import { randomInt } from 'node:crypto';
import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { ApproverSource } from '../contract/approval.ts';
import { ExpressionError } from '../core/juel/tokens.ts';
import { evaluate } from '../core/juel/evaluate.ts';
import type { UserTask } from '../core/model.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import type { Db } from '#kit/server/ctx.ts';
import { steadyQuery } from '#kit/server/db/steady.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { FlowRecord, FlowScope } from '#kit/server/flow.ts';
import { holdersOf } from '#modules/notices/server/index.ts';
import { delegationsInForce, noteThere } from './substitutes.ts';

/** What is known of an instance when approvers are looked for. */
export interface Facts {
  readonly starterId: string;
  readonly deptId: string | null;
  readonly record: FlowRecord;
  /** variables of the root of the instance */
  readonly variables: Readonly<Record<string, unknown>>;
}
export interface Approvers {
  readonly people: readonly string[];
  /** what the trail says when a rule of the node stepped in */
  readonly note: string | null;
}

/** Accounts of a role, post or department that are asked. */
const MAX_MEMBERS = 1_000;

/** Who may act for flow administrators: sees running instances and may end them. */
export const ADMINISTERS = 'workflow:instance:running:remove';

const enabledAmong = (db: Db, now: Date, ids: string | RawBuilder<string>) =>
  db
    .selectFrom('sysUser')
    .select([
      'id',
      (e) => e.exists(delegationsInForce(db, now).where('flowDelegation.fromUserId', '=', sql.ref<string>('sysUser.id'))).as('delegates'),
    ])
    .where('id', '=', ids)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', now)]));
const enabledAccount = steadyQuery((db, { id, now }: { readonly id: string; readonly now: Date }) => enabledAmong(db, now, id));

/** Enabled accounts among ids, in the given order. The same statement tells which of them nobody stands in for: a step needs not ask again. */
export async function enabledOf(scope: FlowScope, ids: readonly unknown[]): Promise<string[]> {
  const { db, now } = scope;
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
  if (wanted.length === 0) return [];
  // one account is most often asked: PostgreSQL would plan a list anew each time, as it cannot tell how long it is
  const query = wanted.length === 1 ? enabledAccount(db, { id: wanted[0] ?? '', now }) : enabledAmong(db, now, sql`any(${wanted}::text[])`);
  const rows = await runPreparedQuery(db, query);
  noteThere(
    scope,
    rows.flatMap(({ id, delegates }) => (delegates ? [] : id)),
  );
  const enabled = new Set(rows.map(({ id }) => id));
  return wanted.filter((id) => enabled.has(id));
}

/** Leaders of a department and of those above it, nearest first; departments without one are left out. */
export async function leadersAbove({ db }: FlowScope, deptId: string | null): Promise<string[]> {
  if (deptId === null) return [];
  const rows = await db
    .selectFrom('sysDept as own')
    .innerJoin('sysDept as above', (join) => join.on(sql<boolean>`own.path like above.path || '%'`))
    .select('above.leaderId')
    .where('own.id', '=', deptId)
    .where('above.deletedAt', 'is', null)
    .where('above.leaderId', 'is not', null)
    .orderBy(sql`length(above.path)`, 'desc')
    .execute();
  return rows.flatMap(({ leaderId }) => leaderId ?? []);
}

const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [];
const picked = (facts: Facts, variable: string, node: string): unknown[] => {
  const picks = facts.variables[variable];
  return typeof picks === 'object' && picks !== null && Object.hasOwn(picks, node) ? asList((picks as Record<string, unknown>)[node]) : [];
};

async function leadersOfDepts({ db }: FlowScope, ids: readonly unknown[]): Promise<string[]> {
  const wanted = ids.filter((id) => typeof id === 'string' && id !== '') as string[];
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('sysDept')
    .select('leaderId')
    .where('id', 'in', wanted)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ leaderId }) => leaderId ?? []);
}

/** Accounts of each of some roles, enabled or not, in one statement. */
export async function membersOfRoles({ db }: Pick<FlowScope, 'db'>, roles: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(roles.map((role) => [role, []]));
  if (roles.length === 0) return found;
  const members = (e: ExpressionBuilder<Tables, 'sysRole'>) =>
    e
      .selectFrom('sysUserRole as r')
      .innerJoin('sysUser', 'sysUser.id', 'r.userId')
      .select('sysUser.id')
      .whereRef('r.roleId', '=', 'sysRole.id')
      .where('sysUser.deletedAt', 'is', null)
      .orderBy('sysUser.id')
      .limit(MAX_MEMBERS);
  const query = db
    .selectFrom('sysRole')
    .select(['sysRole.id', (e) => sql<string[]>`array(${members(e)})`.as('members')])
    .where('sysRole.id', '=', sql<string>`any(${roles}::text[])`);
  for (const { id, members: people } of await runPreparedQuery(db, query)) found.set(id, people);
  return found;
}

/** Accounts of roles, posts or departments, enabled or not. */
export async function membersOf({ db }: Pick<FlowScope, 'db'>, kind: 'role' | 'post' | 'dept', ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const users = db
    .selectFrom('sysUser')
    .select('sysUser.id')
    .where('sysUser.deletedAt', 'is', null)
    .orderBy('sysUser.id')
    .limit(MAX_MEMBERS);
  const rows = await (
    kind === 'dept'
      ? users.where('sysUser.deptId', 'in', ids)
      : kind === 'role'
        ? users.innerJoin('sysUserRole as r', 'r.userId', 'sysUser.id').where('r.roleId', 'in', ids)
        : users.innerJoin('sysUserPost as p', 'p.userId', 'sysUser.id').where('p.postId', 'in', ids)
  ).execute();
  return rows.map(({ id }) => id);
}

function evaluated(text: string, { variables, record }: Facts): unknown {
  try {
    const variable = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : record.snapshot[name]);
    return evaluate(text, { variable, now: 0 });
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** What a source names, enabled or not. */
export async function peopleOf(scope: FlowScope, node: string, source: ApproverSource, facts: Facts): Promise<unknown[]> {
  const { kind, ids = [], levels = 1, field = '', expr = '' } = source;
  switch (kind) {
    case 'user':
      return ids;
    case 'role':
    case 'post':
    case 'dept':
      return membersOf(scope, kind, ids);
    case 'deptLeader':
      return leadersOfDepts(scope, ids);
    case 'starter':
      return [facts.starterId];
    case 'starterDeptLeader':
      return (await leadersAbove(scope, facts.deptId)).slice(0, 1);
    case 'leaders':
      return (await leadersAbove(scope, facts.deptId)).slice(0, levels);
    case 'starterPicks':
      return picked(facts, 'starterPicks', node);
    case 'lastPicks':
      return picked(facts, 'lastPicks', node);
    case 'formUser':
      return asList(facts.record.snapshot[field]);
    case 'formDeptLeader':
      return leadersOfDepts(scope, asList(facts.record.snapshot[field]));
    case 'dataOwner':
      return [...(facts.record.dataOwners ?? [])];
    default:
      return asList(evaluated(expr, facts));
  }
}

/** Enabled accounts that the sources name, each once. */
export async function peopleOfSources(scope: FlowScope, node: string, sources: readonly ApproverSource[], facts: Facts): Promise<string[]> {
  const found: unknown[] = [];
  for (const source of sources) found.push(...(await peopleOf(scope, node, source, facts)));
  return enabledOf(scope, found);
}

/** The approvers of a node: all whom it may ask, or one of them where chance decides (随机一人). An empty list passes the node. */
export async function approversOfNode(scope: FlowScope, node: UserTask, facts: Facts): Promise<Approvers> {
  const all = await everybodyOfNode(scope, node, facts);
  if (node.approval?.mode !== 'random' || all.people.length < 2) return all;
  return { ...all, people: all.people.slice(randomInt(all.people.length)).slice(0, 1) };
}

/** Whom a node may ask, after its rules for the starter and for nobody. */
export async function everybodyOfNode(scope: FlowScope, node: UserTask, facts: Facts): Promise<Approvers> {
  const { approval } = node;
  if (!approval) return { people: [], note: null };
  const named = node.name || node.id;
  const found = await peopleOfSources(scope, node.id, approval.who, facts);
  const isOwnWish = approval.starter === 'self' || approval.isHandling || approval.who.some(({ kind }) => kind === 'starter');
  const isSelf = !isOwnWish && found.includes(facts.starterId);
  let people = isSelf ? found.filter((id) => id !== facts.starterId) : found;
  const above = async () => (await enabledOf(scope, await leadersAbove(scope, facts.deptId))).find((id) => id !== facts.starterId);
  if (isSelf && approval.starter === 'pass' && people.length === 0) return { people: [], note: `“${named}”的审批人是发起人本人，自动通过` };
  if (isSelf && approval.starter === 'leader') {
    const leader = await above();
    if (leader !== undefined) return { people: [...new Set([...people, leader])], note: `“${named}”的审批人是发起人本人，转上级审批` };
  }
  if (people.length > 0) return { people, note: null };
  if (approval.nobody === 'pass') return { people: [], note: `“${named}”没有找到审批人，自动通过` };
  const leader = approval.nobody === 'leader' ? await above() : undefined;
  if (leader !== undefined) return { people: [leader], note: `“${named}”没有找到审批人，转上级审批` };
  people = (await holdersOf(scope.db, ADMINISTERS, facts.deptId)).filter((id) => id !== facts.starterId);
  return { people, note: `“${named}”没有找到审批人，转流程管理员` };
}

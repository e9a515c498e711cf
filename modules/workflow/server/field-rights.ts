import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertFlow, type BusinessType, type FieldRights, type FlowScope } from '#kit/server/flow.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { nodeOf } from './decide.ts';
import { definitionsOf, findNode } from './definitions-of.ts';
import type { TaskRow } from './execute.ts';
import { keepRecordFiles } from './files.ts';
import { maySee, ofTask, tracks, type By } from './parties.ts';
import { hashOf, isAsSubmitted } from './snapshot.ts';
import type { FieldChange, Working } from './step.ts';
import { typeOf } from './types.ts';
import type { UserTask } from '../core/model.ts';

export type Rights = FieldRights;

interface Edit {
  readonly task: TaskRow;
  readonly values: Readonly<Record<string, unknown>>;
}
/**
 * Stores fields that the node lets its approver edit, and makes the changed record the one that is approved. Answers what has changed.
 * Throws input.invalid for other fields and for values that the record refuses.
 */
export async function editFields(ctx: Ctx, scope: FlowScope, work: Working, { task, values }: Edit): Promise<FieldChange[]> {
  const names = Object.keys(values);
  const node = nodeOf(work, task);
  const rights = rightsAt(work.type, node);
  const isAsked = work.type.mustComplete === true && Object.values(rights).includes('edit');
  if (names.length === 0 && !isAsked) return [];
  const wrong = names.find((name) => rights[name] !== 'edit');
  if (wrong !== undefined)
    throw new AppError('input.invalid', '该字段在此节点不能修改', [{ path: `fields.${wrong}`, message: '不能修改' }]);
  const { type, row } = work;
  if (!type.edit) throw new AppError('rule.broken', '该业务的单据不能在审批中修改');
  const before = work.record.snapshot;
  if (!isAsSubmitted(before, row, type)) throw new AppError('rule.broken', '记录在审批期间被修改，不能通过，请退回发起人重新提交');
  await type.edit(ctx, { id: row.businessKey, values, node: node?.id ?? '' });
  const record = await type.load(scope, row.businessKey);
  const { snapshot } = record;
  const changes = changesOf(names, before, snapshot);
  await keepRecordFiles(ctx, row, type, snapshot);
  const stored = { snapshot: JSON.stringify(snapshot), snapshotHash: hashOf(snapshot) };
  await scope.db.updateTable('flowInstance').set(stored).where('id', '=', row.id).execute();
  Object.assign(row, { snapshot, snapshotHash: stored.snapshotHash });
  Object.assign(work, { record });
  return changes;
}

type Snapshot = Readonly<Record<string, unknown>>;
const changesOf = (names: readonly string[], before: Snapshot, after: Snapshot): FieldChange[] =>
  names.flatMap((field) =>
    hashOf({ value: before[field] }) === hashOf({ value: after[field] })
      ? []
      : { field, before: before[field] ?? null, after: after[field] ?? null },
  );

/** Fields that the starter may correct in his own task: all of a record that can be edited in an approval. */
export const ownFields = ({ edit, fields, rightsAt: rights }: BusinessType): Rights =>
  edit ? { ...Object.fromEntries(fields.map(({ name }) => [name, 'edit' as const])), ...rights?.(null) } : {};

/** What an approver may do with fields at a node: what the process says, and what the record says of itself. */
export const rightsAt = (type: Pick<BusinessType, 'rightsAt'>, node: Pick<UserTask, 'id' | 'approval'> | null): Rights =>
  node ? { ...node.approval?.fields, ...type.rightsAt?.(node.id) } : {};

/** Stores what the starter corrects in a record that came back to him. Answers what has changed. Throws input.invalid, rule.broken. */
export async function editOwnFields(ctx: Ctx, scope: FlowScope, { type, row, record }: Working, values: Snapshot): Promise<FieldChange[]> {
  const names = Object.keys(values);
  if (names.length === 0) return [];
  if (!type.edit) throw new AppError('rule.broken', '该业务的单据不能在任务中修改，请在业务页面修改后提交');
  const rights = ownFields(type);
  const wrong = names.find((name) => rights[name] !== 'edit');
  if (wrong !== undefined) throw new AppError('input.invalid', '单据没有该字段', [{ path: `fields.${wrong}`, message: '没有该字段' }]);
  assertFlow(record, 'edit');
  await type.edit(ctx, { id: row.businessKey, values, node: null });
  const { snapshot } = await type.load(scope, row.businessKey);
  return changesOf(names, record.snapshot, snapshot);
}

type Reader = By & Pick<FlowScope, 'app' | 'db'>;
const inAll = ([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set([...(first ?? [])].filter((name) => others.every((hidden) => hidden.has(name))));

/** Fields that nobody shows to whoever only got copies: copies of the process show all, those of a person what that person sees. */
async function hiddenInCopies({ app, db, user }: Reader, instanceId: string, passed: readonly string[]): Promise<ReadonlySet<string>> {
  const copies = await db
    .selectFrom('flowCopy')
    .select('fromId')
    .distinct()
    .where('instanceId', '=', instanceId)
    .where('userId', '=', user.id)
    .execute();
  const hidden: ReadonlySet<string>[] = [];
  for (const { fromId } of copies) {
    if (fromId === null) return new Set();
    if (passed.includes(fromId)) continue;
    const giver = (await loadAccount(db, fromId)) ?? { ...user, id: fromId, roles: [], grants: [] };
    hidden.push(await hiddenFields({ app, db, user: giver }, instanceId, [...passed, user.id]));
  }
  return inAll(hidden);
}

/**
 * Fields that the caller does not see in an instance: those that every node hides at which he was asked. Its starter and who tracks it see all;
 * people who only got a copy see what whoever gave it to them sees. `passed` names accounts that copies came by already.
 */
export async function hiddenFields(ctx: Reader, instanceId: string, passed: readonly string[] = []): Promise<ReadonlySet<string>> {
  const row = await ctx.db
    .selectFrom('flowInstance as i')
    .select(['i.starterId', 'i.definitionId', 'i.called', 'i.businessType', tracks(ctx).as('isTracked')])
    .where('i.id', '=', instanceId)
    .where(maySee(ctx))
    .executeTakeFirst();
  if (!row || row.starterId === ctx.user.id || row.isTracked) return new Set();
  const nodes = await ctx.db
    .selectFrom('flowTask as t')
    .select(['t.nodeKey', 't.processKey'])
    .distinct()
    .where('t.instanceId', '=', instanceId)
    .where(ofTask(ctx))
    .execute();
  if (nodes.length === 0) return hiddenInCopies(ctx, instanceId, passed);
  const definitions = await definitionsOf(ctx.db, row.definitionId, row.called);
  const type = await typeOf(ctx, row.businessType);
  const hidden = nodes.map(({ nodeKey, processKey }) => {
    const node = findNode(definitions, nodeKey, processKey);
    const rights = node?.kind === 'userTask' ? rightsAt(type, node) : {};
    return new Set(Object.keys(rights).filter((name) => rights[name] === 'hide'));
  });
  return inAll(hidden);
}

import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { BusinessType } from '#kit/server/flow.ts';
import { overwrittenNames, unknownNames } from '../core/used-names.ts';
import { allNodes, latestOf, processesOf } from './definitions-of.ts';
import { startsNobody } from './publish.ts';

/** A process that records can be put under, with the steps at which people approve. */
export interface OfferedProcess {
  readonly key: string;
  readonly name: string;
  readonly nodes: { id: string; name: string }[];
}
const MAX = 200;

/** The newest versions of published processes that start instances now. */
export async function offeredProcesses(db: Db): Promise<OfferedProcess[]> {
  const rows = await db
    .selectFrom('flowDefinition')
    .distinctOn('defKey')
    .select(['id', 'defKey', 'name', 'suspensionState'])
    .where('deletedAt', 'is', null)
    .orderBy('defKey')
    .orderBy('versionNo', 'desc')
    .limit(MAX)
    .execute();
  const active = rows.filter(({ suspensionState }) => suspensionState === '1');
  return Promise.all(
    active.map(async ({ id, defKey, name }) => {
      const [process] = await processesOf(db, id);
      const nodes = [...allNodes(process)].flatMap((node) =>
        node.kind === 'userTask' ? [{ id: node.id, name: node.name || node.id }] : [],
      );
      return { key: defKey, name, nodes };
    }),
  );
}

/** Why the records of a type cannot be approved by a process, as a Chinese sentence; null when they can. */
async function refusalOf(db: Db, type: BusinessType, processKey: string): Promise<string | null> {
  const definition = await latestOf(db, processKey);
  if (!definition) return '审批流程不存在或没有发布，请重新选择';
  if (definition.suspensionState === '2') return `审批流程“${definition.name}”已挂起，请重新选择或先激活`;
  const processes = await processesOf(db, definition.id);
  const unheard = startsNobody(processes[0], type);
  if (unheard) return unheard;
  const unknown = unknownNames(processes, type.fields);
  if (unknown.length > 0) return `审批流程“${definition.name}”用到的${unknown.join('、')}不是“${type.name}”的字段，请修改流程或字段标识`;
  const overwritten = overwrittenNames(processes, type.fields);
  return overwritten.length > 0 ? `审批流程“${definition.name}”会改变字段${overwritten.join('、')}，请修改流程或字段标识` : null;
}

interface Placing {
  readonly type: BusinessType & { readonly businessCode: string };
  readonly businessName: string;
  readonly titleTemplate: string;
  readonly processKey: string;
  /** field of the input that the process was named by */
  readonly path: string;
}
/**
 * Puts the records of a kind that people have made under a process. What administrators have set otherwise for this business stays. Throws
 * input.invalid when the process cannot approve them.
 */
export async function placeUnder(ctx: Ctx, { type, businessName, titleTemplate, processKey, path }: Placing): Promise<void> {
  const refusal = await refusalOf(ctx.db, type, processKey);
  if (refusal !== null) throw new AppError('input.invalid', refusal, [{ path, message: refusal }]);
  const stamp = { updateBy: ctx.user.id, updateTime: ctx.now };
  const columns = { businessName, definitionKey: processKey, status: '1' as const, ...stamp };
  const changed = await ctx.db
    .updateTable('flowBusiness')
    .set(columns)
    .where('businessCode', '=', type.businessCode)
    .where('businessType', '=', type.code)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  const id = ctx.app.ids.next();
  const made = { createBy: ctx.user.id, createTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('flowBusiness')
    .values({ id, businessCode: type.businessCode, businessType: type.code, titleTemplate, ...columns, ...made })
    .execute();
  ctx.audit.change({ entity: '业务流程配置', id, name: businessName, before: null, after: { processKey } });
}

/** Nothing more of a kind is submitted; what runs goes on. */
export async function takeFromUnder(db: Db, type: string): Promise<void> {
  await db.updateTable('flowBusiness').set({ status: '0' }).where('businessType', '=', type).where('deletedAt', 'is', null).execute();
}

import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertOwnFiles } from '#modules/sources/server/index.ts';
import { type GuardedSource } from '#modules/gate/server/index.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { bindFiles, unbindFiles } from '#modules/files/server/index.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { baseQuery } from '../../core/sets/base-query.ts';
import { schemaOf } from '../../core/sets/schema-config.ts';
import { purgeSet } from '../engine/index.ts';
import { policyProblem } from '../engine/cache-rule.ts';
import { assertPlan, savePlan } from '../extract/plan.ts';
import { fileTables, tableOf } from '../extract/file-set.ts';
import { boundQuery } from './analyse.ts';
import { assertModel, type Before, type Body } from './derive.ts';
import { noteLineage } from './lineage.ts';
import { openSource } from './reading.ts';

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
const FILE_ENTITY = 'visual_data_set';

async function assertFolder(ctx: Ctx, folderId: string | null): Promise<void> {
  if (folderId === null) return;
  const folder = await ctx.db
    .selectFrom('visualFolder')
    .select('id')
    .where('id', '=', folderId)
    .where('kind', '=', 'dataset')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!folder) throw wrong('folderId', '目录不存在或已删除，请重新选择');
}

/** One reading statement that the gate lets the caller read, with the columns that the fields name. Nothing runs. */
async function assertQuery(guarded: GuardedSource, model: SetModel): Promise<void> {
  const values = Object.fromEntries(model.params.map((param) => [param.name, param.value]));
  const { text, params } = boundQuery(model, values, guarded.source.adapter.dialect);
  const [passed, ...more] = await guarded.check(text, { hasParams: params.length > 0 });
  if (!passed || more.length > 0) throw new AppError('gate.refused', '数据集只能包含一条查询语句');
  if (passed.checked.kind !== 'read' || passed.checked.verb === 'explain') throw new AppError('gate.refused', '数据集只能使用查询语句');
  const output = passed.checked.output?.map(({ name }) => name);
  const lost = model.fields.find(
    (field) => !field.expr && output && !output.includes(field.id) && !output.includes(passed.checked.nameOf(field.id)),
  );
  if (lost) throw wrong('model.fields', `字段“${lost.name}”（${lost.id}）不在查询结果中，请删除或改正`);
}

/** Everything that is asked of a set before it is stored. A stored query that does not change is not checked again: its tables may be gone. */
export async function assertSet(ctx: Ctx, body: Body, model: SetModel, before: Before | null): Promise<void> {
  await assertFolder(ctx, body.folderId);
  assertModel(model);
  await assertPlan(ctx, model);
  const problem = policyProblem(model.cache, ctx.now);
  if (problem) throw wrong('model.cache', problem);
  const { origin } = model;
  if (origin.kind === 'platform') {
    if (before?.model.origin.kind !== 'platform') throw wrong('model.origin', '平台数据集由系统提供，不能新增');
    return;
  }
  if (before?.model.origin.kind === 'platform') throw wrong('model.origin', '平台数据集不能改为其他类型');
  if (origin.kind === 'file') {
    await assertOwnFiles(ctx, [origin.fileName], filesOf(before?.model ?? null));
    tableOf((await fileTables(ctx.app, ctx.db, origin.fileName)).tables, origin.sheet);
    return;
  }
  if (!body.sourceId) throw wrong('sourceId', '请选择数据源');
  const isSame =
    before !== null &&
    before.sourceId === body.sourceId &&
    JSON.stringify(before.model.origin) === JSON.stringify(origin) &&
    JSON.stringify(before.model.params) === JSON.stringify(model.params) &&
    model.fields.every((field) => field.expr || before.model.fields.some((one) => one.id === field.id));
  if (!isSame) await assertQuery(await openSource(ctx, body.sourceId), model);
}

/** Stored names of the files that a model keeps. */
export const filesOf = (model: SetModel | null): string[] => (model?.origin.kind === 'file' ? [model.origin.fileName] : []);

/** Columns of the row that follow from the model. */
export async function modelColumns(ctx: Ctx, body: Body, model: SetModel) {
  const needsSource = model.origin.kind !== 'file' && model.origin.kind !== 'platform';
  const sourceId = needsSource ? body.sourceId : null;
  const dialect = sourceId === null ? 'postgres' : await dialectFor(ctx, sourceId);
  return {
    setName: body.setName,
    folderId: body.folderId,
    sourceId,
    setKind: model.origin.kind,
    setSql: model.origin.kind === 'sql' ? model.origin.sql : baseQuery(model, dialect),
    schemaJson: JSON.stringify(schemaOf(model)),
    model: JSON.stringify(model),
    isShared: body.isShared,
    status: body.status,
    remark: body.remark,
  };
}
/** The grammar of a source, also of one that the caller no longer reaches: an unchanged set stays what it is. */
async function dialectFor(ctx: Ctx, sourceId: string): Promise<string> {
  const row = await ctx.db.selectFrom('metadataSource').select('dbType').where('id', '=', sourceId).executeTakeFirst();
  return DB_KINDS.get(row?.dbType ?? '')?.dialect ?? 'postgres';
}

/** What hangs on a stored set: lineage, plan and files, in the transaction that saves it; answers kept of it are forgotten afterwards. */
export async function afterSave(
  ctx: Ctx,
  id: string,
  given: { name: string; sourceId: string | null; model: SetModel; before: SetModel | null },
) {
  const { name, sourceId, model, before } = given;
  await noteLineage(ctx, { id, name, sourceId, model });
  await savePlan(ctx, id, model, before);
  if (filesOf(model).length + filesOf(before).length > 0)
    await bindFiles(ctx, {
      fileNames: filesOf(model).join(',') || null,
      entity: FILE_ENTITY,
      entityId: id,
      readers: { perms: [], deptId: null, ownerId: null },
    });
  ctx.afterCommit(() => purgeSet(id));
}
export const dropFiles = (ctx: Ctx, id: string): Promise<void> => unbindFiles(ctx.db, FILE_ENTITY, id);

/** The next free name for a copy: `名称 副本`, `名称 副本2` … */
export async function copyName(ctx: Ctx, name: string): Promise<string> {
  const stem = [...name].slice(0, 44).join('');
  const { rows } = await sql<{ name: string }>`select set_name as name from visual_data_set
    where deleted_at is null and starts_with(set_name, ${`${stem} 副本`})`.execute(ctx.db);
  const taken = new Set(rows.map((row) => row.name));
  for (let n = 1; ; n++) {
    const next = `${stem} 副本${n === 1 ? '' : n}`;
    if (!taken.has(next)) return next;
  }
}

import type { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { diffSets } from '#modules/datasets/core/index.ts';
import { createSet, updateSet } from '#modules/datasets/server/index.ts';
import { SetModel as Model } from '#modules/datasets/contract/data-set-model.ts';
import type { Change } from '#modules/library/contract/version.ts';
import { keyOf, type FileSet } from '../contract/file.ts';
import { isEqual, modelHere, tablesOf } from '../core/index.ts';
import { doing } from './rights.ts';
import { folderOf, newName, outcome, Unfit, type Outcome, type Work } from './work.ts';

/** The model in the file; what is wrong with it is told with its place. */
function readModel(one: FileSet): SetModel {
  const version = (one.model as { v?: unknown } | null | undefined)?.v;
  if (typeof version === 'number' && version > 1) throw new Unfit('数据集由更新版本的平台导出，请升级平台后重试');
  const model = Model.safeParse(one.model);
  if (model.success) return model.data;
  const issue = model.error.issues[0];
  throw new Unfit(`数据集定义格式不正确（model.${issue?.path.join('.') ?? ''}）：${issue?.message ?? ''}`);
}

/** Where the rows come from here. Throws Unfit when something of it was not said. */
function originHere(
  { plan, targets }: Work,
  one: FileSet,
  model: SetModel,
): { model: SetModel; sourceId: string | null; renames: ReadonlyMap<string, string> } {
  const { mapping } = plan;
  const key = keyOf(one);
  const none = new Map<string, string>();
  const { origin } = model;
  if (origin.kind === 'platform') throw new Unfit('平台数据集由系统提供，不能导入');
  if (origin.kind === 'file') {
    const given = mapping.files.find((file) => file.key === key);
    if (given)
      return {
        model: { ...model, origin: { ...origin, fileName: given.fileName, originalName: given.originalName } },
        sourceId: null,
        renames: none,
      };
    const kept = targets.get(key)?.set?.model.origin;
    if (kept?.kind === 'file') return { model: { ...model, origin: kept }, sourceId: null, renames: none };
    throw new Unfit(`文件中不含数据，请上传数据文件“${origin.originalName}”`);
  }
  const sourceId = mapping.sources.find((source) => source.key === one.source)?.sourceId ?? null;
  if (one.source === null) throw new Unfit('文件中没有写明数据源');
  if (sourceId === null) throw new Unfit(`请为数据源“${one.source}”选择当前平台的数据源`);
  const statement = mapping.statements.find((said) => said.key === key);
  if (origin.kind === 'sql')
    return { model: statement ? { ...model, origin: { kind: 'sql', sql: statement.sql } } : model, sourceId, renames: none };
  for (const { schema, table } of tablesOf(model)) {
    const here = plan.tables.find((place) => place.source === one.source && place.schema === schema && place.table === table);
    if (here && !here.isFound) throw new Unfit(`当前数据源中没有表“${here.toSchema}.${here.toTable}”，或没有查询权限，请选择对应的表`);
    const lost = here?.columns.flatMap(({ column, to }) => (to === null ? [column] : [])) ?? [];
    if (here && lost.length > 0) throw new Unfit(`表“${here.toSchema}.${here.toTable}”没有字段 ${lost.join('、')}，请选择对应的字段`);
  }
  return { ...modelHere(model, one.source, mapping), sourceId };
}

/** Lines about a data set as the changes of documents are told. */
const changesOf = (name: string, lines: readonly string[]): Change[] =>
  lines.map((line) => {
    const field = /^(新增|删除|修改)字段“(.*?)”(?:：(.*))?$/u.exec(line);
    if (!field) return { what: 'changed', subject: '数据集', name, details: [line] };
    const what = field[1] === '新增' ? 'added' : field[1] === '删除' ? 'removed' : 'changed';
    return { what, subject: '字段', name: field[2]!, details: field[3] ? [field[3]] : [] };
  });

/** Adds or replaces a data set, as its maker would by hand: the data gate checks its statement. */
export async function runSet(work: Work, one: FileSet): Promise<Outcome> {
  const { ctx, plan } = work;
  const key = keyOf(one);
  const notes: string[] = [];
  const target = work.targets.get(key);
  const { model: moved, sourceId, renames } = originHere(work, one, readModel(one));
  work.renames.set(one.id, renames);
  for (const { source, schema, table, toSchema, toTable } of plan.tables)
    if (
      source === one.source &&
      (schema !== toSchema || table !== toTable) &&
      tablesOf(readModel(one)).some((read) => read.schema === schema && read.table === table)
    )
      notes.push(`表 ${schema}.${table} 对应到 ${toSchema}.${toTable}`);
  for (const [from, to] of renames) notes.push(`字段 ${from} 对应到 ${to}`);
  // an extract begins when its owner here says so, and goes on as it was set here
  const cron = target?.set?.model.extract?.cron ?? null;
  const model: SetModel = { ...moved, extract: moved.extract ? { ...moved.extract, cron } : moved.extract };
  const common = { sourceId, setSql: null, schemaConfig: null, model, remark: one.remark };
  if (!target?.set) {
    const making = doing(ctx, 'dataset', 'new');
    if (moved.extract?.cron !== model.extract?.cron) notes.push('抽取计划没有启用，请在数据集中设置');
    const folderId = await folderOf(making, one, notes);
    await createSet(making, { ...common, setName: newName(work, one), folderId, isShared: '0', status: '1' }, { id: work.ids.get(key) });
    return outcome('new', [], notes);
  }
  const before = target.set;
  const { isShared, status } = before;
  if (isEqual(before.model, model) && before.sourceId === sourceId && target.name === one.name && target.remark === one.remark)
    return outcome('same', [], notes);
  const kept = new Set(model.fields.map(({ id }) => id));
  const lostFields = plan.mapping.lost.includes(key) ? before.model.fields.flatMap(({ id }) => (kept.has(id) ? [] : [id])) : [];
  const { folderId, version } = target;
  await updateSet(doing(ctx, 'dataset', 'replace'), target.id, {
    ...common,
    setName: one.name,
    folderId,
    isShared,
    status,
    version,
    lostFields,
  });
  const side = { folderId, isShared, status };
  const lines = diffSets(
    { ...side, setName: target.name, sourceId: before.sourceId, remark: target.remark, model: before.model },
    { ...side, setName: one.name, sourceId, remark: one.remark, model },
  );
  return outcome('changed', changesOf(one.name, lines), notes);
}

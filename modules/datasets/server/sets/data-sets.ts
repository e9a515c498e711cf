import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import { uploadOf, uploadRules } from '#kit/server/upload.ts';
import { placeUpload, recordUpload, uploadLimit } from '#modules/files/server/index.ts';
import { CONTENT_TYPES, dataFileType, DEFAULT_MAX_MB, inspectDataFile } from '#modules/sources/server/index.ts';
import { SOURCE_FILE_MAX } from '#modules/sources/contract/source-file.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { dataSet as contract, type SchemaConfig } from '../../contract/data-set.ts';
import type { Field } from '../../contract/field.ts';
import { SetModel } from '../../contract/data-set-model.ts';
import { extractCalls } from '../extract/calls.ts';
import { purgeSet } from '../engine/index.ts';
import { itemFor, ofEditableItem, withdrawPictures } from '#modules/library/server/index.ts';
import { analyse, brokenAgainst, namesWithoutSource } from './analyse.ts';
import { brokenFields } from './broken.ts';
import { catalogueOf, dictsOf, sourcesOf } from './catalogue.ts';
import { modelOf, type Before, type Body } from './derive.ts';
import { usesOf } from './impact.ts';
import { loadSet, storedSet } from './load.ts';
import { assertNothingLost } from './lost.ts';
import { previewOf } from './preview.ts';
import { setList, setPage, setRow } from './queries.ts';
import { assertSharedAtOnce, dataSetSharing } from './sharing.ts';
import { renameEverywhere, renamesOf } from './rename.ts';
import { afterSave, assertSet, copyName, filesOf, modelColumns } from './store.ts';

const LABEL = '数据集';
/** Endings of files that a data set can be made of; databases are sources. */
const FILE_TYPES = ['csv', 'tsv', 'txt', 'parquet', 'xlsx'];

const gone = () => new AppError('entity.notFound', '数据集不存在或已删除，请刷新后重试');

async function detail(ctx: Ctx, id: string) {
  const row = await setRow(ctx, id);
  if (!row) throw gone();
  const model = SetModel.parse(row.model);
  return {
    ...row,
    model,
    schemaConfig: row.schemaJson as SchemaConfig,
    broken: await brokenFields(ctx, { id, sourceId: row.sourceId, model }),
  };
}

const auditView = (body: Body, model: SetModel) => ({
  setName: body.setName,
  sourceId: body.sourceId,
  folderId: body.folderId,
  isShared: body.isShared,
  status: body.status,
  remark: body.remark,
  model,
});

async function save(ctx: Ctx, body: Body, model: SetModel, id = ctx.app.ids.next()): Promise<string> {
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  const values = await modelColumns(ctx, body, model);
  await ctx.db
    .insertInto('visualDataSet')
    .values({ id, ...values, ...stamp })
    .execute();
  await afterSave(ctx, id, { name: body.setName, sourceId: values.sourceId, model, before: null });
  ctx.audit.change({ entity: LABEL, id, name: body.setName, before: null, after: auditView(body, model) });
  return id;
}

/**
 * Makes a data set of the caller, checked by the data gate as any statement of the caller. For other modules: their calls declare the
 * permission to add sets. `id` is the one that was set apart for it, `codes` says what the codes in some columns stand for. Throws what the
 * gate says of it.
 */
export async function createSet(
  ctx: Ctx,
  body: Body,
  {
    id,
    codes = {},
  }: { id?: string | undefined; codes?: Readonly<Record<string, Partial<Pick<Field, 'dict' | 'labels' | 'isList'>>>> } = {},
): Promise<{ id: string }> {
  await assertSharedAtOnce(ctx, { before: '0', after: body.isShared });
  const found = await modelOf(ctx, body, null);
  const model = { ...found, fields: found.fields.map((field) => ({ ...field, ...codes[field.id] })) };
  await assertSet(ctx, body, model, null);
  return { id: await save(ctx, body, model, id) };
}

/**
 * Changes a data set as its editor would, the statement of the new model checked by the data gate. For other modules: their calls declare the
 * permission to change sets. Throws entity.inUse when fields go that documents use and `lostFields` does not name.
 */
export async function updateSet(ctx: Ctx, id: string, body: Body & { version: number }): Promise<{ version: number }> {
  await itemFor(ctx, 'dataset', id, 'edit', { lock: true });
  const stored = await setRow(ctx, id);
  if (!stored) throw gone();
  assertVersion(stored, body);
  await assertSharedAtOnce(ctx, { before: stored.isShared, after: body.isShared });
  const before: Before = { model: SetModel.parse(stored.model), sourceId: stored.sourceId, setSql: stored.setSql };
  // a body without a source means the one that is stored
  const options: Body = { ...body, sourceId: body.sourceId ?? stored.sourceId };
  const model = await modelOf(ctx, options, before);
  await assertSet(ctx, options, model, before);
  const given = body.renames ?? {};
  const renames = renamesOf(id, given, before.model, model);
  await assertNothingLost(ctx, { id, before: before.model, after: model, renames: given }, body.lostFields ?? []);
  const values = await modelColumns(ctx, options, model);
  await ctx.db
    .updateTable('visualDataSet')
    .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await afterSave(ctx, id, { name: body.setName, sourceId: values.sourceId, model, before: before.model });
  if (renames) await renameEverywhere(ctx, renames);
  await withdrawPictures(ctx, id);
  const old: Body = { ...options, ...stored, schemaConfig: null, model: before.model };
  ctx.audit.change({ entity: LABEL, id, name: stored.setName, before: auditView(old, before.model), after: auditView(options, model) });
  return { version: body.version + 1 };
}

/** Sets that nothing uses go to the recycle bin; used ones are refused with who uses them. All or nothing. */
async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of [...ids].sort()) {
    const item = await itemFor(ctx, 'dataset', id, 'edit', { lock: true });
    if (item.isSystem === '1') throw new AppError('rule.broken', `“${item.name}”由系统提供，不能删除`);
    const uses = await usesOf(ctx, id);
    if (uses.length > 0) {
      const names = uses.map((use) => use.name);
      const shown = names.slice(0, 5).join('、');
      throw new AppError(
        'entity.inUse',
        `数据集“${item.name}”正在被使用，不能删除：${shown}${names.length > 5 ? `等${names.length}个` : ''}`,
        {
          names: names.slice(0, 50),
          total: names.length,
          uses: uses.slice(0, 50).map(({ type, id: useId, name, path }) => ({ type, id: useId, name, path })),
        },
      );
    }
    await ctx.db
      .updateTable('visualDataSet')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({ entity: LABEL, id, name: item.name, before: { setName: item.name }, after: null });
    ctx.afterCommit(() => purgeSet(id));
  }
  return null;
}

/** Files that a stored set keeps, when the caller may change it. */
async function keptFiles(ctx: Ctx, id: string | null | undefined): Promise<string[]> {
  if (!id) return [];
  return filesOf((await loadSet(ctx, id)).model);
}

/** Single rows of a set that tells no small groups are for those who make it. */
async function assertMaker(ctx: Ctx, id: string): Promise<void> {
  const mayEdit = await ctx.db
    .selectFrom('visualDataSet')
    .select('id')
    .where('id', '=', id)
    .where(ofEditableItem(ctx, 'dataset', 'visual:set:edit'))
    .executeTakeFirst();
  if (!mayEdit || !holds(ctx.user, 'visual:set:edit'))
    throw new AppError('rule.broken', '数据集设置了最小分组，只有可以修改它的人能预览明细');
}

uploadRules(contract.upload, {
  maxMB: async (app, account) => uploadLimit(app, account, await readNumberConfig(app.db, SOURCE_FILE_MAX, DEFAULT_MAX_MB)),
  place: async (app, upload, account) => {
    const type = await inspectDataFile(upload, account.id);
    if (!FILE_TYPES.includes(type)) throw new AppError('file.wrongType', `不支持该文件类型，可上传：${FILE_TYPES.join('、')}`);
    return placeUpload(app, account, upload, type);
  },
});

/** 数据集 */
export const dataSets = implement(contract, {
  ...extractCalls,
  page: (ctx, { query }) => setPage(ctx, query),
  list: (ctx, { query }) => setList(ctx, query),
  async get(ctx, { params }) {
    await itemFor(ctx, 'dataset', params.id, 'view');
    const flow = await approvalsOf(ctx.db, [dataSetSharing], [params.id]);
    return { ...(await detail(ctx, params.id)), flow: flow(params.id) };
  },
  async fields(ctx, { params }) {
    const set = await loadSet(ctx, params.id);
    const row = await setRow(ctx, params.id);
    if (!row) throw gone();
    const { fields, hierarchies, params: setParams, origin } = set.model;
    return {
      id: set.id,
      setName: set.name,
      setKind: origin.kind,
      sourceId: set.sourceId,
      version: set.version,
      status: row.status,
      fields,
      hierarchies,
      params: setParams,
      broken: await brokenFields(ctx, set),
    };
  },
  create: (ctx, { body }) => createSet(ctx, body),
  update: (ctx, { params, body }) => updateSet(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async copy(ctx, { params }) {
    await itemFor(ctx, 'dataset', params.id, 'view');
    const row = await setRow(ctx, params.id);
    if (!row) throw gone();
    const model = SetModel.parse(row.model);
    if (model.origin.kind === 'platform') throw new AppError('rule.broken', '平台数据集由系统提供，不能复制');
    const body: Body = {
      setName: await copyName(ctx, row.setName),
      sourceId: row.sourceId,
      folderId: row.folderId,
      setSql: null,
      schemaConfig: null,
      // a copy extracts when its new owner says so
      model: { ...model, extract: model.extract ? { ...model.extract, cron: null } : null },
      isShared: '0',
      status: '1',
      remark: row.remark,
    };
    await assertSet(ctx, body, body.model!, { model, sourceId: row.sourceId, setSql: row.setSql });
    return { id: await save(ctx, body, body.model!) };
  },
  async columnNames(ctx, { body }) {
    if (!body.sourceId) return namesWithoutSource(body.sqlText);
    const { columns } = await analyse(ctx, {
      sourceId: body.sourceId,
      origin: { kind: 'sql', sql: body.sqlText },
      params: body.params,
      values: {},
    });
    return columns.map((column) => column.id);
  },
  async analyse(ctx, { body }) {
    const found = await analyse(ctx, body, await keptFiles(ctx, body.id));
    return {
      ...found,
      broken: brokenAgainst(
        body.fields,
        found.columns.map((column) => column.id),
      ),
    };
  },
  async preview(ctx, { body }) {
    const row = body.id ? ((await loadSet(ctx, body.id)) && (await storedSet(ctx.db, body.id))) || null : null;
    const stored = row ? SetModel.parse(row.model) : null;
    if (row && stored?.minGroup) await assertMaker(ctx, row.id);
    const model = body.model ?? stored;
    if (!model) throw new AppError('input.invalid', '请选择数据集或给出模型', [{ path: 'model', message: '缺少数据集模型' }]);
    const sourceId = body.sourceId ?? row?.sourceId ?? null;
    return previewOf(ctx, { sourceId, model, values: body.values, limit: body.limit, files: filesOf(stored) });
  },
  catalogue: (ctx, { params }) => catalogueOf(ctx, params.sourceId),
  sources: (ctx) => sourcesOf(ctx),
  dicts: (ctx) => dictsOf(ctx),
  async impact(ctx, { params }) {
    await itemFor(ctx, 'dataset', params.id, 'view');
    return usesOf(ctx, params.id);
  },
  upload(ctx) {
    const extension = dataFileType(uploadOf(ctx).fileName);
    if (!extension) throw new AppError('file.wrongType');
    return recordUpload(ctx, { extension, contentType: CONTENT_TYPES[extension] });
  },
});

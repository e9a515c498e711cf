import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { documentText } from '#kit/core/document-text.ts';
import { implement } from '#kit/server/module.ts';
import type * as z from 'zod';
import { model as contract, type ModelInput } from '../contract/model.ts';
import type { StartNode } from '../contract/tree.ts';
import { treeOf } from '../core/tree/tree-of.ts';
import { idsOf } from '../core/tree/walk.ts';
import { writeTree } from '../core/tree/write.ts';
import { adviceOn } from '../core/advice.ts';
import { problemsWith, publishText, readText } from './publish.ts';
import { offeredServices } from './types.ts';

type Input = z.output<typeof ModelInput>;
const SORTABLE = ['createTime', 'updateTime', 'name'] as const;

const rows = (ctx: Ctx) => ctx.db.selectFrom('flowModel').where('deletedAt', 'is', null);
const COLUMNS = [
  'id',
  'version',
  'modelKey as key',
  'name',
  'categoryId',
  'kind',
  'remark',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
] as const;
const publishedVersion = sql<
  number | null
>`(select max(version_no) from flow_definition d where d.def_key = flow_model.model_key and d.deleted_at is null)`;
const asReply = <Row extends { kind: string }>(row: Row) => ({ ...row, kind: row.kind as 'simple' | 'bpmn' });

async function found(ctx: Ctx, id: string, { isLocked = false } = {}) {
  const query = rows(ctx)
    .select([...COLUMNS, 'tree', 'bpmnXml', publishedVersion.as('publishedVersion')])
    .where('id', '=', id);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return asReply(row);
}

/** Throws input.invalid for an id that stands twice in a tree. */
function assertOnce(tree: StartNode): void {
  const seen = new Set<string>();
  for (const id of idsOf(tree)) {
    if (seen.has(id)) throw new AppError('input.invalid', `节点编号 ${id} 重复`, [{ path: 'tree', message: `节点编号 ${id} 重复` }]);
    seen.add(id);
  }
}

const EMPTY: StartNode = { type: 'start', id: 'start', name: '发起人', next: null };

/** What a model stores of its process: a tree with the text made of it, or a text whose first process bears the key. */
async function textOf(body: Input): Promise<{ readonly tree: StartNode | null; readonly bpmnXml: string }> {
  if (body.kind === 'simple') {
    const tree = body.tree ?? EMPTY;
    assertOnce(tree);
    // a text that says the same keeps its drawing
    const drawn = body.bpmnXml ? await treeOf(body.bpmnXml) : null;
    const isSame = drawn !== null && documentText(drawn.tree) === documentText(tree);
    if (body.bpmnXml && isSame && (await readText(body.bpmnXml)).processes[0]?.id === body.key) return { tree, bpmnXml: body.bpmnXml };
    return { tree, bpmnXml: writeTree(body, tree) };
  }
  if (!body.bpmnXml) return { tree: null, bpmnXml: writeTree(body, EMPTY) };
  const { processes } = await readText(body.bpmnXml);
  if (processes[0]?.id !== body.key) {
    const message = `BPMN 中的流程标识 ${processes[0]?.id ?? ''} 应为 ${body.key}`;
    throw new AppError('input.invalid', message, [{ path: 'bpmnXml', message }]);
  }
  return { tree: null, bpmnXml: body.bpmnXml };
}

async function assertFree(ctx: Ctx, key: string, id: string | null): Promise<void> {
  const taken = await rows(ctx)
    .select('id')
    .where('modelKey', '=', key)
    .where('id', '!=', id ?? '')
    .executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', '流程标识已存在', [{ path: 'key', message: '流程标识已存在' }]);
}
async function assertCategory(ctx: Ctx, id: string | null): Promise<void> {
  if (id === null) return;
  const row = await ctx.db.selectFrom('flowCategory').select('id').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
  if (!row) throw new AppError('input.invalid', '流程分类不存在', [{ path: 'categoryId', message: '流程分类不存在' }]);
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const gone = await rows(ctx).select(['id', 'name']).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  if (gone.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  await ctx.db
    .updateTable('flowModel')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const { id, name } of gone) ctx.audit.change({ entity: '流程模型', id, name, before: { name }, after: null });
  return null;
}

/** Drafts of processes; what is published does not change with them. */
export const models = implement(contract, {
  async page(ctx, { query }) {
    let all = rows(ctx);
    if (query.key) all = all.where(containsText('modelKey', query.key));
    if (query.name) all = all.where(containsText('name', query.name));
    if (query.categoryId) all = all.where('categoryId', '=', query.categoryId);
    let list = all.select([...COLUMNS, publishedVersion.as('publishedVersion')]);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-updateTime')) list = list.orderBy(field as 'updateTime', direction);
    const page = await pageRows(query, list, all);
    return { ...page, data: page.data.map(asReply) };
  },
  get: async (ctx, { params }) => ({ ...(await found(ctx, params.id)), canEdit: holds(ctx.user, 'workflow:model:edit') }),
  async create(ctx, { body }) {
    await assertFree(ctx, body.key, null);
    await assertCategory(ctx, body.categoryId);
    const { tree, bpmnXml } = await textOf(body);
    const id = ctx.app.ids.next();
    await ctx.db
      .insertInto('flowModel')
      .values({
        id,
        modelKey: body.key,
        name: body.name,
        categoryId: body.categoryId,
        kind: body.kind,
        bpmnXml,
        tree: tree && JSON.stringify(tree),
        remark: body.remark,
        createBy: ctx.user.id,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
        createDept: ctx.user.deptId,
      })
      .execute();
    ctx.audit.change({ entity: '流程模型', id, name: body.name, before: null, after: { key: body.key, kind: body.kind } });
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await found(ctx, params.id, { isLocked: true });
    assertVersion(before, body);
    await assertFree(ctx, body.key, params.id);
    await assertCategory(ctx, body.categoryId);
    const { tree, bpmnXml } = await textOf(body);
    await ctx.db
      .updateTable('flowModel')
      .set({
        modelKey: body.key,
        name: body.name,
        categoryId: body.categoryId,
        kind: body.kind,
        bpmnXml,
        tree: tree && JSON.stringify(tree),
        remark: body.remark,
        version: sql`version + 1`,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: '流程模型', id: params.id, name: body.name, before: { bpmnXml: before.bpmnXml }, after: { bpmnXml } });
    return { version: body.version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  services: (ctx) => offeredServices(ctx.app),
  async validate(ctx, { params }) {
    const { bpmnXml } = await found(ctx, params.id);
    const document = await readText(bpmnXml);
    return { problems: await problemsWith(ctx, bpmnXml, document), advice: adviceOn(document, ctx.now.getTime()) };
  },
  async publish(ctx, { params, body }) {
    const draft = await found(ctx, params.id, { isLocked: true });
    assertVersion(draft, body);
    const { definitionId, versionNo } = await publishText(ctx, { ...draft, xml: draft.bpmnXml });
    return { definitionId, versionNo };
  },
});

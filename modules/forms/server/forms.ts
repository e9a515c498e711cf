import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { setTargets, targetsOf } from '#modules/notices/server/index.ts';
import { hideTables } from '#modules/managed/server/index.ts';
import { form as contract, type FormInput } from '../contract/form.ts';
import { FormSchema } from '../contract/schema.ts';
import { settledForm } from '../core/index.ts';
import { loadForm, versionOf, visibleForms, type FormRow } from './load.ts';
import { assertSources } from './options/check-sources.ts';
import { publish } from './publish.ts';
import { MODULE } from './tables.ts';

type Body = z.output<typeof FormInput>;
const CODE_TAKEN = '表单编码已被使用，请更换';

const recordCount = sql<number>`(select count(*)::int from filling_record r where r.form_id = filling_form.id)`.as('recordCount');

async function rowOf(ctx: Ctx, { draft, isChanged, ...row }: FormRow) {
  void draft;
  const counted = await ctx.db
    .selectFrom('fillingRecord')
    .select((e) => e.fn.countAll().as('n'))
    .where('formId', '=', row.id)
    .executeTakeFirstOrThrow();
  return { ...row, isChanged: isChanged === '1', recordCount: Number(counted.n), ...(await targetsOf(ctx.db, row)) };
}

async function detailOf(ctx: Ctx, row: FormRow) {
  return { ...(await rowOf(ctx, row)), schema: FormSchema.parse(row.draft), canEdit: true };
}

async function assertCodeFree(ctx: Ctx, code: string): Promise<void> {
  const taken = await ctx.db.selectFrom('fillingForm').select('id').where('formCode', '=', code).executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', CODE_TAKEN, [{ path: 'formCode', message: CODE_TAKEN }]);
}

async function insert(ctx: Ctx, body: Body, schema: FormSchema): Promise<{ id: string }> {
  await assertCodeFree(ctx, body.formCode);
  await assertSources(ctx, schema, null);
  const id = ctx.app.ids.next();
  const { formCode, formName, remark, publishScope, withBelow } = body;
  await ctx.db
    .insertInto('fillingForm')
    .values({
      id,
      formCode,
      formName,
      remark,
      publishScope,
      withBelow,
      draft: JSON.stringify(settledForm(schema)),
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
      createDept: ctx.user.deptId,
    })
    .execute();
  await setTargets(ctx, id, body);
  ctx.audit.change({ entity: '表单', id, name: formName, before: null, after: { formCode, formName, remark, publishScope, withBelow } });
  return { id };
}

async function update(ctx: Ctx, id: string, body: Body & { version: number }): Promise<{ version: number }> {
  const before = await loadForm(ctx, id, { isLocked: true });
  assertVersion(before, body);
  if (body.formCode !== before.formCode) {
    // its tables are called after it
    if (before.versionNo !== null)
      throw new AppError('rule.broken', '表单发布后不能修改编码', [{ path: 'formCode', message: '发布后不能修改' }]);
    await assertCodeFree(ctx, body.formCode);
  }
  const { formCode, formName, remark, publishScope, withBelow } = body;
  if (body.schema !== undefined) await assertSources(ctx, body.schema, FormSchema.parse(before.draft));
  const draft = body.schema === undefined ? null : JSON.stringify(settledForm(body.schema));
  await ctx.db
    .updateTable('fillingForm')
    .set({
      formCode,
      formName,
      remark,
      publishScope,
      withBelow,
      ...(draft !== null && { draft, isChanged: '1' as const }),
      version: body.version + 1,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await setTargets(ctx, id, body);
  ctx.audit.change({
    entity: '表单',
    id,
    name: formName,
    before: { formCode: before.formCode, formName: before.formName, remark: before.remark, publishScope: before.publishScope },
    after: { formCode, formName, remark, publishScope },
  });
  if (draft !== null) ctx.audit.note('已修改表单内容');
  return { version: body.version + 1 };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of [...ids].sort()) {
    const row = await loadForm(ctx, id, { isLocked: true });
    await ctx.db
      .updateTable('fillingForm')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    // rows and tables stay, and nobody sees them
    const follow = await hideTables(ctx.app, ctx.db, { module: MODULE, ownerId: id, by: ctx.user.id });
    if (follow) ctx.afterCommit(follow);
    ctx.audit.change({ entity: '表单', id, name: row.formName, before: { formCode: row.formCode, formName: row.formName }, after: null });
  }
  return null;
}

export const forms = implement(contract, {
  async page(ctx, { query }) {
    let rows = visibleForms(ctx);
    if (query.formName) rows = rows.where('fillingForm.formName', 'ilike', contains(query.formName));
    if (query.status) rows = rows.where('fillingForm.status', '=', query.status);
    let list = rows.selectAll('fillingForm').select(recordCount);
    for (const [field, direction] of sortOrders(query.sort, ['formName', 'formCode', 'createTime', 'updateTime'], '-createTime'))
      list = list.orderBy(`fillingForm.${field as 'createTime'}`, direction);
    const page = await pageRows(query, list, rows);
    const data = await Promise.all(
      page.data.map(async ({ isChanged, ...row }) => ({ ...row, isChanged: isChanged === '1', ...(await targetsOf(ctx.db, row)) })),
    );
    return { ...page, data };
  },
  get: async (ctx, { params }) => detailOf(ctx, await loadForm(ctx, params.id)),
  create: (ctx, { body }) => insert(ctx, body, body.schema ?? FormSchema.parse({})),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async copy(ctx, { params, body }) {
    const row = await loadForm(ctx, params.id);
    const { targets } = await targetsOf(ctx.db, row);
    const { remark, publishScope, withBelow } = row;
    // where those it was for are gone by now, the copy is for nobody but its maker
    const isGone = publishScope !== '1' && targets.length === 0;
    const audience = isGone ? { publishScope: '4' as const, targets: [ctx.user.id] } : { publishScope, targets };
    return insert(ctx, { ...body, remark, withBelow, ...audience }, FormSchema.parse(row.draft));
  },
  publish: (ctx, { params, body }) => publish(ctx, params.id, body.version),
  async stop(ctx, { params }) {
    const row = await loadForm(ctx, params.id, { isLocked: true });
    if (row.status !== '1') throw new AppError('rule.broken', '表单没有发布，不需要禁用');
    await ctx.db
      .updateTable('fillingForm')
      .set({ status: '2', version: row.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', row.id)
      .execute();
    ctx.audit.change({ entity: '表单', id: row.id, name: row.formName, before: { status: '1' }, after: { status: '2' } });
    return null;
  },
  async versions(ctx, { params }) {
    const row = await loadForm(ctx, params.id);
    const list = await ctx.db
      .selectFrom('fillingFormVersion')
      .leftJoin('sysUser', 'sysUser.id', 'fillingFormVersion.authorId')
      .select(['fillingFormVersion.versionNo', 'fillingFormVersion.createTime', 'sysUser.nickname as authorName'])
      .where('formId', '=', row.id)
      .orderBy('fillingFormVersion.versionNo', 'desc')
      .limit(500)
      .execute();
    return list.map((one) => ({ ...one, isCurrent: one.versionNo === row.versionNo }));
  },
  async version(ctx, { params }) {
    const row = await loadForm(ctx, params.id);
    return { versionNo: params.versionNo, ...(await versionOf(ctx.db, row.id, params.versionNo)) };
  },
});

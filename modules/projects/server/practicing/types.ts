import { sql } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { PracticingType, PracticingTypeInput, PracticingTypeSearch, TOP_PARENT, practicingType } from '../../contract/practicing-type.ts';
import { dayAt } from '../../core/expiry.ts';
import { refreshCertStatus } from './expiry.ts';
import { typeExcel } from './type-excel.ts';
import { loadTypes, refuseUsedTypes, typeOptions } from './type-queries.ts';

type Input = z.output<typeof PracticingTypeInput>;
type Row = z.input<typeof PracticingType>;

const crud = crudHandlers(
  'prjPracticingType',
  { row: PracticingType, input: PracticingTypeInput, search: PracticingTypeSearch },
  {
    label: '执业类型',
    nameField: 'typeName',
    search: { parentId: 'eq', typeCode: 'like', typeName: 'like', status: 'eq' },
    sortable: ['sort', 'typeCode', 'typeName', 'createTime'],
    order: 'sort',
    unique: { typeCode: '类型编码已存在' },
  },
);

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);
/** The allowance is a matter of those who set it. */
const seenBy = <T extends { allowance: string | null }>(ctx: Ctx, row: T): T =>
  holds(ctx.user, 'project:practicingType:edit') ? row : { ...row, allowance: null };

/** One writer of the tree at a time: two moves that are harmless alone could make three levels together. */
async function lockTree(ctx: Ctx): Promise<void> {
  await ctx.db
    .selectFrom('prjPracticingType')
    .select('id')
    .where('parentId', '=', TOP_PARENT)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The rules of the tree and of the fields; `id` is null for a new type. */
async function assertFits(ctx: Ctx, body: Input, id: string | null): Promise<'1' | '2'> {
  if (body.hasSpecialty === '1' && body.specialties.length === 0) throw wrong('specialties', '分专业的类型至少要有一个专业');
  let twin = ctx.db
    .selectFrom('prjPracticingType')
    .select('id')
    .where('parentId', '=', body.parentId)
    .where('typeName', '=', body.typeName)
    .where('deletedAt', 'is', null);
  if (id !== null) twin = twin.where('id', '!=', id);
  if (await twin.executeTakeFirst())
    throw new AppError('entity.duplicate', '同一上级下已有同名类型', [{ path: 'typeName', message: '同一上级下已有同名类型' }]);
  if (body.parentId === TOP_PARENT) return '1';
  if (body.parentId === id) throw wrong('parentId', '上级类型不能是自身');
  const parent = await ctx.db
    .selectFrom('prjPracticingType')
    .select('typeLevel')
    .where('id', '=', body.parentId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!parent) throw wrong('parentId', '上级类型不存在，请重新选择');
  if (parent.typeLevel !== '1') throw wrong('parentId', '执业类型只有两级，上级必须是顶级类型');
  return '2';
}

/** A type changes its level only while nothing hangs on it. */
async function assertMayMove(ctx: Ctx, id: string, level: '1' | '2'): Promise<void> {
  const { typeLevel } = await ctx.db.selectFrom('prjPracticingType').select('typeLevel').where('id', '=', id).executeTakeFirstOrThrow();
  if (typeLevel === level) return;
  if (typeLevel === '1') {
    const child = await ctx.db
      .selectFrom('prjPracticingType')
      .select('typeName')
      .where('parentId', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (child) throw wrong('parentId', `该类型有下级“${child.typeName}”，不能成为下级类型`);
    return;
  }
  const used = await ctx.db
    .selectFrom('prjPracticingQualification')
    .select('id')
    .where('typeId', '=', id)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (used) throw wrong('parentId', '该类型已有执业资质，不能成为顶级类型');
}

/** Certificates follow their type: its parent, and the day from which they count as ending soon. */
async function follow(ctx: Ctx, id: string, body: Input): Promise<void> {
  if (body.parentId !== TOP_PARENT)
    await ctx.db
      .updateTable('prjPracticingQualification')
      .set({ topTypeId: body.parentId })
      .where('typeId', '=', id)
      .where('topTypeId', '!=', body.parentId)
      .execute();
  await ctx.db
    .updateTable('prjPracticingQualification')
    .set({ warnFrom: sql<string>`valid_to - ${body.warnDays}::int` })
    .where('typeId', '=', id)
    .where(sql<boolean>`warn_from <> valid_to - ${body.warnDays}::int`)
    .execute();
  await refreshCertStatus(ctx.db, dayAt(ctx.now), id);
}

async function create(ctx: Ctx, body: Input) {
  await lockTree(ctx);
  return crud.create(ctx, { body: { ...body, typeLevel: await assertFits(ctx, body, null) } });
}

export const practicingTypes = implement(practicingType, {
  ...crud,
  ...typeExcel({ create, seenBy }),
  async page(ctx, input) {
    const page = await crud.page(ctx, input);
    return { ...page, data: page.data.map((row: Row) => seenBy(ctx, row)) };
  },
  get: async (ctx, input) => seenBy(ctx, await crud.get(ctx, input)),
  create: (ctx, { body }) => create(ctx, body),
  async update(ctx, { params, body }) {
    await lockTree(ctx);
    // a missing row is reported before anything that is wrong with the fields
    await crud.get(ctx, { params });
    const typeLevel = await assertFits(ctx, body, params.id);
    await assertMayMove(ctx, params.id, typeLevel);
    const reply = await crud.update(ctx, { params, body: { ...body, typeLevel } });
    await follow(ctx, params.id, body);
    return reply;
  },
  async remove(ctx, input) {
    await lockTree(ctx);
    await refuseUsedTypes(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await lockTree(ctx);
    await refuseUsedTypes(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  topList: (ctx) => typeOptions(ctx.db, TOP_PARENT),
  childList: (ctx, { query }) => typeOptions(ctx.db, query.parentId),
  async list(ctx) {
    const all = await typeOptions(ctx.db);
    return all
      .filter((one) => one.parentId === TOP_PARENT)
      .map((top) => ({ ...top, children: all.filter((one) => one.parentId === top.id) }));
  },
  tree: async (ctx) => (await loadTypes(ctx)).map((row) => seenBy(ctx, row)),
});

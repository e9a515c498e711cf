import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { opinion as contract } from '../contract/opinion.ts';

/** Keeps the opinions that are offered to everybody. */
const SHARES = 'workflow:opinion:share';
const MAX_OWN = 100;

async function editable(ctx: Ctx, id: string) {
  const row = await ctx.db.selectFrom('flowOpinion').select(['id', 'ownerId', 'text']).where('id', '=', id).forUpdate().executeTakeFirst();
  const may = row && (row.ownerId === null ? holds(ctx.user, SHARES) : row.ownerId === ctx.user.id);
  if (!row || !may) throw new AppError('entity.notFound');
  return row;
}

/** Opinions that people write again and again. */
export const opinions = implement(contract, {
  async list(ctx) {
    const rows = await ctx.db
      .selectFrom('flowOpinion')
      .select(['id', 'ownerId', 'text'])
      .where((e) => e.or([e('ownerId', 'is', null), e('ownerId', '=', ctx.user.id)]))
      .orderBy('ownerId')
      .orderBy('sortNo')
      .orderBy('id')
      .limit(2 * MAX_OWN)
      .execute();
    return rows.map(({ id, ownerId, text }) => ({
      id,
      text,
      isShared: ownerId === null,
      mayEdit: ownerId === ctx.user.id || holds(ctx.user, SHARES),
    }));
  },
  async create(ctx, { body: { text, isShared } }) {
    if (isShared && !holds(ctx.user, SHARES)) throw new AppError('auth.noPermission');
    const ownerId = isShared ? null : ctx.user.id;
    const { kept } = await ctx.db
      .selectFrom('flowOpinion')
      .select((e) => e.fn.countAll<string>().as('kept'))
      .where('ownerId', ownerId === null ? 'is' : '=', ownerId)
      .executeTakeFirstOrThrow();
    if (Number(kept) >= MAX_OWN) throw new AppError('rule.broken', `最多保存${MAX_OWN}条常用意见，请先删除不用的`);
    const id = ctx.app.ids.next();
    const row = { id, ownerId, text, sortNo: Number(kept), createBy: ctx.user.id, createTime: ctx.now };
    await ctx.db.insertInto('flowOpinion').values(row).execute();
    ctx.audit.change({ entity: '常用意见', id, name: text, before: null, after: { text, isShared } });
    return { id };
  },
  async update(ctx, { params, body: { text } }) {
    const before = await editable(ctx, params.id);
    await ctx.db.updateTable('flowOpinion').set({ text }).where('id', '=', params.id).execute();
    ctx.audit.change({ entity: '常用意见', id: params.id, name: text, before: { text: before.text }, after: { text } });
    return null;
  },
  async remove(ctx, { params }) {
    const before = await editable(ctx, params.id);
    await ctx.db.deleteFrom('flowOpinion').where('id', '=', params.id).execute();
    ctx.audit.change({ entity: '常用意见', id: params.id, name: before.text, before: { text: before.text }, after: null });
    return null;
  },
});

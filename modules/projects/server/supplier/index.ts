import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import { implement, type Recyclable } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { supplier } from '../../contract/supplier.ts';
import { maskNumber } from '../../core/supplier-mask.ts';
import { BLACKLISTED, touchesBlacklist } from '../../core/supplier-status.ts';
import { changesOf } from '../changes.ts';
import { ownership } from '../record.ts';
import { blacklisting } from './approval.ts';
import { assertCreditCode } from './checks.ts';
import { detailOf } from './detail.ts';
import { supplierExcel } from './excel.ts';
import { CODE, findSupplier, reach, supplierPage } from './queries.ts';
import { readWeights } from './seeds.ts';
import { supplierStat } from './stat.ts';
import { assertMayMove, changeStatus, saveScore, scoresOf } from './verbs.ts';
import { createSupplier, removeSuppliers, updateSupplier } from './writes.ts';

export { supplierConfigs, supplierDicts } from './seeds.ts';

const MAX_OPTIONS = 200;

export const suppliers = implement(supplier, {
  ...supplierExcel,
  async page(ctx, { query }) {
    const page = await supplierPage(ctx, query);
    const flow = await approvalsOf(
      ctx.db,
      [blacklisting],
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => ({ ...row, flow: flow(row.id) })) };
  },
  async get(ctx, { params: { id } }) {
    const row = await findSupplier(ctx, id);
    const flow = await approvalsOf(ctx.db, [blacklisting], [id]);
    return { ...(await detailOf(ctx, row)), flow: flow(id) };
  },
  create: (ctx, { body }) => createSupplier(ctx, body),
  async update(ctx, { params, body }) {
    await blacklisting.assertFree(ctx.db, [params.id], 'edit');
    return updateSupplier(ctx, params.id, body);
  },
  async remove(ctx, { params }) {
    await blacklisting.assertFree(ctx.db, [params.id], 'delete');
    return removeSuppliers(ctx, [params.id]);
  },
  async removeBatch(ctx, { params }) {
    await blacklisting.assertFree(ctx.db, params.ids, 'delete');
    return removeSuppliers(ctx, params.ids);
  },
  async changes(ctx, { params }) {
    await findSupplier(ctx, params.id);
    return changesOf(ctx.db, params.id);
  },
  list(ctx, { query }) {
    let rows = ctx.db
      .selectFrom('prjSupplier')
      .select(['id', 'supplierCode', 'supplierName', 'supplierType', 'grade', 'listStatus'])
      .where('deletedAt', 'is', null)
      .where('listStatus', '!=', BLACKLISTED)
      // everyone signed in may ask; what comes is what the account may list
      .where(reach(ctx, [`${CODE}:list`]));
    if (query.supplierType) rows = rows.where('supplierType', '=', query.supplierType);
    if (query.keyword) {
      const { keyword } = query;
      rows = rows.where((e) => e.or([containsText('supplierName', keyword), containsText('supplierCode', keyword)]));
    }
    return rows.orderBy('createTime', 'desc').orderBy('id', 'desc').limit(MAX_OPTIONS).execute() as Promise<never>;
  },
  stat: (ctx, { query }) => supplierStat(ctx, query),
  async scores(ctx, { params }) {
    await findSupplier(ctx, params.id);
    return { scores: await scoresOf(ctx.db, params.id), weights: await readWeights(ctx.db) };
  },
  saveScore: (ctx, { params, body }) => saveScore(ctx, params.id, body),
  async changeStatus(ctx, { params, body }) {
    const supplier = await assertMayMove(ctx, params.id, body);
    const perform = () => changeStatus(ctx, params.id, body);
    if (!touchesBlacklist(supplier.listStatus, body.listStatus)) {
      await blacklisting.assertFree(ctx.db, [params.id], 'edit');
      return { ...(await perform()), flow: null };
    }
    const { done, flow } = await blacklisting.run(ctx, { targetId: params.id, input: body }, perform);
    return done ? { ...done, flow: null } : { version: supplier.version, flow };
  },
});

/** Deleted suppliers in the recycle bin. */
export const recycledSupplier: Recyclable = {
  table: 'prjSupplier',
  label: '供应商',
  nameField: 'supplierName',
  code: CODE,
  scope: ownership('prjSupplier'),
  view: ({ bankAccountSealed: _sealed, normalName: _key, contactPhone, ...row }) => ({
    ...row,
    contactPhone: typeof contactPhone === 'string' ? maskNumber(contactPhone) : null,
  }),
  async beforeRestore(ctx, id) {
    const row = await ctx.db.selectFrom('prjSupplier').select('creditCode').where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    await assertCreditCode(ctx, row.creditCode, id);
  },
  beforePurge: (ctx, id) => unbindFiles(ctx.db, 'prj_supplier', id),
};

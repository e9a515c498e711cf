import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { holdersOf } from '#modules/notices/server/index.ts';
import { drd as contract, type DrdStatus } from '../../contract/drd.ts';
import { drdUse } from '../../contract/drd-use.ts';
import { gapsOf } from '../../core/drd/core-metadata.ts';
import { drdTurn, type DrdAction } from '../../core/drd/states.ts';
import { applyCalls } from './applies.ts';
import { APPROVES } from './apply-rows.ts';
import { catalogCalls, pathOf } from './catalogs.ts';
import { knownItems, tableIdsOf } from './items.ts';
import { mountables, shownMounts } from './mounts.ts';
import { offlineDrd, publishDrd, submitDrd } from './publishing.ts';
import { ofDecided, ofManaged, seenDrd, shownDrd, type SelectedDrd } from './reach.ts';
import { createDrd, facetsOf, holdsAny, itemsOf, pageOfDrds, removeDrds, updateDrd } from './resources.ts';
import { saidCalls } from './said.ts';

const SHOWN_DECIDERS = 5;

/** What the caller may do with a resource as it stands. */
async function mayOf(ctx: Ctx, row: SelectedDrd) {
  const code = (verb: string) => `market:drd:${verb}`;
  const within = async (verb: string) =>
    holdsAny(ctx, code(verb)) &&
    (await ctx.db
      .selectFrom('marketDrd as d')
      .select('d.id')
      .where('d.id', '=', row.id)
      .where(ofManaged(ctx, [code(verb)]))
      .executeTakeFirst()) !== undefined;
  const stands = (action: DrdAction) => 'to' in drdTurn(row.publishStatus as DrdStatus, action);
  const [edit, submit, publish, offline] = await Promise.all(['edit', 'submit', 'publish', 'offline'].map(within));
  const decide =
    holdsAny(ctx, APPROVES) &&
    (await ctx.db.selectFrom('marketDrd as d').select('d.id').where('d.id', '=', row.id).where(ofDecided(ctx)).executeTakeFirst()) !==
      undefined;
  return {
    edit: edit! && stands('edit'),
    submit: submit! && stands('submit'),
    publish: publish! && stands('publish') && row.flowStatus === null && row.submitBy !== ctx.user.id,
    offline: offline! && stands('offline'),
    apply: holdsAny(ctx, code('apply')) && row.publishStatus === '3' && row.shareType !== '3',
    decide,
  };
}

async function saidOf(ctx: Ctx, drdId: string) {
  const row = await ctx.db
    .selectFrom('marketDrdFeedback')
    .select((e) => [
      e.fn.countAll<string>().as('n'),
      e.fn.count<string>('rating').as('rated'),
      sql<number | null>`round(avg(rating), 1)::float8`.as('rating'),
    ])
    .where('drdId', '=', drdId)
    .executeTakeFirstOrThrow();
  return { feedbackCount: Number(row.n), ratingCount: Number(row.rated), rating: row.rating };
}

async function namesOf(ctx: Ctx, row: SelectedDrd) {
  const dept =
    row.ownerDept === null
      ? undefined
      : await ctx.db.selectFrom('sysDept').select('deptNo').where('id', '=', row.ownerDept).executeTakeFirst();
  const domain =
    row.subjectArea === null
      ? undefined
      : await ctx.db
          .selectFrom('metadataDomain')
          .select('domainName')
          .where('id', '=', row.subjectArea)
          .where('deletedAt', 'is', null)
          .executeTakeFirst();
  const related =
    row.relatedIds.length === 0
      ? []
      : await ctx.db
          .selectFrom('marketDrd')
          .select(['id', 'resName', 'resCode'])
          .where('id', 'in', row.relatedIds)
          .where('deletedAt', 'is', null)
          .where('publishStatus', '=', '3')
          .orderBy('resCode')
          .execute();
  return { deptNo: dept?.deptNo ?? null, subjectAreaName: domain?.domainName ?? null, related };
}

async function decidersOf(ctx: Ctx, row: SelectedDrd): Promise<string[]> {
  const ids = (await holdersOf(ctx.db, APPROVES, row.ownerDept)).filter((id) => id !== ctx.user.id);
  if (ids.length === 0) return [];
  const people = await ctx.db
    .selectFrom('sysUser')
    .select('nickname')
    .where('id', 'in', ids)
    .orderBy((e) => e.case().when('id', '=', row.ownerUser).then(0).else(1).end())
    .orderBy('id')
    .limit(SHOWN_DECIDERS)
    .execute();
  return people.map(({ nickname }) => nickname);
}

async function detailOf(ctx: Ctx, id: string) {
  const row = await seenDrd(ctx, id);
  if (row.publishStatus === '3' && row.createBy !== ctx.user.id)
    await ctx.db
      .updateTable('marketDrd')
      .set({ viewCount: sql`view_count + 1` })
      .where('id', '=', id)
      .execute();
  const mounts = await shownMounts(ctx, id);
  const levels = new Map((await knownItems(ctx.db, mounts)).map(({ item, level }) => [item.code, level]));
  const items = itemsOf(row);
  const [table] = tableIdsOf(mounts.filter(({ isGone }) => !isGone));
  return {
    ...shownDrd(row),
    ...(await namesOf(ctx, row)),
    ...(await saidOf(ctx, id)),
    catalogPath: await pathOf(ctx, row.catalogId),
    itemList: items.map((item) => ({ ...item, level: levels.get(item.code) ?? null })),
    mounts,
    gaps: gapsOf({ ...row, itemList: items, mounts }),
    lineagePath: table && holdsAny(ctx, 'metadata:datablood:list') ? `/metadata/datablood?tableId=${table}` : null,
    deciders: await decidersOf(ctx, row),
    may: await mayOf(ctx, row),
    subjectArea: row.subjectArea,
    shareCondition: row.shareCondition,
    shareWay: row.shareWay,
  };
}

/** 资源目录: the tree, its resources, how they are published. */
export const drds = implement(contract, {
  ...catalogCalls,
  page: (ctx, { query }) => pageOfDrds(ctx, query),
  facets: (ctx, { query }) => facetsOf(ctx, query),
  get: (ctx, { params }) => detailOf(ctx, params.id),
  create: (ctx, { body }) => createDrd(ctx, body),
  update: (ctx, { params, body }) => updateDrd(ctx, params.id, body),
  remove: (ctx, { params }) => removeDrds(ctx, [params.id]),
  removeBatch: (ctx, { params }) => removeDrds(ctx, params.ids),
  mountables: async (ctx, { query }) => [...(await mountables(ctx, query))],
  submit: (ctx, { params }) => submitDrd(ctx, params.id),
  publish: (ctx, { params, body }) => publishDrd(ctx, params.id, body),
  offline: (ctx, { params, body }) => offlineDrd(ctx, params.id, body.reason),
});
/** How they are used, and what is said about them. */
export const drdUses = implement(drdUse, { ...applyCalls, ...saidCalls });

import { sql } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import { assertVersion, contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import { DrdItem, type DrdInput, type DrdMount, type DrdSearch, type DrdStatus } from '../../contract/drd.ts';
import { drdTurn } from '../../core/drd/states.ts';
import { idsBelow, nextCode } from './catalogs.ts';
import { describedItems } from './items.ts';
import { assertMounts } from './mounts.ts';
import { isUsable, lockedDrd, managedDrds, selectedDrds, shownDrd, visibleDrds, type DrdRows, type SelectedDrd } from './reach.ts';

export const ENTITY = '资源';
type Body = z.output<typeof DrdInput>;
export type Search = z.output<typeof DrdSearch>;
const SORTABLE = ['resName', 'resCode', 'publishTime', 'viewCount', 'applyCount', 'createTime', 'updateTime', 'qualityScore'];

const matches = (keyword: string) => {
  const like = contains(keyword.toLowerCase());
  return sql<boolean>`(lower(d.res_name) like ${like} or lower(d.res_code) like ${like} or lower(coalesce(d.summary, '')) like ${like}
    or exists (select 1 from unnest(d.tags) tag where lower(tag) like ${like})
    or exists (select 1 from jsonb_array_elements(d.item_list) i where lower(i->>'name') like ${like} or lower(i->>'code') like ${like}))`;
};

/** Resources that answer a search. */
export function searched(ctx: Ctx, query: Search): DrdRows {
  let rows = visibleDrds(ctx);
  if (query.keyword?.trim()) rows = rows.where(matches(query.keyword.trim()));
  if (query.catalogId) rows = rows.where(sql<boolean>`d.catalog_id in (${idsBelow(query.catalogId)})`);
  if (query.resType)
    rows = rows.where(sql<boolean>`exists (select 1 from market_drd_mount m where m.drd_id = d.id and m.mount_type = ${query.resType})`);
  for (const field of ['shareType', 'updateFreq', 'publishStatus', 'ownerDept', 'classifyLevel'] as const)
    if (query[field]) rows = rows.where(`d.${field}`, '=', query[field]);
  if (query.scope === 'usable') rows = rows.where(isUsable(ctx));
  if (query.scope === 'mine') rows = rows.where((e) => e.or([e('d.createBy', '=', ctx.user.id), e('d.ownerUser', '=', ctx.user.id)]));
  return rows;
}

export async function pageOfDrds(ctx: Ctx, query: PageQuery & Search) {
  const rows = searched(ctx, query);
  let list = selectedDrds(ctx, rows);
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-publishTime'))
    list =
      field === 'qualityScore'
        ? list.orderBy('qualityScore', (by) => (direction === 'desc' ? by.desc().nullsLast() : by.asc().nullsFirst()))
        : list.orderBy(`d.${field}` as 'd.id', (by) => (direction === 'desc' ? by.desc().nullsLast() : by.asc().nullsFirst()));
  const page = await pageRows<SelectedDrd>(query, list, rows);
  return { ...page, data: page.data.map(shownDrd) };
}

async function assertName(ctx: Ctx, resName: string, id: string | null): Promise<void> {
  let same = ctx.db.selectFrom('marketDrd').select('id').where('resName', '=', resName).where('deletedAt', 'is', null);
  if (id !== null) same = same.where('id', '!=', id);
  if (await same.executeTakeFirst())
    throw new AppError('entity.duplicate', '资源名称已存在', [{ path: 'resName', message: '资源名称已存在' }]);
}

/** Who makes a resource may give it to departments of the own data scope only, and relate what it sees. Throws input.invalid. */
async function assertRefs(ctx: Ctx, body: Body, ownerDept: string | null): Promise<void> {
  const known = async (table: 'sysDept' | 'sysUser' | 'metadataDomain', id: string | null) =>
    id === null ||
    (await ctx.db.selectFrom(table).select('id').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()) !== undefined;
  const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (!(await known('sysDept', ownerDept))) throw wrong('ownerDept', '提供方不存在或已删除');
  if (!(await known('sysUser', body.ownerUser))) throw wrong('ownerUser', '责任人不存在或已删除');
  if (!(await known('metadataDomain', body.subjectArea))) throw wrong('subjectArea', '主题域不存在或已删除');
  if (body.relatedIds.length === 0) return;
  const seen = await visibleDrds(ctx).select('d.id').where('d.id', 'in', body.relatedIds).execute();
  if (seen.length !== new Set(body.relatedIds).size) throw wrong('relatedIds', '关联的资源不存在或未上架');
}

export const mountsOf = async (ctx: Pick<Ctx, 'db'>, drdId: string): Promise<DrdMount[]> =>
  (await ctx.db
    .selectFrom('marketDrdMount')
    .select(['mountType', 'refId'])
    .where('drdId', '=', drdId)
    .orderBy('sort')
    .execute()) as DrdMount[];
export const itemsOf = (row: { itemList: unknown }): z.output<typeof DrdItem>[] => DrdItem.array().parse(row.itemList);

/** The columns of a resource as its body says, with what the catalogue knows. */
async function valuesOf(ctx: Ctx, { mounts, itemList, ...body }: Body) {
  const { items, level } = await describedItems(ctx.db, mounts, itemList);
  // a resource is never less than what stands behind it
  const classifyLevel = [body.classifyLevel, level].reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null);
  const fileNames = mounts.flatMap(({ mountType, refId }) => (mountType === '3' ? [refId] : [])).join(',') || null;
  const ownerDept = body.ownerDept ?? ctx.user.deptId;
  return {
    ...body,
    ownerDept,
    classifyLevel,
    itemList: JSON.stringify(items),
    resType: mounts[0]?.mountType ?? '1',
    refId: mounts[0]?.refId ?? null,
    fileNames,
  };
}

async function keepMounts(
  ctx: Ctx,
  id: string,
  mounts: readonly DrdMount[],
  values: { fileNames: string | null; ownerDept: string | null },
) {
  await ctx.db.deleteFrom('marketDrdMount').where('drdId', '=', id).execute();
  if (mounts.length > 0)
    await ctx.db
      .insertInto('marketDrdMount')
      .values(mounts.map((mount, sort) => ({ ...mount, drdId: id, sort })))
      .execute();
  const readers = { perms: ['market:drd:edit', 'market:drd:publish'], deptId: values.ownerDept, ownerId: ctx.user.id };
  await bindFiles(ctx, { fileNames: values.fileNames, entity: 'market_drd', entityId: id, readers });
}

export async function createDrd(ctx: Ctx, body: Body): Promise<{ id: string }> {
  await assertName(ctx, body.resName, null);
  await assertMounts(ctx, body.mounts, []);
  const values = await valuesOf(ctx, body);
  await assertRefs(ctx, body, values.ownerDept);
  const id = ctx.app.ids.next();
  const resCode = await nextCode(ctx, body.catalogId);
  const stamp = { createBy: ctx.user.id, createDept: ctx.user.deptId, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now };
  await ctx.db
    .insertInto('marketDrd')
    .values({ ...values, ...stamp, id, resCode })
    .execute();
  await keepMounts(ctx, id, body.mounts, values);
  // a department out of reach would take the resource away from who made it
  await lockedDrd(ctx, id);
  ctx.audit.change({ entity: ENTITY, id, name: body.resName, before: null, after: { ...body, resCode } });
  return { id };
}

export async function updateDrd(ctx: Ctx, id: string, { version, ...body }: Body & { version: number }): Promise<{ version: number }> {
  const before = await lockedDrd(ctx, id);
  assertVersion(before, { ...body, version });
  const turned = drdTurn(before.publishStatus as DrdStatus, 'edit');
  if ('refusal' in turned) throw new AppError('rule.broken', turned.refusal);
  await assertName(ctx, body.resName, id);
  const kept = await mountsOf(ctx, id);
  await assertMounts(ctx, body.mounts, kept);
  const values = await valuesOf(ctx, body);
  await assertRefs(ctx, { ...body, relatedIds: body.relatedIds.filter((one) => !before.relatedIds.includes(one)) }, values.ownerDept);
  const resCode = body.catalogId === before.catalogId ? before.resCode : await nextCode(ctx, body.catalogId);
  await ctx.db
    .updateTable('marketDrd')
    .set({ ...values, resCode, version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await keepMounts(ctx, id, body.mounts, values);
  await lockedDrd(ctx, id);
  const old = Object.fromEntries(Object.keys(values).map((key) => [key, before[key as keyof SelectedDrd]]));
  ctx.audit.change({
    entity: ENTITY,
    id,
    name: before.resName,
    before: { ...old, mounts: kept },
    after: { ...values, mounts: body.mounts },
  });
  return { version: version + 1 };
}

export async function removeDrds(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await managedDrds(ctx)
    .select(['d.id', 'd.resName', 'd.resCode', 'd.publishStatus'])
    .where('d.id', 'in', ids)
    .forUpdate('d')
    .execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分资源不存在或已删除，请刷新后重试');
  for (const row of rows) {
    const turned = drdTurn(row.publishStatus as DrdStatus, 'remove');
    if ('refusal' in turned) throw new AppError('rule.broken', `“${row.resName}”：${turned.refusal}`);
  }
  const used = await ctx.db
    .selectFrom('marketDrdApply')
    .select('drdId')
    .where('drdId', 'in', ids)
    .where('state', 'in', ['1', '2'])
    .where('endTime', '>', ctx.now)
    .limit(1)
    .executeTakeFirst();
  if (used) throw new AppError('entity.inUse', '资源还有待审批或使用中的申请，不能删除');
  await ctx.db
    .updateTable('marketDrd')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of rows) ctx.audit.change({ entity: ENTITY, id: row.id, name: row.resName, before: row, after: null });
  return null;
}

const FACET_LABELS = {
  resType: { '1': '库表', '2': 'API', '3': '文件', '4': '数据集', '5': '看板' },
  shareType: { '1': '无条件共享', '2': '有条件共享', '3': '不予共享' },
  updateFreq: { '1': '实时', '2': '每日', '3': '每周', '4': '每月', '5': '每年', '6': '不定期' },
  publishStatus: { '1': '草稿', '2': '审核中', '3': '已上架', '4': '已下架' },
} as const;
type FacetField = keyof typeof FACET_LABELS | 'ownerDept' | 'classifyLevel';

async function facetOf(ctx: Ctx, query: Search, field: FacetField) {
  // a facet counts what its other values would give: its own choice does not narrow it
  const rows = searched(ctx, { ...query, [field]: undefined });
  const grouped =
    field === 'resType'
      ? rows
          .innerJoin('marketDrdMount as m', 'm.drdId', 'd.id')
          .select([sql<string>`m.mount_type`.as('value'), sql<string>`count(distinct d.id)`.as('n')])
      : rows.select([sql<string | null>`${sql.ref(`d.${field}`)}`.as('value'), sql<string>`count(*)`.as('n')]);
  const found = await grouped
    .groupBy(sql`1`)
    .orderBy(sql`2`, 'desc')
    .limit(50)
    .execute();
  const known = found.flatMap(({ value, n }) => (value === null ? [] : [{ value, count: Number(n) }]));
  const names =
    field === 'ownerDept'
      ? await deptNames(
          ctx,
          known.map(({ value }) => value),
        )
      : new Map<string, string>();
  const labels: Readonly<Record<string, string>> = field in FACET_LABELS ? FACET_LABELS[field as 'resType'] : {};
  return { field, values: known.map((one) => ({ ...one, label: labels[one.value] ?? names.get(one.value) ?? one.value })) };
}

async function deptNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.deptName]));
}

export async function facetsOf(ctx: Ctx, query: Search) {
  const fields: FacetField[] = ['resType', 'shareType', 'updateFreq', 'publishStatus', 'ownerDept', 'classifyLevel'];
  const facets = await Promise.all(fields.map((field) => facetOf(ctx, query, field)));
  const countOf = async (scope: Search['scope']) =>
    Number(
      (
        await searched(ctx, { ...query, scope })
          .select((e) => e.fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const [all, usable, mine] = await Promise.all([countOf('all'), countOf('usable'), countOf('mine')]);
  return { facets, all, usable, mine };
}

export const holdsAny = (ctx: Ctx, ...perms: readonly string[]): boolean => perms.some((one) => holds(ctx.user, one));

import { sql } from 'kysely';
import type * as z from 'zod';
import { isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { searchCatalogue } from '#modules/catalogue/server/index.ts';
import { fileStore } from '#modules/files/server/index.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { EMBEDDED_HOST } from '#modules/sources/contract/connection.ts';
import { SEES_SOURCES, visibleSources } from '#modules/sources/server/index.ts';
import { store as contract, type StoreInput, type StoreRow } from '../../contract/store.ts';
import { daysToFull, perDay, usedPercent } from '../../core/stores/growth.ts';
import { SCAN_JOB } from './scan.ts';
import { numberOf } from '../numbers.ts';

const ENTITY = '数据存储';
const DAY_MS = 86_400_000;
const GROWTH_DAYS = 30;
const SHOWN_ITEMS = 50;
const MAX_POINTS = 5000;
type Body = z.output<typeof StoreInput>;

const within = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketStore as s')
    .where('s.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 's.createDept', owner: 's.createBy' }));
const selected = (rows: ReturnType<typeof within>) =>
  rows
    .selectAll('s')
    .select([
      sql<string | null>`(select source_name from metadata_source where id = s.source_id)`.as('sourceName'),
      sql<string | null>`(select domain_name from metadata_domain where id = s.domain_id and deleted_at is null)`.as('domainName'),
      sql<string | null>`(select nickname from sys_user where id = s.owner_id)`.as('ownerName'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

function shown(row: Row): z.input<typeof StoreRow> {
  const [usedBytes, capacityBytes] = [numberOf(row.usedBytes), numberOf(row.capacityBytes)];
  return {
    ...row,
    status: row.status as '0' | '1',
    isExact: row.isExact as '0' | '1',
    storeType: row.storeType as Body['storeType'],
    healthStatus: row.healthStatus as '0',
    usedBytes,
    capacityBytes,
    usedPercent: usedPercent(usedBytes, capacityBytes),
    rowCount: numberOf(row.rowCount),
  };
}

async function found(ctx: Ctx, id: string): Promise<Row> {
  const row = await selected(within(ctx)).where('s.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** A source of the right kind that the caller may see, or a place of the platform that exists. Throws input.invalid. */
async function assertPlace(ctx: Ctx, { storeType, sourceId }: Body): Promise<void> {
  if (sourceId === null) {
    if (storeType === '1') throw wrong('sourceId', '请选择数据源');
    const kind = fileStore(ctx.app.settings).kind;
    if (storeType === '2' && kind !== 'local') throw wrong('storeType', '平台文件保存在对象存储中，请选择对象存储');
    if (storeType === '3' && kind === 'local') throw wrong('storeType', '平台没有启用对象存储');
    return;
  }
  const source = await visibleSources(ctx, [...SEES_SOURCES, 'market:store:add', 'market:store:edit'])
    .select(['metadataSource.dbType', 'metadataSource.host'])
    .where('metadataSource.id', '=', sourceId)
    .executeTakeFirst();
  if (!source) throw wrong('sourceId', '数据源不存在或没有查看权限');
  const isFile = DB_KINDS.get(source.dbType)?.port === null;
  const isEmbedded = source.host === EMBEDDED_HOST;
  const actual = isEmbedded ? '4' : isFile ? '2' : '1';
  if (actual !== storeType) throw wrong('storeType', '存储类型与数据源不一致');
}

async function assertFree(ctx: Ctx, { storeName, storeType, sourceId }: Body, id: string | null): Promise<void> {
  let same = ctx.db.selectFrom('marketStore').select(['storeName']).where('deletedAt', 'is', null);
  if (id !== null) same = same.where('id', '!=', id);
  const place = sql<boolean>`store_type = ${storeType} and source_id is not distinct from ${sourceId}`;
  const taken = await same.where((e) => e.or([e('storeName', '=', storeName), place])).executeTakeFirst();
  if (!taken) return;
  if (taken.storeName === storeName)
    throw new AppError('entity.duplicate', '存储名称已存在', [{ path: 'storeName', message: '存储名称已存在' }]);
  throw new AppError('entity.duplicate', '该位置已登记为数据存储', [{ path: 'sourceId', message: '该位置已登记为数据存储' }]);
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await within(ctx).select(['s.id', 's.storeName']).where('s.id', 'in', ids).forUpdate().execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据存储不存在或已删除，请刷新后重试');
  await ctx.db
    .updateTable('marketStore')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  // samples go with the store; registering the place again begins anew
  await ctx.db.deleteFrom('marketStoreSample').where('storeId', 'in', ids).execute();
  await ctx.db.deleteFrom('marketStoreItem').where('storeId', 'in', ids).execute();
  for (const row of rows) ctx.audit.change({ entity: ENTITY, id: row.id, name: row.storeName, before: row, after: null });
  return null;
}

const queue = (ctx: Ctx, storeId: string) =>
  ctx.app.jobs.enqueue(ctx.db, { kind: SCAN_JOB, subject: storeId, payload: { storeId }, createBy: ctx.user.id });

/** The largest tables of a store: of a source those that the caller may know of, of the platform's own database only for its administrator. */
async function itemsOf(ctx: Ctx, row: Row) {
  const seen = ofVisibleTable(ctx, { table: 't.id', source: 't.sourceId' });
  const isOwn = row.sourceId === null && (row.storeType !== '4' || isUnrestricted(ctx.user));
  const items = await ctx.db
    .selectFrom('marketStoreItem as i')
    .leftJoin('metadataTable as t', (join) =>
      join
        .on('t.sourceId', '=', row.sourceId)
        .onRef('t.schemaName', '=', 'i.schemaName')
        .onRef('t.tableName', '=', 'i.itemName')
        .on('t.deletedAt', 'is', null),
    )
    .select(['i.schemaName', 'i.itemName', 'i.rowCount', 'i.usedBytes', 'i.isExact', 't.id as tableId'])
    .where('i.storeId', '=', row.id)
    .where(isOwn ? sql<boolean>`true` : sql<boolean>`t.id is not null and ${seen}`)
    .orderBy(sql`i.used_bytes desc nulls last`)
    .orderBy(sql`i.row_count desc nulls last`)
    .orderBy('i.itemName')
    .limit(SHOWN_ITEMS)
    .execute();
  return items.map((item) => ({
    ...item,
    rowCount: numberOf(item.rowCount),
    usedBytes: numberOf(item.usedBytes),
    isExact: item.isExact as '0' | '1',
  }));
}

async function samplesOf(ctx: Ctx, storeId: string, from: Date, to: Date) {
  const rows = await ctx.db
    .selectFrom('marketStoreSample')
    .select(['snapTime', 'usedBytes', 'rowCount', 'tableCount', 'connections', 'latencyMs', 'isAvailable'])
    .where('storeId', '=', storeId)
    .where('snapTime', '>=', from)
    .where('snapTime', '<=', to)
    .orderBy('snapTime', 'desc')
    .limit(MAX_POINTS)
    .execute();
  return rows.reverse().map((row) => ({ ...row, usedBytes: numberOf(row.usedBytes), rowCount: numberOf(row.rowCount) }));
}
type Sample = Awaited<ReturnType<typeof samplesOf>>[number];

function growthOf(samples: readonly Sample[], row: Row) {
  const of = (field: 'usedBytes' | 'rowCount') =>
    perDay(samples.flatMap((sample) => (sample[field] === null ? [] : [{ at: sample.snapTime, value: sample[field] }])));
  const bytesPerDay = of('usedBytes');
  const used = numberOf(row.usedBytes);
  return {
    bytesPerDay,
    rowsPerDay: of('rowCount'),
    daysToFull: daysToFull(used, numberOf(row.capacityBytes), bytesPerDay),
    bytesIn30Days: used === null || bytesPerDay === null ? null : Math.max(0, Math.round(used + 30 * bytesPerDay)),
  };
}

async function searchStores(ctx: Ctx, body: z.output<typeof contract.search.body>) {
  let mine = within(ctx).select(['s.id', 's.storeName', 's.sourceId']).where('s.sourceId', 'is not', null);
  if (body.storeIds.length > 0) mine = mine.where('s.id', 'in', body.storeIds);
  const stores = await mine.where('s.status', '=', '1').execute();
  const ofSource = new Map(stores.map((row) => [row.sourceId!, row]));
  const { pageNum, pageSize } = body;
  if (ofSource.size === 0) return { pageNum, pageSize, total: 0, data: [], facets: [], corrected: [], ms: 0 };
  const types = body.types.length > 0 ? body.types : (['table', 'column'] as const);
  const { keyword, level, domainId } = body;
  const answer = await searchCatalogue(ctx, {
    query: { keyword, pageNum, pageSize, types: [...types], sourceId: [...ofSource.keys()], level, domainId },
  });
  const data = answer.data.map((hit) => {
    const at = ofSource.get(hit.sourceId)!;
    return { ...hit, storeId: at.id, storeName: at.storeName };
  });
  return { ...answer, data };
}

/** 数据存储: registered stores, their monitor, and the search over them. */
export const stores = implement(contract, {
  async page(ctx, { query }) {
    let rows = within(ctx);
    if (query.storeName) rows = rows.where(containsText('s.storeName', query.storeName));
    for (const field of ['storeType', 'healthStatus', 'status'] as const)
      if (query[field]) rows = rows.where(`s.${field}`, '=', query[field]);
    let list = selected(rows);
    const sortable = ['storeName', 'usedBytes', 'rowCount', 'tableCount', 'latencyMs', 'lastScanTime', 'createTime'];
    for (const [field, direction] of sortOrders(query.sort, sortable, '-createTime'))
      list = list.orderBy(`s.${field}` as 's.id', direction);
    const page = await pageRows<Row>(query, list, rows);
    return { ...page, data: page.data.map(shown) };
  },
  get: async (ctx, { params }) => shown(await found(ctx, params.id)),
  async list(ctx) {
    const rows = await within(ctx)
      .select(['s.id', 's.storeName', 's.storeType', 's.sourceId', 's.healthStatus'])
      .orderBy('s.storeName')
      .orderBy('s.id')
      .limit(500)
      .execute();
    return rows.map((row) => ({ ...row, storeType: row.storeType as '1', healthStatus: row.healthStatus as '0' }));
  },
  async figures(ctx) {
    const row = await within(ctx)
      .select((e) => [
        e.fn.countAll<string>().as('stores'),
        sql<string>`count(*) filter (where s.health_status in ('2', '3'))`.as('unhealthy'),
        sql<string>`coalesce(sum(s.used_bytes), 0)`.as('usedBytes'),
        sql<string>`coalesce(sum(s.capacity_bytes), 0)`.as('capacityBytes'),
        sql<string>`coalesce(sum(s.table_count), 0)`.as('tableCount'),
        sql<string>`coalesce(sum(s.row_count), 0)`.as('rowCount'),
      ])
      .executeTakeFirstOrThrow();
    return {
      stores: Number(row.stores),
      unhealthy: Number(row.unhealthy),
      usedBytes: Number(row.usedBytes),
      capacityBytes: Number(row.capacityBytes),
      tableCount: Number(row.tableCount),
      rowCount: Number(row.rowCount),
    };
  },
  async create(ctx, { body }) {
    await assertPlace(ctx, body);
    await assertFree(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createDept: ctx.user.deptId, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now };
    await ctx.db
      .insertInto('marketStore')
      .values({ ...body, id, ...stamp })
      .execute();
    await queue(ctx, id);
    ctx.audit.change({ entity: ENTITY, id, name: body.storeName, before: null, after: body });
    return { id };
  },
  async update(ctx, { params, body: { version, ...body } }) {
    await within(ctx).select('s.id').where('s.id', '=', params.id).forUpdate().execute();
    const before = await found(ctx, params.id);
    assertVersion(before, { ...body, version });
    if (before.sourceId !== body.sourceId || before.storeType !== body.storeType)
      throw wrong('sourceId', '登记后不能更换存储位置，请新登记一个数据存储');
    await assertFree(ctx, body, params.id);
    await ctx.db
      .updateTable('marketStore')
      .set({ ...body, version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    const kept = Object.fromEntries(Object.keys(body).map((key) => [key, before[key as keyof Row]]));
    ctx.audit.change({ entity: ENTITY, id: params.id, name: before.storeName, before: kept, after: body });
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async scan(ctx, { params }) {
    const row = await found(ctx, params.id);
    ctx.audit.note(`扫描数据存储“${row.storeName}”`);
    return { jobId: await queue(ctx, row.id) };
  },
  async monitor(ctx, { params, query }) {
    const row = await found(ctx, params.id);
    const to = query.to ? new Date(query.to) : ctx.now;
    const from = query.from ? new Date(query.from) : new Date(to.getTime() - GROWTH_DAYS * DAY_MS);
    const points = await samplesOf(ctx, row.id, from, to);
    const lately = await samplesOf(ctx, row.id, new Date(ctx.now.getTime() - GROWTH_DAYS * DAY_MS), ctx.now);
    const scan = await ctx.app.jobs.latest(ctx.db, SCAN_JOB, row.id);
    const reached = points.filter(({ isAvailable }) => isAvailable).length;
    return {
      store: shown(row),
      points,
      availability: points.length === 0 ? null : Math.round((reached / points.length) * 10_000) / 100,
      growth: growthOf(lately, row),
      items: await itemsOf(ctx, row),
      scan: scan && { state: scan.state, percent: scan.percent, text: scan.text },
    };
  },
  search: (ctx, { body }) => searchStores(ctx, body),
});

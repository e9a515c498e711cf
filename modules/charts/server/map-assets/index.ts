import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { uploadOf, uploadRules } from '#kit/server/upload.ts';
import { MapAsset, MapAssetInput, MapAssetSearch, mapAsset } from '../../contract/map-asset.ts';
import { AREAS, NATION } from '../../core/geo/areas.ts';
import { checkMap } from '../../core/geo/check-map.ts';
import { geoReply, mapInUse, mapsInUse } from './in-use.ts';

export { mapInUse, mapsInUse } from './in-use.ts';

const MAX_MB = 5;
const LABEL = '地图资源';

const crud = crudHandlers(
  'visualMapAsset',
  { row: MapAsset, input: MapAssetInput, search: MapAssetSearch },
  {
    label: LABEL,
    nameField: 'mapName',
    search: { mapName: 'like', adcode: 'eq', approvalNo: 'like', status: 'eq' },
    sortable: ['adcode', 'mapName', 'vintage', 'createTime', 'updateTime'],
    order: 'adcode,-createTime',
  },
);

uploadRules(mapAsset.upload, { maxMB: async () => MAX_MB });

/** The others of the area give way: one map of an area is in use. */
async function giveWay(ctx: Ctx, adcode: string, id: string): Promise<void> {
  const others = await ctx.db
    .updateTable('visualMapAsset')
    .set({ status: '0', version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('adcode', '=', adcode)
    .where('status', '=', '1')
    .where('id', '!=', id)
    .where('deletedAt', 'is', null)
    .returning(['id', 'mapName'])
    .execute();
  for (const one of others)
    ctx.audit.change({ entity: LABEL, id: one.id, name: one.mapName, before: { status: '1' }, after: { status: '0' } });
}

async function found(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('visualMapAsset')
    .select(['id', 'adcode', 'mapName', 'status'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new AppError('rule.broken', '文件不是有效的 JSON', null, { cause: error });
  }
}

/** 地图资源 */
export const mapAssetRoutes = implement(mapAsset, {
  page: crud.page,
  get: crud.get,
  remove: crud.remove,
  removeBatch: crud.removeBatch,
  async update(ctx, input) {
    if (input.body.status === '1') {
      const row = await found(ctx, input.params.id);
      await giveWay(ctx, row.adcode, row.id);
    }
    return crud.update(ctx, input);
  },
  async upload(ctx, { body }) {
    if (body.adcode !== NATION && !AREAS.has(body.adcode)) throw new AppError('rule.broken', `没有代码为 ${body.adcode} 的省级行政区`);
    const upload = uploadOf(ctx, MAX_MB);
    const checked = checkMap(parsed(await readFile(upload.path, 'utf8')), body.adcode);
    if ('problem' in checked) throw new AppError('rule.broken', checked.problem);
    const id = ctx.app.ids.next();
    const featureCount = checked.collection.features.length;
    await giveWay(ctx, body.adcode, id);
    const row = { ...body, fileName: upload.fileName, featureCount, status: '1' };
    await ctx.db
      .insertInto('visualMapAsset')
      .values({
        ...row,
        id,
        geo: JSON.stringify(checked.collection),
        createBy: ctx.user.id,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
        createDept: ctx.user.deptId,
      })
      .execute();
    ctx.audit.change({ entity: LABEL, id, name: body.mapName, before: null, after: row });
    return { id, featureCount };
  },
  async setStatus(ctx, { params, body }) {
    const row = await found(ctx, params.id);
    if (row.status === body.status) return null;
    if (body.status === '1') await giveWay(ctx, row.adcode, row.id);
    await ctx.db
      .updateTable('visualMapAsset')
      .set({ status: body.status, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', row.id)
      .execute();
    ctx.audit.change({ entity: LABEL, id: row.id, name: row.mapName, before: { status: row.status }, after: { status: body.status } });
    return null;
  },
  async preview(ctx, { params }) {
    const row = await ctx.db
      .selectFrom('visualMapAsset')
      .select(['geo', 'version'])
      .where('id', '=', params.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return geoReply(ctx, row.geo, `${params.id}-${row.version}`);
  },
  inUse: (ctx) => mapsInUse(ctx.db),
  geo: (ctx, { params }) => mapInUse(ctx, params.adcode),
});

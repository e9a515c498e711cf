import { sql, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { bindFiles, readFile } from '#modules/files/server/index.ts';
import { Banner, BannerInput, BannerSearch, banner, type ShownBanner } from '../contract/banner.ts';
import { linkKind } from '../core/link.ts';
import { exportJob, exportRows } from './banner-excel.ts';
import { assertMayAddress, callerOf, inAudience, setTargets, targetsOf } from './audience.ts';

const SHOWN_LIMIT = 8;
const IMAGE_PATH = '/sjzt-datax/system/banners/image';
const PURPOSE = 'banner-image';
const HOUR_S = 3600;

const crud = crudHandlers(
  'sysBanner',
  { row: Banner, input: BannerInput, search: BannerSearch },
  {
    label: '轮播图',
    nameField: 'title',
    search: { title: 'like', platform: 'eq', position: 'eq', status: 'eq' },
    sortable: ['sort', 'title', 'createTime', 'startTime', 'endTime'],
    order: 'sort,-createTime',
    scope: { dept: 'createDept', owner: 'createBy' },
  },
);

type Input = z.output<typeof BannerInput>;
const wrong = (path: string, message: string): AppError => new AppError('input.invalid', message, [{ path, message }]);

/** Columns of a banner as it was entered; throws input.invalid for a link that may not be shown and for impossible combinations. */
function columnsOf(body: Input) {
  const { targets: _targets, ...rest } = body;
  const kind = body.linkUrl === null ? null : linkKind(body.linkUrl);
  if (body.linkType === '1' && kind !== 'own') throw wrong('linkUrl', '内页链接应以 / 开头，如 /home');
  if (body.linkType === '2' && kind !== 'web') throw wrong('linkUrl', '外链应以 http:// 或 https:// 开头');
  if (body.position === 'login' && body.publishScope !== '1') throw wrong('publishScope', '登录页轮播图只能面向全员');
  const [startTime, endTime] = [body.startTime ?? null, body.endTime ?? null];
  if (startTime && endTime && new Date(endTime) <= new Date(startTime)) throw wrong('endTime', '结束时间应晚于开始时间');
  return { ...rest, startTime, endTime, linkUrl: body.linkType === '0' ? null : body.linkUrl };
}

/** What hangs on a banner: its audience and its picture, which people see through `image` below. */
async function attach(ctx: Ctx, id: string, body: Input): Promise<void> {
  await setTargets(ctx, id, body);
  await assertMayAddress(ctx, { id, publishScope: body.publishScope, withBelow: body.withBelow });
  const owner = await ctx.db.selectFrom('sysBanner').select(['createBy', 'createDept']).where('id', '=', id).executeTakeFirstOrThrow();
  await bindFiles(ctx, {
    fileNames: body.imageFile,
    entity: 'sys_banner',
    entityId: id,
    readers: {
      perms: ['system:banner:list', 'system:banner:detail', 'system:banner:edit'],
      deptId: owner.createDept,
      ownerId: owner.createBy,
    },
  });
}

/** Banners that are shown now at a place. */
const shownNow = (ctx: Ctx, position: 'login' | 'home') =>
  ctx.db
    .selectFrom('sysBanner as b')
    .where('b.deletedAt', 'is', null)
    .where('b.status', '=', '1')
    .where('b.position', '=', position)
    .where(sql<SqlBool>`((b.start_time is null or b.start_time <= ${ctx.now}) and (b.end_time is null or b.end_time > ${ctx.now}))`);

const shownColumns = ['b.id', 'b.title', 'b.subtitle', 'b.imageFile', 'b.linkType', 'b.linkUrl'] as const;
interface ShownRow {
  id: string;
  title: string;
  subtitle: string | null;
  imageFile: string;
  linkType: '0' | '1' | '2';
  linkUrl: string | null;
}
const shownAs = (row: ShownRow, image: string): ShownBanner => ({
  id: row.id,
  title: row.title,
  subtitle: row.subtitle,
  image,
  link: row.linkType === '0' ? null : row.linkUrl,
  isExternal: row.linkType === '2',
});

const signedText = (row: { id: string; imageFile: string }, end: string): string => `${row.id}\n${row.imageFile}\n${end}`;

/** Signed address of a picture, stable for an hour so that browsers can cache it. */
function signedImage(ctx: Ctx, row: ShownRow): string {
  const end = String((Math.floor(ctx.now.getTime() / 1000 / HOUR_S) + 2) * HOUR_S);
  const query = new URLSearchParams({ e: end, s: ctx.app.secrets.sign(signedText(row, end), PURPOSE) });
  return `${IMAGE_PATH}/${row.id}?${query.toString()}`;
}

async function imageOf(ctx: Ctx, id: string, { e, s }: { e?: string; s?: string }) {
  const isSigned = (row: { id: string; imageFile: string }): boolean =>
    e !== undefined &&
    s !== undefined &&
    /^\d{1,12}$/.test(e) &&
    Number(e) * 1000 > ctx.now.getTime() &&
    ctx.app.secrets.verify(signedText(row, e), PURPOSE, s);
  const row = await ctx.db
    .selectFrom('sysBanner')
    .select(['id', 'imageFile'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .executeTakeFirst();
  const isOpen = row !== undefined && (await shownNow(ctx, 'login').select('b.id').where('b.id', '=', id).executeTakeFirst()) !== undefined;
  const file = row && (isOpen || isSigned(row)) ? await readFile(ctx.app, ctx.db, row.imageFile) : null;
  if (!file) throw new AppError('file.notFound');
  return {
    body: file.body,
    length: file.size,
    type: file.contentType,
    headers: {
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=300',
    },
  };
}

export const banners = implement(banner, {
  ...crud,
  exportRows,
  exportJob,
  async get(ctx, input) {
    const found = await crud.get(ctx, input);
    const stored = await ctx.db.selectFrom('sysBanner').select('withBelow').where('id', '=', found.id).executeTakeFirstOrThrow();
    return { ...found, ...stored, ...(await targetsOf(ctx.db, found)) };
  },
  async create(ctx, { body }) {
    const made = await crud.create(ctx, { body: columnsOf(body) });
    await attach(ctx, made.id, body);
    return made;
  },
  async update(ctx, { params, body }) {
    const saved = await crud.update(ctx, { params, body: { ...columnsOf(body), version: body.version } });
    await attach(ctx, params.id, body);
    return saved;
  },
  async login(ctx, { query }) {
    const rows = await shownNow(ctx, 'login')
      .select(shownColumns)
      .where('b.platform', '=', query.platform)
      .orderBy('b.sort')
      .orderBy('b.id', 'desc')
      .limit(SHOWN_LIMIT)
      .execute();
    return rows.map((row) => shownAs(row, `${IMAGE_PATH}/${row.id}`));
  },
  async home(ctx, { query }) {
    const rows = await shownNow(ctx, 'home')
      .select(shownColumns)
      .where('b.platform', '=', query.platform)
      .where(inAudience('b', callerOf(ctx)))
      .orderBy('b.sort')
      .orderBy('b.id', 'desc')
      .limit(SHOWN_LIMIT)
      .execute();
    return rows.map((row) => shownAs(row, signedImage(ctx, row)));
  },
  image: (ctx, { params, query }) => imageOf(ctx, params.id, query),
});

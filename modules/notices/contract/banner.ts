import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Status, Time, TimeInput, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { bytes, defineContract, open, route, signedIn } from '#kit/contract/route.ts';
import { AudienceKind, audienceFields, audienceInput } from './audience.ts';

/** 0 无, 1 内页, 2 外链 (dictionary sys_banner_link). */
const LinkType = z.enum(['0', '1', '2']);
/** Where it is shown: web 浏览器, app 手机应用 (dictionary sys_banner_platform). */
const Platform = z.enum(['web', 'app']);
/** login 登录页, home 首页 (dictionary sys_banner_position). */
const Position = z.enum(['login', 'home']);

export const BannerInput = z.object({
  title: requiredText(50, '标题'),
  subtitle: optionalText(100, '副标题'),
  imageFile: z
    .string({ error: '请上传图片' })
    .trim()
    .regex(/^[0-9a-f]{32}\.(png|jpe?g|gif|webp)$/, '请上传一张图片'),
  linkType: LinkType.default('0'),
  linkUrl: optionalText(500, '链接地址'),
  platform: Platform.default('web'),
  position: Position.default('home'),
  ...audienceInput,
  startTime: TimeInput.nullish(),
  endTime: TimeInput.nullish(),
  sort: z.number({ error: '排序应为数字' }).int().min(0).max(9999).default(0),
  status: Status.default('1'),
  remark: optionalText(1000, '备注'),
});
export const Banner = z.object({
  ...rowFields,
  title: z.string(),
  subtitle: z.string().nullable(),
  imageFile: z.string(),
  linkType: LinkType,
  linkUrl: z.string().nullable(),
  platform: Platform,
  position: Position,
  publishScope: AudienceKind,
  startTime: Time.nullable(),
  endTime: Time.nullable(),
  sort: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
});
export const BannerSearch = z.object({
  title: z.string().max(50).optional(),
  platform: Platform.optional(),
  position: Position.optional(),
  status: Status.optional(),
});

/** A banner as the login page and the home page show it. */
const ShownBanner = z.object({
  id: Id,
  title: z.string(),
  subtitle: z.string().nullable(),
  /** address of the picture on this server */
  image: z.string(),
  /** where a click leads, null = nowhere */
  link: z.string().nullable(),
  isExternal: z.boolean(),
});
export type ShownBanner = z.output<typeof ShownBanner>;
const query = z.object({ platform: Platform.default('web') });

const { exportRows, exportJob } = excelRoutes('/system/banners', '轮播图', 'system:banner', { search: BannerSearch });

export const banner = defineContract({
  ...crudRoutes('/system/banners', '轮播图', 'system:banner', {
    row: Banner,
    input: BannerInput,
    search: BannerSearch,
    detail: Banner.extend(audienceFields),
  }),
  exportRows,
  exportJob,
  login: route.get('/system/banners/login', { summary: '登录页轮播图', access: open, query, reply: z.array(ShownBanner) }),
  home: route.get('/system/banners/home', { summary: '首页轮播图', access: signedIn, query, reply: z.array(ShownBanner) }),
  // open only to the guard: the picture of a login banner that is shown now, or a valid signature
  image: route.get('/system/banners/image/:id', {
    summary: '轮播图图片（当前登录页轮播图，或有效签名）',
    access: open,
    params: z.object({ id: Id }),
    query: z.object({ e: z.string().max(20).optional(), s: z.string().max(100).optional() }),
    replies: 'stream',
    reply: bytes,
  }),
});

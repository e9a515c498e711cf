import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { scope } from '#kit/server/scope.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { BannerInput, type BannerSearch } from '../contract/banner.ts';

const COLUMNS = [
  'id',
  'title',
  'subtitle',
  'position',
  'platform',
  'linkType',
  'linkUrl',
  'publishScope',
  'startTime',
  'endTime',
  'sort',
  'status',
  'createTime',
  'remark',
] as const;

/** The list of banners as a workbook; pictures are not part of it, so there is nothing to import. */
export const { exportRows, exportJob } = excelHandlers({
  label: '轮播图',
  columns: [
    { field: 'title', title: '标题', width: 30 },
    { field: 'subtitle', title: '副标题', width: 30 },
    { field: 'position', title: '位置', dict: 'sys_banner_position' },
    { field: 'platform', title: '平台', dict: 'sys_banner_platform' },
    { field: 'linkType', title: '链接类型', dict: 'sys_banner_link' },
    { field: 'linkUrl', title: '链接', width: 30 },
    { field: 'publishScope', title: '发布范围', dict: 'sys_audience' },
    { field: 'startTime', title: '开始时间', kind: 'time', width: 20 },
    { field: 'endTime', title: '结束时间', kind: 'time', width: 20 },
    { field: 'sort', title: '排序', kind: 'number' },
    { field: 'status', title: '状态', dict: 'sys_common_status' },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 20 },
    { field: 'remark', title: '备注', width: 30 },
  ],
  input: BannerInput,
  create: () => Promise.reject(new AppError('rule.broken', '轮播图不支持导入')),
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof BannerSearch> & { ids?: string[] | null }) =>
    inBatches((after, limit) => {
      let rows = ctx.db
        .selectFrom('sysBanner')
        .select(COLUMNS)
        .where('deletedAt', 'is', null)
        .where(scope(ctx, { dept: 'createDept', owner: 'createBy' }))
        .where('id', '>', after);
      if (query.ids) rows = rows.where('id', 'in', query.ids);
      if (query.title) rows = rows.where(containsText('title', query.title));
      if (query.platform) rows = rows.where('platform', '=', query.platform);
      if (query.position) rows = rows.where('position', '=', query.position);
      if (query.status) rows = rows.where('status', '=', query.status);
      return rows.orderBy('id').limit(limit).execute();
    }),
});

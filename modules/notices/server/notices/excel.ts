import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { NoticeInput, type NoticeSearch } from '../../contract/notice.ts';
import { listed, searched } from './queries.ts';

/** The list of notices as a workbook; texts are not part of it, so there is nothing to import. */
export const { exportRows, exportJob } = excelHandlers({
  label: '公告',
  columns: [
    { field: 'title', title: '标题', width: 40 },
    { field: 'type', title: '类型', dict: 'sys_notice_type' },
    { field: 'publishScope', title: '发布范围', dict: 'sys_audience' },
    { field: 'publishStatus', title: '状态', dict: 'sys_notice_status' },
    { field: 'topFlag', title: '置顶', dict: 'sys_yes_no' },
    { field: 'mustRead', title: '必读', dict: 'sys_yes_no' },
    { field: 'readCount', title: '已读人数', kind: 'number' },
    { field: 'publisher', title: '发布人' },
    { field: 'publishTime', title: '发布时间', kind: 'time', width: 20 },
    { field: 'expireTime', title: '过期时间', kind: 'time', width: 20 },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 20 },
    { field: 'remark', title: '备注', width: 30 },
  ],
  input: NoticeInput,
  create: () => Promise.reject(new AppError('rule.broken', '公告不支持导入')),
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof NoticeSearch> & { ids?: string[] | null }) =>
    inBatches((after, limit) => {
      const rows = listed(searched(ctx, query)).where('n.id', '>', after);
      return (query.ids ? rows.where('n.id', 'in', query.ids) : rows).orderBy('n.id').limit(limit).execute();
    }),
});

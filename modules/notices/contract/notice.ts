import * as z from 'zod';
import { proposalFields } from '#kit/contract/flow.ts';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, PageQuery, Time, TimeInput, YesNo, optionalText, pageReply, requiredText, rowFields } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { AudienceKind, audienceFields, audienceInput } from './audience.ts';
import { ContentInput, NoticeDocument } from './document.ts';
import { NoticeHead } from './message.ts';

/** 公告类型: 1 通知, 2 公告, 3 待办提醒 (dictionary sys_notice_type). */
const NoticeType = z.enum(['1', '2', '3'], { error: '请选择公告类型' });
/** 0 草稿, 1 已发布, 2 已撤回 (dictionary sys_notice_status). */
const NoticeStatus = z.enum(['0', '1', '2']);

export const NoticeInput = z.object({
  title: requiredText(100, '标题'),
  type: NoticeType,
  content: ContentInput,
  ...audienceInput,
  topFlag: YesNo.default('0'),
  mustRead: YesNo.default('0'),
  publishTime: TimeInput.nullish(),
  expireTime: TimeInput.nullish(),
  attachments: optionalText(2000, '附件'),
  remark: optionalText(1000, '备注'),
});

export const Notice = z.object({
  ...rowFields,
  title: z.string(),
  type: z.string(),
  publishScope: AudienceKind,
  topFlag: YesNo,
  mustRead: YesNo,
  publishStatus: NoticeStatus,
  publishTime: Time.nullable(),
  expireTime: Time.nullable(),
  publisher: z.string().nullable(),
  readCount: z.number().int(),
  remark: z.string().nullable(),
  /** approval of the publishing that somebody asked for */
  ...proposalFields,
});
const NoticeDetail = Notice.extend({
  ...audienceFields,
  content: NoticeDocument,
  attachments: z.string().nullable(),
});
export const NoticeSearch = z.object({
  title: z.string().max(100).optional(),
  type: NoticeType.optional(),
  publishStatus: NoticeStatus.optional(),
  publishScope: AudienceKind.optional(),
  mustRead: YesNo.optional(),
});

/** One person of the audience. */
export const Receipt = z.object({
  id: Id,
  nickname: z.string(),
  username: z.string(),
  deptName: z.string().nullable(),
  readTime: Time.nullable(),
});
const receiptSearch = { keyword: z.string().max(50).optional(), isRead: YesNo.optional() };

/** What a reader sees. */
const ReadNotice = NoticeHead.extend({
  content: NoticeDocument,
  files: z.array(z.object({ fileName: z.string(), originalFilename: z.string(), fileSize: z.number().int() })),
});
export const MineSearch = z.object({ title: z.string().max(100).optional(), type: NoticeType.optional(), isRead: YesNo.optional() });

const id = z.object({ id: Id });
const CODE = 'system:notice';

const { exportRows, exportJob } = excelRoutes('/system/notices', '公告', CODE, { search: NoticeSearch });

export const notice = defineContract({
  ...crudRoutes('/system/notices', '公告', CODE, { row: Notice, input: NoticeInput, search: NoticeSearch, detail: NoticeDetail }),
  exportRows,
  exportJob,
  publish: route.post('/system/notices/:id/publish', {
    summary: '发布公告',
    access: perm(`${CODE}:publish`),
    params: id,
    /** null while its approval is not through */
    reply: z.object({ publishTime: Time.nullable(), ...proposalFields }),
    audit: '发布公告',
  }),
  revoke: route.post('/system/notices/:id/revoke', {
    summary: '撤回公告',
    access: perm(`${CODE}:revoke`),
    params: id,
    reply: z.null(),
    audit: '撤回公告',
  }),
  receipts: route.get('/system/notices/:id/receipts', {
    summary: '公告阅读回执',
    access: perm(`${CODE}:receipt`),
    params: id,
    query: PageQuery.extend(receiptSearch),
    reply: pageReply(Receipt).extend({ readCount: z.number().int(), audienceCount: z.number().int() }),
  }),
  exportReceipts: route.post('/system/notices/:id/receipts/export', {
    summary: '导出公告阅读回执',
    access: perm(`${CODE}:receipt`),
    params: id,
    body: z.object(receiptSearch),
    replies: 'stream',
    reply: bytes,
    audit: '导出公告阅读回执',
    timeoutMs: 300_000,
  }),
  unread: route.get('/system/notices/unread', { summary: '我的未读公告', access: signedIn, reply: z.array(NoticeHead) }),
  read: route.post('/system/notices/read/:id', { summary: '标记公告已读', access: signedIn, params: id, reply: z.null() }),
  minePage: route.get('/system/notices/mine/page', {
    summary: '发给我的公告分页',
    access: signedIn,
    query: PageQuery.extend(MineSearch.shape),
    reply: pageReply(NoticeHead),
  }),
  mine: route.get('/system/notices/mine/:id', { summary: '阅读公告', access: signedIn, params: id, reply: ReadNotice }),
  attachment: route.get('/system/notices/mine/:id/attachments/:fileName', {
    summary: '下载公告附件',
    access: signedIn,
    params: z.object({ id: Id, fileName: z.string().max(60) }),
    replies: 'stream',
    reply: bytes,
    timeoutMs: 120_000,
  }),
});

import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { notice as contract } from '../../contract/notice.ts';
import { compareNotice, readNotice } from './comparison.ts';
import { publishNotice } from './writes.ts';

/** Publishing of notices under approval: text and readers must not change behind it. */
export const noticePublishing = defineProposals({
  code: 'system.notice',
  name: '公告发布',
  businessCode: '1018',
  route: contract.publish,
  withoutApproval: '直接发布',
  fields: [
    { name: 'title', label: '标题' },
    { name: 'audience', label: '发布范围' },
    { name: 'mustRead', label: '必读' },
    { name: 'publishTime', label: '定时发布' },
    { name: 'expireTime', label: '过期时间' },
    { name: 'text', label: '正文' },
  ],
  input: z.object({}),
  async describe({ db }, { targetId }) {
    const read = await readNotice(db, targetId);
    if (!read) throw new AppError('entity.notFound', '公告不存在或已删除');
    return read;
  },
  compare: ({ db }, { targetId }) => compareNotice(db, targetId),
  carryOut: (ctx, { targetId }) => publishNotice(ctx, targetId),
});

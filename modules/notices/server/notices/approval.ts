import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { notice as contract } from '../../contract/notice.ts';
import { targetsOf } from '../audience.ts';
import { publishNotice } from './writes.ts';

const SCOPES: Readonly<Record<string, string>> = { '1': '全部人员', '2': '指定部门', '3': '指定角色', '4': '指定人员' };

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
    const row = await db
      .selectFrom('sysNotice')
      .select([
        'id',
        'title',
        'publishScope',
        'withBelow',
        'mustRead',
        'publishTime',
        'expireTime',
        'contentText',
        'content',
        'attachments',
      ])
      .where('id', '=', targetId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '公告不存在或已删除');
    const { targetNames } = await targetsOf(db, row);
    return {
      title: row.title,
      audience: [SCOPES[row.publishScope] ?? row.publishScope, ...targetNames].join('、'),
      mustRead: row.mustRead === '1' ? '是' : '否',
      publishTime: row.publishTime?.toISOString() ?? null,
      expireTime: row.expireTime?.toISOString() ?? null,
      text: row.contentText,
      document: row.content,
      attachments: row.attachments,
    };
  },
  carryOut: (ctx, { targetId }) => publishNotice(ctx, targetId),
});

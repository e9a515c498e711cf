import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { share as contract } from '../../contract/share.ts';
import { openLink } from './own-link.ts';

/** Links for strangers under approval: a link is made closed, and opened when the approval passes. */
export const linkOpening = defineProposals({
  code: 'visual.shareLink',
  name: '分享链接开通',
  businessCode: '7015.link',
  route: contract.create,
  withoutApproval: '直接开通',
  fields: [
    { name: 'document', label: '内容' },
    { name: 'kind', label: '类型' },
    { name: 'shareName', label: '链接名称' },
    { name: 'expireTime', label: '有效期至' },
    { name: 'maxViews', label: '最多打开次数' },
    { name: 'hasPassword', label: '需要密码' },
    { name: 'allowExport', label: '允许导出' },
    { name: 'ipRanges', label: '限制来源地址' },
  ],
  input: z.object({}),
  async describe({ db }, { targetId }) {
    const row = await db
      .selectFrom('visualShare as s')
      .select(['s.entityType', 's.entityId', 's.shareName', 's.expireTime', 's.maxViews', 's.passwordHash', 's.allowExport', 's.ipRanges'])
      .select(
        sql<string | null>`case s.entity_type when 'board' then (select board_name from visual_board where id = s.entity_id)
          else (select screen_name from visual_screen where id = s.entity_id) end`.as('document'),
      )
      .where('s.id', '=', targetId)
      .where('s.deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '分享链接不存在或已撤销');
    return {
      entityId: row.entityId,
      document: row.document,
      kind: row.entityType === 'board' ? '看板' : '大屏',
      shareName: row.shareName,
      expireTime: row.expireTime?.toISOString() ?? null,
      maxViews: row.maxViews,
      hasPassword: row.passwordHash === null ? '否' : '是',
      allowExport: row.allowExport === '1' ? '是' : '否',
      ipRanges: row.ipRanges,
    };
  },
  carryOut: (ctx, { targetId }) => openLink(ctx, targetId),
});

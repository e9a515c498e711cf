import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Recyclable, ServerModule } from '#kit/server/module.ts';
import { unbindFiles } from '#modules/files/server/index.ts';

const scope = { dept: 'createDept', owner: 'createBy' };

/** The number may have been given to another certificate meanwhile. */
async function assertNumberFree(ctx: Ctx, id: string): Promise<void> {
  const taken = await ctx.db
    .selectFrom('sysCertificate as mine')
    .innerJoin('sysCertificate as other', 'other.certNo', 'mine.certNo')
    .select('other.certName')
    .where('mine.id', '=', id)
    .where('other.deletedAt', 'is', null)
    .executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', `证书编号已被“${taken.certName}”使用，请先修改后再恢复`);
}

export const recycle: readonly Recyclable[] = [
  {
    table: 'sysNotice',
    label: '公告',
    nameField: 'title',
    code: 'system:notice',
    scope,
    labels: { withBelow: '包含下级部门', publishBy: '发布人', contentText: '正文' },
    dicts: { withBelow: 'sys_yes_no' },
    view: ({ content: _marked, ...row }) => row,
    async beforePurge({ db }, id) {
      await db.deleteFrom('sysNoticeRead').where('noticeId', '=', id).execute();
      await db.deleteFrom('sysAudienceTarget').where('recordId', '=', id).execute();
      await unbindFiles(db, 'sys_notice', id);
    },
  },
  {
    table: 'sysBanner',
    label: '轮播图',
    nameField: 'title',
    code: 'system:banner',
    scope,
    labels: { withBelow: '包含下级部门' },
    dicts: { withBelow: 'sys_yes_no' },
    async beforePurge({ db }, id) {
      await db.deleteFrom('sysAudienceTarget').where('recordId', '=', id).execute();
      await unbindFiles(db, 'sys_banner', id);
    },
  },
  {
    table: 'sysCertificate',
    label: '证书',
    nameField: 'certName',
    code: 'system:certificate',
    scope,
    labels: { isCancelled: '已注销', cancelReason: '注销原因', sort: '排序' },
    dicts: { isCancelled: 'sys_yes_no' },
    beforeRestore: assertNumberFree,
    async beforePurge({ db }, id) {
      await db.deleteFrom('sysCertificateRenewal').where('certificateId', '=', id).execute();
      await unbindFiles(db, 'sys_certificate', id);
    },
  },
];

/** Purging an account deletes its messages and read marks. */
export const onPurge: ServerModule['onPurge'] = {
  async sysUser(db, id) {
    await db.deleteFrom('sysMessage').where('accountId', '=', id).execute();
    await db.deleteFrom('sysNoticeRead').where('userId', '=', id).execute();
  },
};

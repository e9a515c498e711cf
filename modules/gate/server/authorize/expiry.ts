import * as z from 'zod';
import { sql } from 'kysely';
import { defineTask } from '#kit/server/tasks.ts';
import type { App } from '#kit/server/ctx.ts';
import { notify } from '#modules/notices/server/index.ts';
import { OBJECT_LABELS } from '../../contract/authorize.ts';

const DAY_MS = 86_400_000;
const PER_RUN = 5000;

/** Accounts that hold a grant through its subject. */
async function holders(app: App, grant: { subjectType: string; subjectId: string }): Promise<string[]> {
  if (grant.subjectType === 'user') return [grant.subjectId];
  const rows =
    grant.subjectType === 'role'
      ? await app.db.selectFrom('sysUserRole').select('userId as id').where('roleId', '=', grant.subjectId).execute()
      : await app.db
          .selectFrom('sysUser')
          .innerJoin('sysDept', 'sysDept.id', 'sysUser.deptId')
          .select('sysUser.id')
          .where(sql<boolean>`${grant.subjectId} = any(string_to_array(sys_dept.path, '/'))`)
          .where('sysUser.deletedAt', 'is', null)
          .execute();
  return rows.map((row) => row.id);
}

/** Tells the holders of grants that end soon, and once more when they have ended; a grant that has ended counts for nothing by itself. */
export const grantExpiry = defineTask({
  name: '数据授权到期提醒',
  summary: '提前提醒持有人和授权人数据授权即将到期，到期后通知已失效',
  params: z.object({ days: z.coerce.number().int().min(1).max(90).default(7).meta({ title: '提前天数' }) }),
  async run({ app, params, signal, log }) {
    const now = app.now();
    const grants = await app.db
      .selectFrom('metadataAuthorize')
      .innerJoin('metadataSource', 'metadataSource.id', 'metadataAuthorize.sourceId')
      .leftJoin('metadataTable', 'metadataTable.id', 'metadataAuthorize.tableId')
      .select([
        'metadataAuthorize.id',
        'subjectType',
        'subjectId',
        'objectType',
        'endTime',
        'sourceName',
        'metadataAuthorize.createBy',
        sql<string | null>`metadata_table.schema_name || '.' || metadata_table.table_name`.as('tableName'),
      ])
      .where('metadataAuthorize.deletedAt', 'is', null)
      .where('metadataAuthorize.status', '=', '1')
      .where('endTime', '>', new Date(now.getTime() - 2 * DAY_MS))
      .where('endTime', '<=', new Date(now.getTime() + params.days * DAY_MS))
      .orderBy('endTime')
      .limit(PER_RUN)
      .execute();
    let sent = 0;
    for (const grant of grants) {
      signal.throwIfAborted();
      const endTime = grant.endTime!;
      const isOver = endTime <= now;
      const what = `${grant.sourceName}${grant.tableName ? ` 的 ${grant.tableName}` : ''}（${OBJECT_LABELS[grant.objectType]}）`;
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(endTime);
      sent += await notify(app, app.db, {
        to: [...(await holders(app, grant)), ...(grant.createBy ? [grant.createBy] : [])],
        kind: 'expiry',
        title: isOver ? '数据授权已到期' : '数据授权即将到期',
        text: isOver ? `${what}的数据授权已于 ${day} 到期` : `${what}的数据授权将于 ${day} 到期，如需继续使用请联系数据管理员`,
        path: null,
        key: `metadata.grant:${grant.id}:${isOver ? 'over' : 'soon'}:${endTime.toISOString()}`,
      });
    }
    if (sent > 0) log(`发出${sent}条提醒`);
    return sent === 0 ? null : `${grants.length}条授权即将或刚刚到期，发出${sent}条提醒`;
  },
});

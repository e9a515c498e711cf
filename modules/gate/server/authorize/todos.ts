import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { ACTION_LABELS } from '../../contract/authorize.ts';
import type { AccessRequest } from '../../contract/access-request.ts';
import { grantableSources } from './objects.ts';

const DECIDE = 'metadata:dataauthorize:edit';

/** Open requests that the caller may decide: nobody decides their own. */
const open = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataAccessRequest as r')
    .innerJoin('metadataSource as s', 's.id', 'r.sourceId')
    .leftJoin('metadataTable as t', 't.id', 'r.tableId')
    .innerJoin('sysUser as u', 'u.id', 'r.userId')
    .leftJoin('sysDept as d', 'd.id', 'u.deptId')
    .where('r.state', '=', 'open')
    .where('r.flowStatus', 'is', null)
    .where('r.userId', '!=', ctx.user.id)
    .where('t.deletedAt', 'is', null)
    .where('r.sourceId', 'in', grantableSources(ctx, [DECIDE]).select('metadataSource.id'));

/** Requests for rights on data that wait for a decision. */
export const accessRequestsToDecide: TodoKind = {
  kind: 'metadata.accessRequest',
  label: '权限申请',
  verb: '去审批',
  async list(ctx) {
    if (!holds(ctx.user, DECIDE)) return [];
    const rows = await open(ctx)
      .select([
        'r.id',
        'r.actions',
        'r.purpose',
        'r.createTime',
        'u.nickname',
        'd.deptName',
        sql<string>`coalesce(t.schema_name || '.' || t.table_name, s.source_name)`.as('tableName'),
      ])
      .orderBy('r.createTime')
      .orderBy('r.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.tableName}：${(row.actions as AccessRequest['actions']).map((action) => ACTION_LABELS[action]).join('、')}`,
      detail: [row.nickname, row.deptName, row.purpose].filter(Boolean).join(' · '),
      path: `/metadata/dataauthorize?tab=requests&request=${row.id}`,
      time: row.createTime,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, DECIDE) ? countUpTo(ctx.db, open(ctx)) : 0),
};

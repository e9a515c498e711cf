import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { CHANGE_FIELDS } from '../../contract/change.ts';
import { changes, mayAck } from './queries.ts';

const READ = ['metadata:changerecord:list', 'metadata:changerecord:edit'] as const;
const mayRead = (ctx: Ctx) => READ.some((permission) => holds(ctx.user, permission));
const open = (ctx: Ctx) => changes(ctx, READ).where('c.status', '=', '0').where(mayAck(ctx));

/** Changes that wait for confirmation by the owner of the source or table. */
export const changesToConfirm: TodoKind = {
  kind: 'metadata.change',
  label: '变更确认',
  verb: '去确认',
  async list(ctx) {
    if (!mayRead(ctx)) return [];
    const rows = await open(ctx)
      .leftJoin('metadataTable as t', 't.id', 'c.tableId')
      .innerJoin('metadataSource as s', 's.id', 'c.sourceId')
      .select([
        'c.id',
        'c.tableId',
        'c.sourceId',
        'c.objectName',
        'c.fieldName',
        'c.impactCount',
        'c.createTime',
        's.sourceName',
        sql<string | null>`case when c.object_type <> 'table' then t.table_name end`.as('tableName'),
      ])
      .orderBy('c.createTime', 'desc')
      .orderBy('c.id', 'desc')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => {
      const where = row.tableId ? `tableId:${row.tableId}` : `sourceId:${row.sourceId}`;
      return {
        title: `${row.tableName ? `${row.tableName}.` : ''}${row.objectName} ${CHANGE_FIELDS[row.fieldName] ?? row.fieldName}`,
        detail: [row.sourceName, row.impactCount > 0 ? `影响下游 ${row.impactCount} 个` : '无下游'].join(' · '),
        path: `/metadata/changerecord?q=${encodeURIComponent(`status:0,${where}`)}`,
        time: row.createTime,
        due: null,
        urgent: row.impactCount > 0,
      };
    });
  },
  count: async (ctx) => (mayRead(ctx) ? countUpTo(ctx.db, open(ctx)) : 0),
};

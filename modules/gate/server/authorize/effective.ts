import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, Ctx } from '#kit/server/ctx.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { ACTION_LABELS, GRANT_ACTIONS, OBJECT_LABELS, SUBJECT_LABELS } from '../../contract/authorize.ts';
import { accessOf, type Access, type Grant, type Ground } from './access.ts';
import { grantableSources } from './objects.ts';
import { seenColumns } from './seen.ts';

const GROUND_TEXT: Record<Ground, string> = {
  admin: '管理员拥有除明文外的全部权限',
  shared: '数据源已共享给所有人',
  manager: '在其数据范围内管理该数据源',
  describer: '在其数据范围内维护元数据或授权，仅可查看元数据',
};

/** Explains what an account may do with a table now, action by action, and which grant or right gives it. */
export async function effective(ctx: Ctx, { userId, tableId }: { userId: string; tableId: string }) {
  const table = await ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .select(['metadataTable.id', 'metadataTable.sourceId', 'schemaName', 'tableName', 'sourceName'])
    .where('metadataTable.id', '=', tableId)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataTable.sourceId', 'in', grantableSources(ctx).select('metadataSource.id'))
    .executeTakeFirst();
  if (!table) throw new AppError('entity.notFound', '表不存在或不在可查看的范围内');
  const user = await ctx.db
    .selectFrom('sysUser')
    .select(['id', 'username', 'nickname'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!user) throw new AppError('entity.notFound', '用户不存在或已删除');
  const account: Account | null = await loadAccount(ctx.db, userId);
  const access = account ? await accessOf(ctx.db, account, table.sourceId, ctx.now) : null;
  const named = { id: table.id, schema: table.schemaName };
  const subjects = access ? await subjectNames(ctx, access.grantsFor(named, 'meta')) : new Map<string, Held>();
  return {
    user: { ...user, isActive: account !== null },
    table: { id: table.id, name: `${table.schemaName}.${table.tableName}`, sourceName: table.sourceName },
    actions: GRANT_ACTIONS.map((action) => {
      const held = access?.on(named, action) ?? null;
      return {
        action,
        isAllowed: held !== null,
        columns: held === null || held.others !== undefined ? null : [...held.named.keys()].sort(),
        rows: held?.rows ? [...held.rows] : null,
        because: access ? reasons(access, named, action, subjects) : [],
      };
    }),
    columns: await seenColumns(ctx.db, access, named),
  };
}

interface Held {
  readonly name: string;
  readonly endTime: Date | null;
}

function reasons(
  access: Access,
  table: { id: string; schema: string },
  action: (typeof GRANT_ACTIONS)[number],
  subjects: ReadonlyMap<string, Held>,
) {
  const grounds = access.groundsFor(action).map((ground) => ({
    kind: ground === 'describer' ? ('manager' as const) : ground,
    grantId: null,
    endTime: null,
    text: GROUND_TEXT[ground],
  }));
  const grants = access.grantsFor(table, action).map((grant) => ({
    kind: 'grant' as const,
    grantId: grant.id,
    endTime: subjects.get(grant.id)?.endTime?.toISOString() ?? null,
    text:
      `${SUBJECT_LABELS[grant.subjectType]}“${subjects.get(grant.id)?.name ?? grant.subjectId}”的${OBJECT_LABELS[grant.objectType]}授权` +
      `${grant.columnName ? `（字段 ${grant.columnName}）` : ''}：${ACTION_LABELS[action]}${grant.rowFilter ? `，限 ${grant.rowFilter}` : ''}`,
  }));
  return [...grounds, ...grants];
}

async function subjectNames(ctx: Ctx, grants: readonly Grant[]): Promise<Map<string, Held>> {
  if (grants.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('metadataAuthorize')
    .select([
      'id',
      'endTime',
      sql<string | null>`case subject_type when 'role' then (select role_name from sys_role where id = subject_id)
        when 'dept' then (select dept_name from sys_dept where id = subject_id)
        else (select nickname from sys_user where id = subject_id) end`.as('name'),
    ])
    .where(
      'id',
      'in',
      grants.map((grant) => grant.id),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, { name: row.name ?? '', endTime: row.endTime }]));
}

import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { inForce } from '#modules/sources/server/index.ts';
import { deptIdsBelow } from '#modules/system/server/index.ts';
import type { SubjectGrants, SubjectType } from '../../contract/authorize.ts';
import { grantableSources } from './objects.ts';
import { SENSITIVE_LEVELS } from './seen.ts';
import { subjectName } from './subjects.ts';

const MAX_MEMBERS = 50;
const MAX_PARTS = 500;

interface Subject {
  readonly type: SubjectType;
  readonly id: string;
}

/** The enabled accounts that grants to a subject reach: those of a role, of a department and below it, or the one. */
async function membersOf(ctx: Ctx, { type, id }: Subject) {
  let users = ctx.db.selectFrom('sysUser').where('sysUser.deletedAt', 'is', null).where('sysUser.status', '=', '1');
  if (type === 'user') users = users.where('sysUser.id', '=', id);
  if (type === 'dept') {
    const depts = await deptIdsBelow(ctx.db, id);
    users = users.where('sysUser.deptId', 'in', depts.length > 0 ? depts : ['']);
  }
  if (type === 'role')
    users = users.where('sysUser.id', 'in', ctx.db.selectFrom('sysUserRole').select('sysUserRole.userId').where('roleId', '=', id));
  const [members, all] = await Promise.all([
    users
      .leftJoin('sysDept', 'sysDept.id', 'sysUser.deptId')
      .select(['sysUser.id', 'sysUser.nickname', 'sysDept.deptName'])
      .orderBy('sysUser.nickname')
      .orderBy('sysUser.id')
      .limit(MAX_MEMBERS)
      .execute(),
    users.select((e) => e.fn.countAll<string>().as('n')).executeTakeFirstOrThrow(),
  ]);
  return {
    people: Number(all.n),
    members: members.map((row) => ({ id: row.id, name: row.deptName === null ? row.nickname : `${row.nickname}（${row.deptName}）` })),
  };
}

interface Covered {
  sourceId: string;
  schemaName: string;
  tableId: string;
  held: number;
  columns: number;
  sensitive: number;
}

/** Tables of which the subject holds a column at least, with how many; a grant above a table holds all of them. */
async function coveredTables(ctx: Ctx, { type, id }: Subject): Promise<Covered[]> {
  const mine = sql`select held.object_type, held.object_id from metadata_authorize held
    where held.subject_type = ${type} and held.subject_id = ${id} and ${inForce(ctx.now, 'held')}
      and held.source_id in (${grantableSources(ctx).select('metadataSource.id')})`;
  const { rows } = await sql<Covered>`
    with mine as (${mine}), whole as (
      select t.id, t.source_id, t.schema_name from metadata_table t where t.deleted_at is null and (
        t.source_id in (select object_id from mine where object_type = 'database')
        or t.source_id || '.' || t.schema_name in (select object_id from mine where object_type = 'schema')
        or t.id in (select object_id from mine where object_type = 'table')))
    select t.source_id, t.schema_name, t.id as table_id, count(*)::int as columns,
      count(*) filter (where t.id in (select id from whole) or c.id in (select object_id from mine where object_type = 'column'))::int as held,
      count(*) filter (where coalesce(c.level, k.level) in (${sql.join(SENSITIVE_LEVELS)}) and (t.id in (select id from whole)
        or c.id in (select object_id from mine where object_type = 'column')))::int as sensitive
    from metadata_table t join metadata_column c on c.table_id = t.id and c.deleted_at is null
      left join metadata_class k on k.id = c.class_id and k.deleted_at is null
    where t.deleted_at is null and (t.id in (select id from whole) or t.id in (select c2.table_id from metadata_column c2
      where c2.deleted_at is null and c2.id in (select object_id from mine where object_type = 'column')))
    group by t.source_id, t.schema_name, t.id order by t.source_id, t.schema_name, t.id`.execute(ctx.db);
  return rows;
}

/** Overview of the grants of a subject: number of accounts reached, objects covered, latest change. */
export async function subjectGrants(ctx: Ctx, subject: Subject): Promise<SubjectGrants> {
  const own = ctx.db
    .selectFrom('metadataAuthorize')
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .where('sourceId', 'in', grantableSources(ctx).select('metadataSource.id'));
  const name = await subjectName(ctx, subject.type, subject.id);
  const [{ people, members }, covered, grants, last] = await Promise.all([
    membersOf(ctx, subject),
    coveredTables(ctx, subject),
    own
      .where('deletedAt', 'is', null)
      .select((e) => e.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow(),
    own
      .leftJoin('sysUser', 'sysUser.id', 'metadataAuthorize.updateBy')
      .select(['metadataAuthorize.updateTime', 'sysUser.nickname'])
      .orderBy('metadataAuthorize.updateTime', 'desc')
      .orderBy('metadataAuthorize.id')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const places = new Map<string, { id: string; type: 'database' | 'schema'; tables: number }>();
  const add = (type: 'database' | 'schema', id: string) =>
    places.set(`${type}:${id}`, { id, type, tables: (places.get(`${type}:${id}`)?.tables ?? 0) + 1 });
  for (const table of covered) {
    add('database', table.sourceId);
    add('schema', `${table.sourceId}.${table.schemaName}`);
  }
  const sum = (of: (table: Covered) => number) => covered.reduce((total, table) => total + of(table), 0);
  return {
    id: subject.id,
    type: subject.type,
    name,
    grants: Number(grants.n),
    people,
    members,
    tables: covered.length,
    columns: sum((table) => table.held),
    sensitive: sum((table) => table.sensitive),
    changedBy: last?.nickname ?? null,
    changeTime: last?.updateTime.toISOString() ?? null,
    places: [...places.values()],
    parts: covered
      .filter((table) => table.held < table.columns)
      .slice(0, MAX_PARTS)
      .map((table) => ({ id: table.tableId, columns: table.held })),
  };
}

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, Ctx, Db } from '#kit/server/ctx.ts';
import { scope, scopeFor } from '#kit/server/scope.ts';

const TRACKS = 'workflow:instance:track';
/** Whoever looks. */
export interface By {
  readonly user: Account;
}
const rolesOf = (ctx: By): readonly string[] => (ctx.user.roles.length > 0 ? ctx.user.roles : ['']);

/** Condition: the caller may take a task (alias `t`) that nobody has taken. */
export const isCandidate = (ctx: By): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from flow_candidate c where c.task_id = t.id
    and ((c.kind = 'user' and c.ref = ${ctx.user.id}) or (c.kind = 'role' and c.ref in (${sql.join(rolesOf(ctx))}))))`;

/** Condition: a task (alias `t`) concerns or concerned the caller. */
export const ofTask = (ctx: By): RawBuilder<SqlBool> =>
  sql<SqlBool>`(t.assignee_id = ${ctx.user.id} or t.owner_id = ${ctx.user.id} or t.delegated_from = ${ctx.user.id}
    or t.ended_by = ${ctx.user.id} or t.added_by = ${ctx.user.id} or ${isCandidate(ctx)})`;

/** Condition: the caller is or was asked in an instance (alias `i`), or got a copy of it. */
export const tookPart = (ctx: By): RawBuilder<SqlBool> =>
  sql<SqlBool>`(exists (select 1 from flow_task t where t.instance_id = i.id and ${ofTask(ctx)})
    or exists (select 1 from flow_copy p where p.instance_id = i.id and p.user_id = ${ctx.user.id}))`;

/** Condition: the caller may track an instance (alias `i`) of others, within the data scope. */
export const tracks = (ctx: By): RawBuilder<SqlBool> =>
  holds(ctx.user, TRACKS) ? sql<SqlBool>`${scopeFor(ctx.user, { dept: 'i.deptId', owner: 'i.starterId' }, [TRACKS])}` : sql<SqlBool>`false`;

/** Condition: the caller may see an instance (alias `i`): its parties, and who may track those of others within the data scope. */
export const maySee = (ctx: By): RawBuilder<SqlBool> => sql<SqlBool>`(i.starter_id = ${ctx.user.id} or ${tookPart(ctx)} or ${tracks(ctx)})`;

/** Those of these instances that an account may see. */
export async function seenInstances(by: By & { readonly db: Db }, ids: readonly string[]): Promise<string[]> {
  const rows = await by.db.selectFrom('flowInstance as i').select('i.id').where('i.id', 'in', ids).where(maySee(by)).execute();
  return rows.map(({ id }) => id);
}

/** Columns of an instance (alias `i`) that the data scope of a role goes by. */
export const SCOPED = { dept: 'i.deptId', owner: 'i.starterId' } as const;

/** Refuses instances outside of the data scope of the permission of the call. Throws entity.notFound. */
export async function assertAdministers(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('flowInstance as i')
    .select('i.id')
    .where('i.id', '=', id)
    .where(scope(ctx, SCOPED))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
}

import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { readingCtx } from './reading.ts';

/**
 * The rule (`rule`) is in the data scope of the caller, or over a table that they answer for, wherever who wrote it works. `permissions` are those
 * of the call unless given.
 */
export function inReach(ctx: Ctx, permissions?: readonly string[]): Expression<SqlBool> {
  const inScope = scope(ctx, { dept: 'rule.createDept', owner: 'rule.createBy' }, permissions);
  if (permissions && !permissions.some((permission) => holds(ctx.user, permission))) return inScope;
  return sql<SqlBool>`(${inScope} or exists (select 1 from metadata_table owned
    where owned.id = rule.rule_table_id and owned.owner_id = ${ctx.user.id} and owned.deleted_at is null))`;
}

/** Rules of tables that the caller sees, which they reach with the permission of the call, or with `permissions`. */
export const checkRules = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('qualityCheckRule as rule')
    .where('rule.deletedAt', 'is', null)
    .where(ofVisibleTable(readingCtx(ctx), { table: 'rule.ruleTableId', source: 'rule.ruleSourceId' }))
    .where(inReach(ctx, permissions));

/**
 * The caller sees the table that a report (`report`) was made of, which need not be the one that its rule looks at by now: neither its name nor
 * what was found in it is for who sees the other one.
 */
export const ofVisibleReport = (ctx: Ctx) =>
  ofVisibleTable(readingCtx(ctx), { table: 'report.ruleTableId', source: 'report.ruleSourceId' });

/** A report (`alias`) was made when its rule (`rule`) asked something else than it asks now. */
export const isEarlier = (alias: 'report' | 'last') => {
  const asked = ['ruleConfig', 'ruleTableId', 'ruleColumnId'].map((name) => sql.ref(`${alias}.${name}`));
  return sql<boolean>`((${sql.join(asked)}) is distinct from (rule.rule_config, rule.rule_table_id, rule.rule_column_id))`;
};
/**
 * The owner of a rule as the one who asked for what a report found: nobody once the rule was changed, as whoever changes a rule owns it from then
 * on and need not have been allowed to ask what it asked before.
 */
export const ownerOfReport = (alias: 'report' | 'last') => {
  const isSame = sql`${sql.ref(`${alias}.ruleConfig`)} = rule.rule_config`;
  return sql<string>`case when ${isSame} then rule.owner_id else '' end`.as('ownerId');
};

/** How the operation log calls a rule. */
export const ENTITY = '核查规则';

/** Names of what a rule is about, as they are now; null where it is gone. `of` is the alias of a table with the ids of a rule. */
export const namesOf = (of: 'rule' | 'report' | 'issue') => [
  sql<string | null>`(select db_type from metadata_source where id = ${sql.ref(`${of}.ruleSourceId`)} and deleted_at is null)`.as(
    'ruleDbType',
  ),
  sql<string | null>`(select source_name from metadata_source where id = ${sql.ref(`${of}.ruleSourceId`)} and deleted_at is null)`.as(
    'ruleSource',
  ),
  sql<string | null>`(select schema_name from metadata_table where id = ${sql.ref(`${of}.ruleTableId`)} and deleted_at is null)`.as(
    'ruleSchema',
  ),
  sql<string | null>`(select table_name from metadata_table where id = ${sql.ref(`${of}.ruleTableId`)} and deleted_at is null)`.as(
    'ruleTable',
  ),
  sql<
    string | null
  >`(select coalesce(cn_name, table_comment) from metadata_table where id = ${sql.ref(`${of}.ruleTableId`)} and deleted_at is null)`.as(
    'ruleTableComment',
  ),
  sql<string | null>`(select column_name from metadata_column where id = ${sql.ref(`${of}.ruleColumnId`)} and deleted_at is null)`.as(
    'ruleColumn',
  ),
  sql<
    string | null
  >`(select coalesce(cn_name, column_comment) from metadata_column where id = ${sql.ref(`${of}.ruleColumnId`)} and deleted_at is null)`.as(
    'ruleColumnComment',
  ),
  sql<string>`(select name from quality_rule_type where id = ${sql.ref(`${of}.ruleTypeId`)})`.as('ruleTypeName'),
  sql<string>`(select name from quality_rule_level where id = ${sql.ref(`${of}.ruleLevelId`)})`.as('ruleLevelName'),
];

/** Name of an account. */
export const nickname = (column: string) => sql<string | null>`(select nickname from sys_user where id = ${sql.ref(column)})`;

/** The filters of the list of rules. */
export type RuleFilter = Partial<
  Record<
    | 'ruleName'
    | 'ruleTypeId'
    | 'ruleItemId'
    | 'ruleLevelId'
    | 'ruleSourceId'
    | 'ruleTableId'
    | 'ruleColumnId'
    | 'status'
    | 'lastState'
    | 'ownerId',
    string | undefined
  >
> & { readonly ids?: readonly string[] | null | undefined };
/** Rules (`rule`) that a filter of the list leaves. */
export const listed = (filter: RuleFilter) => (e: ExpressionBuilder<Tables & { rule: Tables['qualityCheckRule'] }, 'rule'>) => {
  const { ruleName, ids, ...equal } = filter;
  const equals = Object.entries(equal).flatMap(([field, value]) =>
    value === undefined || value === null ? [] : [e(`rule.${field as 'ruleName'}`, '=', value as string)],
  );
  return e.and([...(ruleName ? [containsText('rule.ruleName', ruleName)] : []), ...(ids ? [e('rule.id', 'in', [...ids])] : []), ...equals]);
};

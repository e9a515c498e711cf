import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { Expiring } from '../../contract/expiry.ts';

/** A record, or a part of one, that ends on a day. */
export interface ExpiryRow {
  id: string;
  title: string;
  /** `YYYY-MM-DD`, the last valid day */
  validTo: string;
  deptId: string | null;
  /** account that hears of it besides those who maintain such records */
  ownerId: string | null;
}

export interface ExpirySource {
  readonly entity: Expiring;
  /** 执业资质 */
  readonly label: string;
  /** what ends: 注册有效期, 年费 */
  readonly what: string;
  /** tables with their aliases and joins: sql`prj_supplier r join prj_supplier_qual q on q.supplier_id = r.id`; the record itself is `r` */
  readonly from: RawBuilder<unknown>;
  /** what people call it: sql`r.person_name || ' ' || r.cert_name` */
  readonly title: RawBuilder<unknown>;
  /** the date column, `r.validTo` */
  readonly validTo: string;
  /** account to be told, sql`coalesce(r.user_id, r.create_by)` */
  readonly owner: RawBuilder<unknown>;
  /** which rows still count: not deleted, not cancelled */
  readonly alive: RawBuilder<SqlBool>;
  /** brings stored states up to date; answers how many rows changed */
  readonly refresh?: (db: Db, today: string) => Promise<number>;
}

/** Keeps the parts of a source together; the registry in `index.ts` lists them. */
export const expirySource = (source: ExpirySource): ExpirySource => source;

/** The address of a record: its detail inside its list page. */
export const pathOf = (entity: Expiring, id: string): string => `/project/${entity}?open=detail-${id}`;

export interface Span {
  from: string;
  to: string;
}
const conditions = (source: ExpirySource, { from, to }: Span, within: Expression<SqlBool> | null) => {
  const day = sql.ref(source.validTo);
  const own = sql`${source.alive} and ${day} >= ${from}::date and ${day} <= ${to}::date`;
  return within ? sql`${own} and ${within}` : own;
};

/** The row rights of the caller on the records of a source, bound to the permission to list them. */
export const withinReach = (ctx: Ctx, source: ExpirySource): Expression<SqlBool> =>
  scope(ctx, { dept: 'r.deptId', owner: 'r.createBy' }, [`project:${source.entity}:list`]);

interface Find extends Span {
  /** condition on the record, `withinReach` when a person asks, null for the platform itself */
  within: Expression<SqlBool> | null;
  limit: number;
}
/** What ends in a span of days, earliest first. */
export async function findExpiring(db: Db, source: ExpirySource, { within, limit, ...span }: Find): Promise<ExpiryRow[]> {
  const { rows } = await sql<ExpiryRow>`select r.id as "id", ${source.title} as "title", ${sql.ref(source.validTo)} as "validTo",
    r.dept_id as "deptId", ${source.owner} as "ownerId" from ${source.from} where ${conditions(source, span, within)}
    order by ${sql.ref(source.validTo)}, r.id limit ${limit}`.execute(db);
  return rows;
}

/** How much ends on each day of a span. */
export async function countExpiring(
  db: Db,
  source: ExpirySource,
  span: Span,
  within: Expression<SqlBool> | null,
): Promise<Map<string, number>> {
  const day = sql.ref(source.validTo);
  const { rows } = await sql<{ day: string; total: string }>`select ${day} as "day", count(*) as "total" from ${source.from}
    where ${conditions(source, span, within)} group by ${day}`.execute(db);
  return new Map(rows.map((row) => [row.day, Number(row.total)]));
}

import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { TIER_LABELS } from '#modules/sources/contract/table-kind.ts';

/** What a table belongs to, with the names of now. */
export interface TableAbout {
  readonly id: string;
  readonly sourceId: string;
  readonly sourceName: string | null;
  readonly schemaName: string;
  readonly tableName: string;
  readonly label: string | null;
  readonly tier: string | null;
  readonly tierName: string | null;
  readonly domainId: string | null;
  readonly domainName: string | null;
  readonly deptId: string | null;
  readonly deptName: string | null;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
}

/** Tables with their source, layer, domain, owner and the department that answers for them: that of the owner, else that of the source. */
export async function aboutTables(db: Db, ids: readonly string[]): Promise<Map<string, TableAbout>> {
  const { rows } = await sql<Omit<TableAbout, 'tierName'>>`
    select t.id, t.source_id, s.source_name, t.schema_name, t.table_name, coalesce(t.cn_name, t.table_comment) as label,
      t.tier, d.id as domain_id, d.domain_name,
      dept.id as dept_id, dept.dept_name, u.id as owner_id, u.nickname as owner_name
    from metadata_table t
      left join metadata_source s on s.id = t.source_id
      left join metadata_domain d on d.id = t.domain_id and d.deleted_at is null
      left join sys_user u on u.id = t.owner_id
      left join sys_dept dept on dept.id = coalesce(u.dept_id, s.create_dept) and dept.deleted_at is null
    where t.id = any(${[...ids]}::text[])`.execute(db);
  const labels: Readonly<Record<string, string>> = TIER_LABELS;
  return new Map(rows.map((row) => [row.id, { ...row, tierName: row.tier === null ? null : (labels[row.tier] ?? row.tier) }]));
}

import { sql } from 'kysely';
import { isUnrestricted } from '#kit/contract/access.ts';
import type { Account, Db } from '#kit/server/ctx.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import { scopeFor } from '#kit/server/scope.ts';
import { SOURCE_COLUMNS, inForce, isSubject, type GrantAction } from '#modules/sources/server/index.ts';
import { DESCRIBES_SOURCES, MANAGES_SOURCES } from './reach.ts';

/** Conditions of which a row must meet one; null = every row. */
export type Rows = readonly string[] | null;
export interface TableAccess {
  /** rows of columns that grants name */
  readonly named: ReadonlyMap<string, Rows>;
  /** rows of all other columns; undefined = the table consists of the named ones */
  readonly others: Rows | undefined;
  /** rows that hold anything for the caller */
  readonly rows: Rows;
}
const EVERYTHING: TableAccess = { named: new Map(), others: null, rows: null };
/** Rows of one column, undefined when the caller does not get the column at all. */
export const rowsOfColumn = (access: TableAccess | null, column: string): Rows | undefined =>
  access === null ? undefined : access.named.has(column) ? access.named.get(column) : access.others;
/** A table as grants name it. */
export interface NamedTable {
  readonly id: string;
  readonly schema: string;
  /** of a partition: the table that it is part of, in whose schema grants are looked for */
  readonly wholeOf?: { readonly schema: string };
}
export interface Grant {
  readonly id: string;
  readonly objectType: 'database' | 'schema' | 'table' | 'column';
  readonly objectId: string;
  readonly tableId: string | null;
  /** of a grant on a column */
  readonly columnName: string | null;
  readonly subjectType: 'role' | 'dept' | 'user';
  readonly subjectId: string;
  readonly actions: readonly string[];
  readonly rowFilter: string | null;
}
/** Why an account may do something with everything in a source. */
export type Ground = 'admin' | 'shared' | 'manager' | 'describer';

/** Either list of conditions holds; a list without conditions lifts the other. */
const either = (a: Rows | undefined, b: Rows | undefined): Rows | undefined => {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return a === null || b === null ? null : [...new Set([...a, ...b])];
};
const rowsOf = (grants: readonly Grant[]): Rows | undefined =>
  grants.reduce<Rows | undefined>((rows, grant) => either(rows, grant.rowFilter === null ? null : [grant.rowFilter]), undefined);

/** What one account may do with one source at one moment. */
export class Access {
  readonly grounds: readonly Ground[];
  readonly grants: readonly Grant[];
  readonly #sourceId: string;

  constructor(sourceId: string, grounds: readonly Ground[], grants: readonly Grant[]) {
    this.#sourceId = sourceId;
    this.grounds = grounds;
    this.grants = grants;
  }

  /** Grounds that give the action on the whole source. */
  groundsFor(action: GrantAction): readonly Ground[] {
    if (action === 'unmask') return [];
    return this.grounds.filter((ground) => ground !== 'describer' || action === 'meta');
  }

  /** Grants that give the action on the table or columns of it. */
  grantsFor(table: NamedTable, action: GrantAction): readonly Grant[] {
    return this.grants.filter((grant) => (action === 'meta' || grant.actions.includes(action)) && this.#covers(grant, table));
  }

  /** True when the action holds for everything in the source, without looking at its tables. */
  isWhole(action: GrantAction): boolean {
    return (
      this.groundsFor(action).length > 0 ||
      this.grants.some((grant) => grant.objectType === 'database' && grant.rowFilter === null && grant.actions.includes(action))
    );
  }

  /** Columns and rows of a table on which the action holds, null when there are none. */
  on(table: NamedTable, action: GrantAction): TableAccess | null {
    if (this.isWhole(action)) return EVERYTHING;
    const grants = this.grantsFor(table, action);
    if (grants.length === 0) return null;
    const others = rowsOf(grants.filter((grant) => grant.objectType !== 'column'));
    if (others === null) return EVERYTHING;
    const parts = grants.filter((grant) => grant.objectType === 'column' && grant.columnName !== null);
    const named = new Map(
      [...new Set(parts.map((grant) => grant.columnName!))].map((name) => [
        name,
        either(others, rowsOf(parts.filter((grant) => grant.columnName === name)))!,
      ]),
    );
    const rows = [others, ...named.values()].reduce<Rows | undefined>(either, undefined);
    return rows === undefined ? null : { named, others, rows };
  }

  /**
   * True when the caller sees the column in the clear. A grant of `unmask` with a condition counts only while the rows that the caller
   * gets of the column are those of the condition.
   */
  isClear(table: NamedTable, column: string, action: GrantAction): boolean {
    const rows = rowsOfColumn(this.on(table, 'unmask'), column);
    if (rows === undefined || rows === null) return rows === null;
    const seen = rowsOfColumn(this.on(table, action), column);
    return Array.isArray(seen) && seen.every((condition) => rows.includes(condition));
  }

  #covers(grant: Grant, table: NamedTable): boolean {
    if (grant.objectType === 'database') return true;
    if (grant.objectType === 'schema') return grant.objectId === `${this.#sourceId}.${(table.wholeOf ?? table).schema}`;
    return grant.tableId === table.id;
  }
}

/** What `accessFrom` needs of the row of a source. */
export interface AccessRow {
  readonly isShared: string;
  readonly isManager: boolean;
  readonly isDescriber: boolean;
  readonly grants: readonly Grant[];
}
/** To select of `metadata_source`: the grounds of an account, and its grants in force, in one statement. */
export const accessColumns = (account: Account, now: Date) =>
  [
    'metadataSource.isShared',
    sql<boolean>`${scopeFor(account, SOURCE_COLUMNS, MANAGES_SOURCES)}`.as('isManager'),
    sql<boolean>`${scopeFor(account, SOURCE_COLUMNS, DESCRIBES_SOURCES)}`.as('isDescriber'),
    sql<
      readonly Grant[]
    >`coalesce((select json_agg(json_build_object('id', held.id, 'objectType', held.object_type, 'objectId', held.object_id,
        'tableId', held.table_id, 'subjectType', held.subject_type, 'subjectId', held.subject_id, 'actions', held.actions,
        'rowFilter', held.row_filter, 'columnName', named.column_name) order by held.id)
      from metadata_authorize held
      left join metadata_column named on named.id = held.object_id and held.object_type = 'column' and named.deleted_at is null
      where held.source_id = metadata_source.id and ${inForce(now, 'held')} and ${isSubject(account, 'held')}), '[]')`.as('grants'),
  ] as const;

const readsMasked = new WeakSet<Account>();
/**
 * The account as one that reads for people who have no rights of their own: it gets what it gets, and every sensitive column masked, whatever
 * grants give. What may not be made of masked columns (conditions, counts, orders) is refused to it as to anybody.
 */
export function withoutUnmask(account: Account): Account {
  const masked = { ...account };
  readsMasked.add(masked);
  return masked;
}
const withoutClear = (grant: Grant): Grant => ({ ...grant, actions: grant.actions.filter((action) => action !== 'unmask') });

/** The access that a row tells of; a source that is gone gives none. */
export function accessFrom(account: Account, sourceId: string, row: AccessRow | undefined): Access {
  if (!row) return new Access(sourceId, [], []);
  const grounds: Ground[] = [];
  if (isUnrestricted(account)) grounds.push('admin');
  if (row.isShared === '1') grounds.push('shared');
  if (row.isManager) grounds.push('manager');
  else if (row.isDescriber) grounds.push('describer');
  return new Access(sourceId, grounds, readsMasked.has(account) ? row.grants.map(withoutClear) : row.grants);
}

/**
 * Reads what an account may do with a source now: always from the database, so that a grant, its end, a change of roles and an expiry
 * hold at the next request on every node.
 */
export async function accessOf(db: Db, account: Account, sourceId: string, now: Date): Promise<Access> {
  const query = db
    .selectFrom('metadataSource')
    .select(accessColumns(account, now))
    .where('metadataSource.id', '=', sourceId)
    .where('metadataSource.deletedAt', 'is', null);
  return accessFrom(account, sourceId, (await runPreparedQuery(db, query))[0]);
}

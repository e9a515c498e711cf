import { createHash } from 'node:crypto';
import { hideWhole, maskValue, type Mask as LibraryMask } from '#kit/core/mask/index.ts';
import type { App } from '#kit/server/ctx.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import type { CatalogTable } from '#modules/sources/core/index.ts';
import type { Checked } from '../../core/sql/check.ts';
import { violationOf, type MaskedColumn } from '../../core/sql/masking-rule.ts';
import { Refusal, type Lacked } from '../../core/sql/refusal.ts';
import { sourceOf, UNNAMED, type Derived, type Source as BaseColumn } from '../../core/sql/scope.ts';
import type { Access } from '../authorize/access.ts';
import { SENSITIVE_LEVELS } from '../authorize/seen.ts';
import type { GrantAction } from '#modules/sources/server/index.ts';
import { shownByClass } from '../classify/masks.ts';
import type { CheckedStatement } from './reader.ts';

/** How a column is shown to one caller who does not see it in the clear. */
export interface Mask extends MaskedColumn {
  readonly tableId: string;
  readonly columnName: string;
  readonly show: (value: unknown) => unknown;
  /** the mask of the class as a text; empty = the common one */
  readonly rule: string;
  /** what it is made of: a mask of the library, the common one, or hidden whole */
  readonly how: LibraryMask | 'common' | 'whole';
}
export type Sensitive = ReadonlyMap<BaseColumn, Mask>;

export interface Masking {
  /** by output position; true = masked */
  readonly hidden: readonly boolean[];
  readonly isAny: boolean;
  /** by output position: what is shown instead of a value, null = the value */
  readonly shows: readonly (Mask['show'] | null)[];
  readonly apply: (row: unknown[]) => unknown[];
}

/** Columns of these tables that the caller does not see in the clear, with how each is shown. */
export async function maskedColumns(
  app: App,
  tables: readonly CatalogTable[],
  rights: { access: Pick<Access, 'isClear'>; action: GrantAction },
): Promise<Sensitive> {
  // a table and its partitions are one to levels, under several names
  const byId = new Map<string, CatalogTable[]>();
  for (const table of tables) byId.set(table.id, [...(byId.get(table.id) ?? []), table]);
  const shown = new Map<BaseColumn, Mask>();
  if (byId.size === 0) return shown;
  const levelled = app.db
    .selectFrom('metadataColumn')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .select([
      'metadataColumn.tableId',
      'metadataColumn.columnName',
      'metadataColumn.classId',
      'metadataColumn.isMaskedWhole',
      'metadataClass.isLinkable',
    ])
    .where('metadataColumn.tableId', 'in', [...byId.keys()])
    .where((e) => e(e.fn.coalesce('metadataColumn.level', 'metadataClass.level'), 'in', SENSITIVE_LEVELS))
    .where('metadataColumn.deletedAt', 'is', null);
  const rows = await runPreparedQuery(app.db, levelled);
  const masked = rows.filter((row) => !rights.access.isClear(byId.get(row.tableId)![0]!, row.columnName, rights.action));
  const masks = await shownByClass(app, app.db, [...new Set(masked.flatMap((row) => (row.classId === null ? [] : [row.classId])))]);
  for (const row of masked) {
    const mask = row.classId === null ? undefined : masks.get(row.classId);
    const isWhole = row.isMaskedWhole === '1';
    const how: Mask = {
      tableId: row.tableId,
      columnName: row.columnName,
      // a value computed from a sensitive one may reveal more than the mask of the class would leave, also when compared: hidden whole
      show: isWhole ? hideWhole : (mask?.show ?? maskValue),
      rule: isWhole ? 'whole' : (mask?.rule ?? ''),
      isLinkable: row.isLinkable === '1' && !isWhole,
      how: isWhole ? 'whole' : (mask?.mask ?? 'common'),
    };
    for (const table of byId.get(row.tableId)!) shown.set(sourceOf(table, row.columnName), how);
  }
  return shown;
}

/** Columns of the tables of a checked statement that the caller sees masked, each with its mask. */
export const sensitiveColumns = (app: App, checked: Checked, rights: { access: Access; action: GrantAction }): Promise<Sensitive> =>
  maskedColumns(app, checked.tables, rights);

/** The right to see a masked column in the clear, with the other columns of its table of which the statement makes more than showing them. */
function clearOf(sensitive: Sensitive, column: BaseColumn, { uses, links }: Checked): Lacked | null {
  const mask = sensitive.get(column);
  if (!mask) return null;
  const used = [column, ...uses.keys(), ...links.flatMap(({ left, right }) => [left, right])];
  const same = used.flatMap((each) => sensitive.get(each) ?? []).filter(({ tableId }) => tableId === mask.tableId);
  return { tableId: mask.tableId, columns: [...new Set(same.map(({ columnName }) => columnName))], action: 'unmask' };
}

/** Throws Refusal when a statement, or a row filter put into it, would tell about a column that the caller sees masked. */
export function assertTellsNothing(
  sensitive: Sensitive,
  { checked, filterColumns }: Pick<CheckedStatement, 'checked' | 'filterColumns'>,
): void {
  if (sensitive.size === 0) return;
  if (checked.kind === 'write')
    for (const column of checked.columns)
      if (sensitive.has(column))
        throw new Refusal(
          `修改语句不能读取敏感字段“${column}”，请去掉该字段，或申请明文查看权限`,
          null,
          clearOf(sensitive, column, checked),
        );
  // a plan tells lengths and numbers of values by the statistics of its columns
  if (checked.verb === 'explain')
    for (const column of checked.columns)
      if (sensitive.has(column))
        throw new Refusal(
          `字段“${column}”对您已脱敏，不能查看读取它的执行计划，请去掉该字段，或申请明文查看权限`,
          null,
          clearOf(sensitive, column, checked),
        );
  const violation = violationOf(checked, sensitive);
  if (violation) throw new Refusal(violation.message, violation.offset, clearOf(sensitive, violation.column, checked));
  for (const column of filterColumns)
    if (sensitive.has(column)) throw new Refusal(`授权的行过滤条件使用了对您脱敏的字段“${column}”，不能读取数据，请联系管理员修改授权`);
}

/** How an output is shown: a masked column by the rule of its class; several, or one beside others, whole. */
function showing({ from }: Derived, sensitive: Sensitive): Mask['show'] | null {
  const masks = [...from].map((column) => sensitive.get(column));
  const [first] = masks.filter((mask) => mask !== undefined);
  if (!first) return null;
  return masks.every((mask) => mask?.rule === first.rule) ? first.show : hideWhole;
}

/**
 * Which output columns are masked and how: those that show a masked column. When the columns of the result cannot be matched with those
 * of the analysis, every column is hidden whole if the statement reads a masked one.
 */
export function maskingOf(sensitive: Sensitive, checked: Checked, names: readonly string[]): Masking {
  const { output } = checked;
  // A table that was changed since its last synchronisation may give the same number of other columns.
  const isMatched =
    output !== null &&
    output.length === names.length &&
    output.every((column, i) => column.name === checked.nameOf(names[i]!) || column.name === UNNAMED || column.from.size === 0);
  const readsSensitive = [...checked.columns].some((column) => sensitive.has(column));
  const shows = names.map((_, i) => (isMatched ? showing(output[i]!, sensitive) : readsSensitive ? hideWhole : null));
  const hidden = shows.map((show) => show !== null);
  const isAny = hidden.includes(true);
  return {
    hidden,
    shows,
    isAny: isAny || readsSensitive,
    apply: isAny ? (row) => row.map((value, i) => (shows[i] ? shows[i](value) : value)) : (row) => row,
  };
}

/** The profile of masks that were read already, see `maskProfile`. */
export const profileOf = (sensitive: Sensitive): string =>
  [...sensitive]
    .map(([column, { rule }]) => `${column} ${rule}`)
    .sort()
    .join('\n');

/**
 * A cache key for the masks that apply to a checked statement: the masked columns of its tables with the rule of each. Two accounts that
 * get the same rows and have equal profiles see the same values.
 */
export const maskProfile = async (app: App, passed: { checked: Checked; access: Access; action: GrantAction }): Promise<string> =>
  profileOf(await sensitiveColumns(app, passed.checked, passed));

/**
 * A digest of what a checked statement shows its caller: the statement with its rows and columns, and its masks. Equal digests mean equal
 * rows and values as long as the data stays.
 */
export const shownDigest = async (app: App, passed: CheckedStatement): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify([passed.text, await maskProfile(app, passed)]))
    .digest('hex');

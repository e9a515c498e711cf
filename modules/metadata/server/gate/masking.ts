import type { App } from '#kit/server/ctx.ts';
import { runSteady } from '#kit/server/db/prepared.ts';
import type { Checked } from '../../core/sql/check.ts';
import { hideWhole, maskValue, maskWith } from '../../core/mask.ts';
import { UNNAMED } from '../../core/sql/scope.ts';
import type { Output, Source as BaseColumn } from '../../core/sql/resolve.ts';
import type { Access } from '../authorize/access.ts';
import type { GrantAction } from '../authorize/held.ts';
import { digestOf, masksByClass } from '../classify/masks.ts';

/** Levels whose values nobody sees in the clear without a grant of `unmask`. */
const SENSITIVE_LEVELS = ['L3', 'L4'];

type Show = ((value: unknown) => unknown) & { /** the mask as a text; none = the common one */ readonly rule?: string };
const clear: Show = (value) => value;

export interface Masking {
  /** by output position; true = hide */
  readonly hidden: readonly boolean[];
  readonly isAny: boolean;
  readonly apply: (row: unknown[]) => unknown[];
}

export type Sensitive = ReadonlyMap<BaseColumn, Show>;

/** Sensitive base columns among those that a statement reads and the caller does not see in the clear, with how each is shown. */
export async function sensitiveColumns(app: App, checked: Checked, rights: { access: Access; action: GrantAction }): Promise<Sensitive> {
  const byId = new Map(checked.tables.map((table) => [table.id, table]));
  const shown = new Map<BaseColumn, Show>();
  if (byId.size === 0) return shown;
  const levelled = app.db
    .selectFrom('metadataColumn')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .select(['metadataColumn.tableId', 'metadataColumn.columnName', 'metadataColumn.classId'])
    .where('metadataColumn.tableId', 'in', [...byId.keys()])
    .where((e) => e(e.fn.coalesce('metadataColumn.level', 'metadataClass.level'), 'in', SENSITIVE_LEVELS))
    .where('metadataColumn.deletedAt', 'is', null);
  const rows = await runSteady(app.db, levelled);
  const masked = rows.filter((row) => !rights.access.isClear(byId.get(row.tableId)!, row.columnName, rights.action));
  const masks = await masksByClass(app.db, [...new Set(masked.flatMap((row) => (row.classId === null ? [] : [row.classId])))]);
  const digest = digestOf(app);
  for (const row of masked) {
    const table = byId.get(row.tableId)!;
    const mask = row.classId === null ? undefined : masks.get(row.classId);
    shown.set(
      `${table.schema}.${table.name}.${row.columnName}`,
      mask ? Object.assign((value: unknown) => maskWith(mask, value, digest), { rule: JSON.stringify(mask) }) : maskValue,
    );
  }
  return shown;
}

/**
 * True when an output column shows a sensitive value: it comes from one, or it stands in rows that were chosen by one. Comparing two
 * columns gives nothing away when both are sensitive.
 */
export function isHidden({ from, via }: Pick<Output, 'from' | 'via'>, sensitive: { has(column: BaseColumn): boolean }): boolean {
  if ([...from].some((column) => sensitive.has(column))) return true;
  return via.some(([a, b]) => (b === undefined ? sensitive.has(a!) : sensitive.has(a!) !== sensitive.has(b)));
}

/** How an output is shown: a sensitive column as it is by the rule of its class, anything made from one not at all. */
function showing(output: Output, sensitive: ReadonlyMap<BaseColumn, Show>): Show {
  if (!isHidden(output, sensitive)) return clear;
  const rule = output.identity === null || output.from.size !== 1 ? undefined : sensitive.get(output.identity);
  return rule && !isHidden({ from: new Set(), via: output.via }, sensitive) ? rule : hideWhole;
}

/**
 * The sensitive column by which a statement chooses, orders or (for outputs named by `isKey`) groups its rows, null when there is none:
 * the values of such rows are hidden, but asked again and again their number spells out what is in the column.
 */
export function toldByRows(sensitive: Sensitive, { output }: Checked, isKey: (name: string) => boolean): BaseColumn | null {
  const nothing = new Set<BaseColumn>();
  for (const { name, from, via, identity } of output ?? []) {
    if (isHidden({ from: nothing, via }, sensitive)) return via.flat().find((column) => sensitive.has(column)) ?? null;
    if (identity === null && isKey(name)) for (const column of from) if (sensitive.has(column)) return column;
  }
  return null;
}

/**
 * What a statement has to do with values that the caller does not see in the clear: the first such column that it reads, if any, and
 * whether its tables hold any at all. For statements whose number of rows is told, or that leave what they read elsewhere.
 */
export async function hiddenFrom(
  app: App,
  checked: Checked,
  rights: { access: Access; action: GrantAction },
): Promise<{ read: BaseColumn | null; isAny: boolean }> {
  const sensitive = await sensitiveColumns(app, checked, rights);
  return { read: [...checked.columns].find((column) => sensitive.has(column)) ?? null, isAny: sensitive.size > 0 };
}

/**
 * Which output columns are hidden and how: those whose value comes from a sensitive column in any way. When the columns of the result
 * cannot be matched with those of the analysis, every column is hidden whole if the statement reads a sensitive one.
 */
export function maskingOf(sensitive: Sensitive, checked: Checked, names: readonly string[]): Masking {
  const { output } = checked;
  // A table that was changed since its last synchronisation may give the same number of other columns.
  const isMatched =
    output !== null &&
    output.length === names.length &&
    output.every((column, i) => column.name === checked.nameOf(names[i]!) || column.name === UNNAMED || column.from.size === 0);
  const readsSensitive = [...checked.columns].some((column) => sensitive.has(column));
  const shows = names.map((_, i) => (isMatched ? showing(output[i]!, sensitive) : readsSensitive ? hideWhole : clear));
  const hidden = shows.map((show) => show !== clear);
  const isAny = hidden.includes(true);
  return {
    hidden,
    isAny: isAny || readsSensitive,
    apply: isAny ? (row) => row.map((value, i) => shows[i]!(value)) : (row) => row,
  };
}

/** Masks as a text: every sensitive column with the mask of its class. */
export const profileOf = (sensitive: Sensitive): string =>
  [...sensitive]
    .map(([column, { rule }]) => `${column} ${rule ?? ''}`)
    .sort()
    .join('\n');

/** What of a checked statement the caller sees masked, as a text: equal texts mean that two accounts with the same rows see the same values. */
export const maskProfile = async (app: App, passed: { checked: Checked; access: Access; action: GrantAction }): Promise<string> =>
  profileOf(await sensitiveColumns(app, passed.checked, passed));

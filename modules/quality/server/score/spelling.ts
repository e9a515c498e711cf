import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import { tellsValues } from '../../core/index.ts';
import { furtherTables } from '../rules/tables.ts';

const SENSITIVE = ['L3', 'L4'];

const FORMULA = 'custom_formula';
/** Rules that formulas refer to; those are no formulas themselves. */
const referredBy = (configs: readonly RuleConfig[]): string[] => [
  ...new Set(configs.flatMap(({ ruleItemCode, custom }) => (ruleItemCode === FORMULA ? (custom?.ruleIds ?? []) : []))),
];

/** Names between brackets: the columns of an expression of people. */
const namesIn = (expression: string | undefined): string[] => [...(expression ?? '').matchAll(/\[([^\]]+)\]/g)].map(([, name]) => name!);

interface Asking {
  readonly id: string;
  readonly ruleTableId: string;
  readonly ruleColumnId: string | null;
  readonly ruleConfig: unknown;
}

/**
 * Rules whose counts could spell values of sensitive columns (L3, L4), whoever looks. A rule that names its columns only in an expression or a
 * statement is taken to read all that it names, and a statement all columns of its table.
 */
export async function rulesThatSpell(db: Db, ruleIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (ruleIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('qualityCheckRule')
    .select(['id', 'ruleTableId', 'ruleColumnId', 'ruleConfig'])
    .where('id', 'in', [...ruleIds])
    .execute();
  return thatSpell(db, rows);
}

/** Reports whose counts could, by what their rules asked when they ran. */
export async function reportsThatSpell(db: Db, reportIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (reportIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('qualityCheckReport')
    .select(['id', 'ruleTableId', 'ruleColumnId', 'ruleConfig'])
    .where(sql<boolean>`id = any(${reportIds}::text[])`)
    .execute();
  return thatSpell(db, rows);
}

async function thatSpell(db: Db, rows: readonly Asking[]): Promise<ReadonlySet<string>> {
  const held = rows.map((row) => ({ ...row, config: RuleConfig.parse(row.ruleConfig) })).filter(({ config }) => tellsValues(config));
  const referred = await rulesThatSpell(db, referredBy(held.map(({ config }) => config)));
  const tableIds = [...new Set(held.flatMap(({ ruleTableId, config }) => [ruleTableId, ...furtherTables(config)]))];
  if (held.length === 0) return new Set();
  const columns = await db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId', 'columnName'])
    .where('tableId', 'in', tableIds)
    .where('level', 'in', SENSITIVE)
    .execute();
  const spells = ({ ruleTableId, ruleColumnId, config }: (typeof held)[number]): boolean => {
    if (config.ruleItemCode === FORMULA) return config.custom?.ruleIds?.some((id) => referred.has(id)) ?? false;
    const text = JSON.stringify(config);
    const named = new Set([...namesIn(config.filter), ...namesIn(text)]);
    const isStatement = config.ruleItemCode.startsWith('custom_');
    const tables = [ruleTableId, ...furtherTables(config)];
    return columns.some(
      ({ id, tableId, columnName }) =>
        id === ruleColumnId ||
        text.includes(`"${id}"`) ||
        (tableId === ruleTableId && isStatement) ||
        (tables.includes(tableId) && named.has(columnName)),
    );
  };
  return new Set(held.filter(spells).map(({ id }) => id));
}

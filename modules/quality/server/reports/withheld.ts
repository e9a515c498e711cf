import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { wholeColumns, wholeColumnsOf, type CompiledReading, type WholeColumn } from '#modules/gate/server/index.ts';
import type { Source } from '#modules/sources/server/index.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import { ConfigProblem, fillConfig, tellsValues, type RuleTable } from '../../core/index.ts';
import { furtherTables, localMoment, quotesOf, ruleTable, ruleTables, tablesIn } from '../rules/tables.ts';
import { checkRules, isEarlier, ofVisibleReport, ownerOfReport } from '../rules/queries.ts';
import { openSource } from '../rules/reading.ts';
import { partOf } from '../run/part.ts';

/** A rule, or what a report keeps of one. */
export interface Judged {
  readonly id: string;
  readonly ownerId: string;
  readonly ruleSourceId: string;
  readonly ruleTableId: string;
  readonly ruleColumnId: string | null;
  readonly ruleConfig: unknown;
}
type Open = (sourceId: string) => ReturnType<typeof openSource>;

/** What is kept once while a list of rules is judged. */
function remembered<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

const clearIn = (table: RuleTable, seen: ReadonlyMap<string, WholeColumn> | undefined): ReadonlySet<string> =>
  new Set(table.columns.filter(({ id }) => seen?.get(id) === 'clear').map(({ name }) => name));

class Reader {
  readonly #ctx: Ctx;
  readonly #open: Open;
  readonly #tables = new Map<string, Promise<RuleTable | null>>();
  readonly #clear = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
    this.#open = remembered((sourceId) => openSource(ctx, sourceId));
  }

  /** Names of the columns of a table of which the caller reads all rows in the clear. */
  #clearOf(sourceId: string, table: RuleTable): Promise<ReadonlySet<string>> {
    const make = async () => {
      const seen = await wholeColumns(this.#ctx, { id: table.id, sourceId, schema: table.schema });
      return clearIn(table, seen);
    };
    const found = this.#clear.get(table.id) ?? make();
    this.#clear.set(table.id, found);
    return found;
  }

  /** Reads the tables of these rules at once, so that a list costs as many statements as one of its rules. */
  async prepare(rules: readonly Judged[]): Promise<void> {
    const bySource = new Map<string, Set<string>>();
    for (const { ruleConfig, ruleSourceId, ruleTableId } of rules) {
      const config = RuleConfig.parse(ruleConfig);
      if (config.ruleItemCode === 'custom_formula' || !tellsValues(config)) continue;
      const known = bySource.get(ruleSourceId) ?? new Set();
      bySource.set(ruleSourceId, known.add(ruleTableId));
    }
    for (const [sourceId, ids] of bySource) {
      // a source that cannot be opened is told of each of its rules
      const source = await this.#open(sourceId).then(
        (opened) => opened.source,
        () => null,
      );
      if (!source) continue;
      const tables = await tablesIn(this.#ctx, source, [...ids]);
      const whole = await wholeColumnsOf(this.#ctx, sourceId, [...tables.values()]);
      for (const id of ids) this.#tables.set(id, Promise.resolve(tables.get(id) ?? null));
      for (const table of tables.values()) this.#clear.set(table.id, Promise.resolve(clearIn(table, whole.get(table.id))));
    }
  }

  async mayKnow(rule: Judged): Promise<boolean> {
    const config = RuleConfig.parse(rule.ruleConfig);
    const isCustom = config.ruleItemCode.startsWith('custom_');
    if (isCustom && rule.ownerId === this.#ctx.user.id) return true;
    if (config.ruleItemCode === 'custom_formula') return this.#mayKnowAll(config.custom?.ruleIds ?? []);
    if (!tellsValues(config)) return true;
    const { source } = await this.#open(rule.ruleSourceId);
    const table = await (this.#tables.get(rule.ruleTableId) ??
      this.#remember(rule.ruleTableId, ruleTable(this.#ctx, source, rule.ruleTableId)));
    if (!table) return false;
    const tables = await this.#related(source, furtherTables(config));
    // which columns the statement of a person reads is not known here: all of its table
    const all: CompiledReading[] = [{ tableId: table.id, columns: table.columns.map(({ name }) => name) }];
    const run = { table, tables, now: localMoment(this.#ctx.now), quotes: quotesOf(source) };
    const codeSet = { name: '', codes: [''] };
    const filled = { id: rule.id, columnId: rule.ruleColumnId, config: fillConfig(config, run.now), codeSet };
    for (const { tableId, columns } of isCustom ? all : partOf(run, filled).reads) {
      const read = tableId === table.id ? table : tables.get(tableId);
      if (!read) return false;
      const clear = await this.#clearOf(read.sourceId ?? rule.ruleSourceId, read);
      if (!columns.every((name) => clear.has(name))) return false;
    }
    return true;
  }
  /** The number of a formula tells of those that it is made of. */
  async #mayKnowAll(ruleIds: readonly string[]): Promise<boolean> {
    const rows = await checkRules(this.#ctx, ['quality:rule:list'])
      .select([
        'rule.id',
        'rule.ownerId',
        'rule.ruleSourceId',
        'rule.ruleTableId',
        'rule.ruleColumnId',
        'rule.ruleConfig',
        'rule.ruleItemId',
      ])
      .where('rule.id', 'in', ['', ...ruleIds])
      .execute();
    if (rows.length < new Set(ruleIds).size || rows.some(({ ruleItemId }) => ruleItemId === 'custom_formula')) return false;
    for (const row of rows) if (!(await this.mayKnow(row))) return false;
    // numbers of the formula may be of a time when they asked something else
    const earlier = await earlierReports(this.#ctx)
      .distinctOn(['report.checkRuleId', 'report.ruleConfig', 'report.ruleTableId', 'report.ruleColumnId'])
      .where('report.checkRuleId', 'in', ['', ...ruleIds])
      .execute();
    for (const row of earlier) if (!row.isSeen || !(await this.mayKnow(row))) return false;
    return true;
  }
  async #related(source: Source, ids: readonly string[]): Promise<ReadonlyMap<string, RuleTable>> {
    const found = new Map<string, RuleTable>();
    for (const id of ids) {
      const look = () => ruleTables(this.#ctx, source, [id]).then((tables) => tables.get(id) ?? null);
      const table = await (this.#tables.get(id) ?? this.#remember(id, look()));
      if (table) found.set(id, table);
    }
    return found;
  }
  #remember(id: string, table: Promise<RuleTable | null>): Promise<RuleTable | null> {
    this.#tables.set(id, table);
    return table;
  }
}

/** Reports of rules that ask something else by now, and whether the caller sees the table that they are of. */
const earlierReports = (ctx: Ctx) =>
  ctx.db
    .selectFrom('qualityCheckReport as report')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'report.checkRuleId')
    .select(['report.id', 'report.ruleSourceId', 'report.ruleTableId', 'report.ruleColumnId', 'report.ruleConfig'])
    .select(ownerOfReport('report'))
    .select(ofVisibleReport(ctx).as('isSeen'))
    .where(isEarlier('report'));

/**
 * Those of these reports whose numbers the caller may not know though he may know what their rules find now: they were made when the rules asked
 * something else.
 */
export async function withheldEarlier(ctx: Ctx, reportIds: readonly (string | null)[]): Promise<ReadonlySet<string>> {
  const ids = reportIds.filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows = await earlierReports(ctx)
    .where(sql<boolean>`report.id = any(${ids}::text[])`)
    .execute();
  const unseen = rows.filter(({ isSeen }) => !isSeen).map(({ id }) => id);
  return new Set([...unseen, ...(await withheld(ctx, rows))]);
}

/**
 * Rules whose numbers and values the caller may not know: they hold a column against something that its owner wrote (a bound, a pattern, a
 * filter, a statement), so that counts spell values of columns that the caller sees masked, under a row filter, or not at all.
 */
export async function withheld(ctx: Ctx, rules: readonly Judged[]): Promise<ReadonlySet<string>> {
  const reader = new Reader(ctx);
  const hidden = new Set<string>();
  await reader.prepare(rules);
  for (const rule of rules) {
    try {
      if (!(await reader.mayKnow(rule))) hidden.add(rule.id);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ConfigProblem)) throw error;
      hidden.add(rule.id);
    }
  }
  return hidden;
}

import type { Ctx } from '#kit/server/ctx.ts';
import { ACTION_LABELS } from '../../contract/authorize.ts';
import { type Catalog, type CatalogTable, dialectOf, type Dialect } from '#modules/sources/core/index.ts';
import { checkStatement, textToParse, type Checked, type Parsed } from '../../core/sql/check.ts';
import { lex, type Statement } from '../../core/sql/lex.ts';
import { Refusal, type Lacked } from '../../core/sql/refusal.ts';
import { assertSameTables, rewrite, type Replacement } from '../../core/sql/rewrite.ts';
import type { Source as BaseColumn } from '../../core/sql/scope.ts';
import { accessOf, rowsOfColumn, type Access, type Rows, type TableAccess } from '../authorize/access.ts';
import { conditionFor } from '../authorize/filters.ts';
import { type GrantAction, catalogOfSource, type Source } from '#modules/sources/server/index.ts';

type Parse = (text: string) => Promise<Parsed>;

/** A statement that passed the gate, with what it reads and the text that runs. */
export interface CheckedStatement {
  readonly statement: Statement;
  readonly checked: Checked;
  /** the statement with the caller's rows and columns in place of tables */
  readonly text: string;
  readonly replacements: readonly Replacement[];
  /** base columns that row filters of grants read */
  readonly filterColumns: ReadonlySet<BaseColumn>;
  /** what it was checked for, and the rights at that moment */
  readonly action: GrantAction;
  readonly access: Access;
  /** schemas that names without one are looked for in, as the check did */
  readonly searchPath: readonly string[];
}

/** What a purpose needs: a preview and an export have actions of their own. */
export const actionOf = (purpose: string | undefined): GrantAction => (purpose === 'preview' || purpose === 'export' ? purpose : 'query');

const ASK = '，请在元数据详情页点击“申请权限”，或联系数据管理员授权';

/**
 * Keeps other conditions from being tried on rows that the filter takes away: an error in one of them would tell about these rows. Where
 * a server is not known to hold to it, the source's own words are withheld as well.
 */
const FENCE: Partial<Record<Dialect['name'], string>> = { postgres: ' offset 0', mysql: ' limit 18446744073709551615' };

/** A condition may end with a comment: the line ends with it. */
const together = (conditions: readonly string[]): string => conditions.map((condition) => `(${condition}\n)`).join(' or ');

const nameKey = ({ schema, name }: CatalogTable): string => JSON.stringify([schema, name]);

/** Rights of one caller on a source at one moment: gives the check a catalogue reduced to them, and rewrites statements to granted rows and columns. */
export class Reader {
  readonly access: Access;
  readonly action: GrantAction;
  readonly catalog: Catalog;
  readonly #full: Catalog;
  readonly #ctx: Ctx;
  readonly #source: Source;
  readonly #dialect: Dialect;
  readonly #parse: Parse;
  /** columns that were taken out of tables of the statement, by name, where the caller may know of them */
  readonly #missing = new Map<string, { readonly full: string; readonly tableId: string; readonly name: string }>();
  /** tables that the statement names, by name, with all their columns: a table and its partitions have one id */
  readonly #tables = new Map<string, CatalogTable>();

  private constructor(ctx: Ctx, source: Source, given: { access: Access; action: GrantAction; full: Catalog; parse: Parse }) {
    this.#ctx = ctx;
    this.#source = source;
    this.#dialect = dialectOf(source.adapter.dialect);
    this.#full = given.full;
    this.#parse = given.parse;
    this.access = given.access;
    this.action = given.action;
    this.catalog = this.access.isWhole(this.action)
      ? this.#full
      : { ...this.#full, find: (schema, name) => this.#trim(this.#full.find(schema, name)) };
  }

  static async open(ctx: Ctx, source: Source, action: GrantAction, parse: Parse): Promise<Reader> {
    const [access, full] = await Promise.all([
      accessOf(ctx.app.db, ctx.user, source.id, ctx.app.now()),
      catalogOfSource(ctx.app.db, source),
    ]);
    return new Reader(ctx, source, { access, action, full, parse });
  }

  #trim(table: CatalogTable | null): CatalogTable | null {
    if (table === null) return null;
    this.#tables.set(nameKey(table), table);
    const held = this.access.on(table, this.action);
    const known = this.access.on(table, 'meta');
    if (held === null) {
      // Without the right to know of the table the answer is that of a table that does not exist.
      if (known === null) return null;
      throw this.#lacks(`没有表“${table.schema}.${table.name}”的`, null, { tableId: table.id, columns: [] });
    }
    if (held.others !== undefined) return table;
    const columns = table.columns.filter((column) => held.named.has(column));
    for (const column of table.columns)
      if (!held.named.has(column) && rowsOfColumn(known, column) !== undefined)
        this.#missing.set(this.#dialect.names.stored(column), {
          full: `${table.schema}.${table.name}.${column}`,
          tableId: table.id,
          name: column,
        });
    return { ...table, columns };
  }

  #lacks(what: string, offset: number | null, place: Pick<Lacked, 'tableId' | 'columns'>): Refusal {
    return new Refusal(`${what}${ACTION_LABELS[this.action]}权限${ASK}`, offset, { ...place, action: this.action });
  }

  /** Replaces an unknown-column refusal by one about rights, if the column exists and the caller may know of it but not read it. */
  explain(refusal: Refusal): Refusal {
    for (const [column, { full, tableId, name }] of this.#missing)
      if (refusal.message.toLowerCase().includes(`“${column.toLowerCase()}”`))
        return this.#lacks(`没有字段“${full}”的`, refusal.offset, { tableId, columns: [name] });
    return refusal;
  }

  /** What runs: rows and columns that grants leave out are gone before anything else of the statement sees them. */
  async limit(statement: Statement, checked: Checked, leave: { mayWrite: boolean; hasParams: boolean }): Promise<CheckedStatement> {
    const replacements: Replacement[] = [];
    const filterColumns = new Set<BaseColumn>();
    for (const ref of checked.refs) {
      const whole = this.#tables.get(nameKey(ref.table)) ?? ref.table;
      const held = this.access.on(whole, this.action);
      if (held === null) throw this.#lacks(`没有表“${ref.table.name}”的`, ref.start, { tableId: ref.table.id, columns: [] });
      if (held.rows === null && held.named.size === 0) continue;
      replacements.push({ ref, sql: await this.#query(whole, held, filterColumns) });
    }
    const rights = { filterColumns, action: this.action, access: this.access, searchPath: this.#full.searchPath };
    if (replacements.length === 0) return { statement, checked, text: statement.text, replacements, ...rights };
    const text = rewrite(statement, replacements, this.#dialect);
    const [again, ...more] = lex(text, this.#dialect);
    if (!again || more.length > 0) throw new Refusal('语句无法与行级或字段权限结合，请简化写法');
    const after = checkStatement(again, await this.#parse(textToParse(again, this.#dialect)), this.#full, leave, this.#dialect);
    assertSameTables(checked, after, replacements, this.#dialect);
    return { statement, checked, text: again.text, replacements, ...rights };
  }

  /** The query that stands for a table; the columns that its conditions read go into `filterColumns`. */
  async #query(table: CatalogTable, held: TableAccess, filterColumns: Set<BaseColumn>): Promise<string> {
    const { quote, name: dialect } = this.#dialect;
    const texts = new Map<string, string | null>();
    for (const condition of new Set([held.rows, held.others, ...held.named.values()].flatMap((rows) => rows ?? []))) {
      const found = await conditionFor(this.#ctx.app.db, this.#ctx.user, this.#source, table, condition);
      texts.set(condition, found?.sql ?? null);
      for (const column of found?.columns ?? []) filterColumns.add(column);
    }
    // A condition that no longer fits the table gives no rows beside others that do.
    const sqlOf = (rows: Rows): string | null => {
      if (rows === null) return null;
      const valid = rows.flatMap((condition) => texts.get(condition) ?? []);
      return valid.length === 0 ? '1 = 0' : together(valid);
    };
    // refused, because an empty result would be taken for the actual data
    if (held.rows?.length && held.rows.every((condition) => texts.get(condition) === null))
      throw new Refusal(`表“${table.name}”的行过滤条件已不适用于现在的表结构，不能读取数据，请联系管理员修改授权`);
    const where = sqlOf(held.rows);
    const columns = table.columns.flatMap((column) => {
      const rows = rowsOfColumn(held, column);
      if (rows === undefined) return [];
      const own = sqlOf(rows);
      return own === where || own === null ? [quote(column)] : [`case when ${own} then ${quote(column)} end as ${quote(column)}`];
    });
    const from = `${quote(table.schema)}.${quote(table.name)}`;
    return `select ${columns.join(', ')} from ${from}${where === null ? '' : ` where ${where}${FENCE[dialect] ?? ''}`}`;
  }
}

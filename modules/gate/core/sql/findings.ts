import {
  offsetOf,
  placeOf,
  spanOf,
  type Node,
  type Catalog,
  type CatalogTable,
  type Dialect,
  foldedName,
  nameOf,
} from '#modules/sources/core/index.ts';
import { columnOf, tableOf } from './lookup.ts';
import { Refusal } from './refusal.ts';
import type { Link, Use } from './masking-rule.ts';
import { Scope, renamed, type Derived, type Relation, type Source, type Value } from './scope.ts';

/** A place in the text where a base table is named, its schema included; positions count UTF-16 units in the statement. */
export interface TableRef {
  readonly table: CatalogTable;
  readonly start: number;
  readonly end: number;
  /** the name by which the statement calls it */
  readonly alias: string;
  /** false when it is called by the table's own name */
  readonly hasAlias: boolean;
  /** nothing hangs on the name but an alias: no list of column names, sampling or index hint */
  readonly isPlain: boolean;
  /** data is changed here */
  readonly isTarget: boolean;
}
export interface Lineage {
  readonly tables: readonly CatalogTable[];
  readonly refs: readonly TableRef[];
  readonly columns: ReadonlySet<Source>;
  /** base columns of which more is made than showing, counting and asking for null, with the first place where */
  readonly uses: ReadonlyMap<Source, Use>;
  /** pairs of columns that a join compares for being equal */
  readonly links: readonly Link[];
  readonly output: readonly Derived[];
}

/** Parts of a table reference that a derived table in its place may have as well. */
const PLAIN_PARTS = new Set(['name', 'schema', 'catalog', 'alias', 'alias_explicit_as', 'span']);
const isNothing = (part: unknown) => part === null || part === undefined || part === false || (Array.isArray(part) && part.length === 0);
/** A short text can name a table a million times over; what takes longer to analyse than this is refused. */
const MAX_WORK = 1_000_000;

/** What has been found in a statement so far: tables with their places, columns, and how much work it took. */
export class Findings {
  protected readonly catalog: Catalog;
  protected readonly dialect: Dialect;
  /** tables and columns of the tree that have been dealt with */
  protected readonly seen = new WeakSet<object>();
  /** true while tables are named that the statement changes */
  protected isTargeting = false;
  readonly #tables = new Map<string, CatalogTable>();
  readonly #columns = new Set<Source>();
  readonly #refs = new Map<Node, TableRef>();
  readonly #spellings = new Map<string, string>();
  readonly #uses = new Map<Source, Use>();
  readonly #links: Link[] = [];
  #place = '语句';
  #work = 0;

  constructor(catalog: Catalog, dialect: Dialect) {
    this.catalog = catalog;
    this.dialect = dialect;
  }

  protected result() {
    const refs = [...this.#refs.values()].sort((a, b) => a.start - b.start);
    return { tables: [...this.#tables.values()], columns: this.#columns, uses: this.#uses, links: this.#links, refs };
  }

  protected scope(parent: Scope | null, over: { isNested?: boolean; isWide?: boolean } = {}): Scope {
    return new Scope(parent, this.dialect, over);
  }
  protected name(node: unknown): string | null {
    return foldedName(node, this.dialect);
  }
  protected renamed(columns: readonly Derived[], names: readonly unknown[]): readonly Derived[] {
    return renamed(columns, names, this.dialect);
  }

  protected spend(work: number): void {
    this.#work += work;
    if (this.#work > MAX_WORK) throw new Refusal('查询过于复杂，请简化后重试');
  }

  /** Two spellings of one name: whether they are one name is known to the server alone. */
  protected spell(node: unknown): void {
    const name = nameOf(node);
    if (!name || !this.dialect.names.hasCaseDoubt) return;
    const key = this.dialect.names.fold(name);
    const before = this.#spellings.get(key) ?? name.text;
    if (before !== name.text) throw new Refusal(`“${before}”与“${name.text}”仅大小写不同，请统一写法`, offsetOf(node));
    this.#spellings.set(key, name.text);
  }

  protected table(
    body: Node,
    scope: Scope,
    over: { alias?: string | null; names?: readonly unknown[]; isTarget?: boolean } = {},
  ): Relation {
    this.seen.add(body);
    this.spell(body.name);
    this.spell(body.alias);
    const found = tableOf(body, scope, this.catalog);
    const names = over.names ?? [];
    const relation = { ...found, alias: over.alias ?? found.alias, columns: this.renamed(found.columns, names) };
    if (!relation.table) return relation;
    if (body.only === true) throw new Refusal('不支持 ONLY 写法', offsetOf(body));
    this.#tables.set(JSON.stringify([relation.table.schema, relation.table.name]), relation.table);
    const name = spanOf(body.name);
    if (!name) throw new Refusal('不支持的写法，无法确定读取了哪些数据');
    this.#refs.set(body, {
      table: relation.table,
      start: spanOf(body.schema)?.start ?? name.start,
      end: name.end,
      alias: over.alias ?? this.called(body),
      hasAlias: (over.alias ?? null) !== null || Boolean(body.alias),
      isPlain: names.length === 0 && Object.keys(body).every((key) => PLAIN_PARTS.has(key) || isNothing(body[key])),
      isTarget: over.isTarget ?? this.isTargeting,
    });
    return relation;
  }

  /** The name by which a statement calls a table; spelled as written where the spelling may matter. */
  protected called(body: Node): string {
    const node = body.alias ?? body.name;
    return (this.dialect.names.hasCaseDoubt ? nameOf(node)?.text : this.name(node)) ?? '';
  }

  protected columnValue(path: readonly unknown[], scope: Scope, body?: Node): Value {
    if (body) this.seen.add(body);
    const value = columnOf(path, scope, (work) => this.spend(work));
    this.note(value.from);
    if (value.taken) this.assertRows(body ?? path[0]);
    if (value.taken) this.in('整行引用', () => this.use(value.taken!, body ?? path[0]));
    return value;
  }

  /** A row as a whole has also the columns that nobody may see. */
  protected assertRows(at: unknown): void {
    if (this.catalog.hidesColumns) throw new Refusal('该数据源不支持整行引用，请写出具体字段', offsetOf(at));
  }

  protected note(from: ReadonlySet<Source>): ReadonlySet<Source> {
    this.spend(from.size);
    for (const source of from) this.#columns.add(source);
    return from;
  }

  /** Reads a part of the statement; what is used there is said to be used at `place`, in the words of a refusal. */
  protected in<T>(place: string, read: () => T): T {
    const before = this.#place;
    this.#place = place;
    try {
      return read();
    } finally {
      this.#place = before;
    }
  }

  /** Something is made of these columns that tells about their values. */
  protected use(from: ReadonlySet<Source>, at: unknown = null): ReadonlySet<Source> {
    this.spend(from.size);
    const use = { place: this.#place, offset: placeOf(at) };
    for (const source of from) if (!this.#uses.has(source)) this.#uses.set(source, use);
    return from;
  }

  /** Two columns of different tables are compared for being equal; anything else that is compared is a use. */
  protected equate(left: Value, right: Value, at: unknown): void {
    const isJoin = left.relation && right.relation && left.relation !== right.relation;
    if (isJoin && left.identity !== null && right.identity !== null)
      this.#links.push({ left: left.identity, right: right.identity, offset: placeOf(at) });
    else for (const { from } of [left, right]) this.use(from, at);
  }
}

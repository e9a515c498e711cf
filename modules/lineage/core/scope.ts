import { type Column, columnOf, distinct, isOpen, lists, type Relation, type Source, source, starColumns } from './relation.ts';
import type { Session } from './session.ts';
import { isPlaceholder, isSetting } from './template.ts';
import type { Tree } from './tree.ts';
import { isPseudoColumn, namesRows } from './dialects.ts';

/** A common table expression; while it is being read (recursion) it has the columns of its anchor only. */
export interface CommonTable {
  readonly columns: readonly Column[];
}

/** The names that an expression can see: relations of its query, CTEs, parameters of lambdas, and those of the queries around it. */
export class Scope {
  readonly session: Session;
  readonly parent: Scope | null;
  /** this scope and those around it, inside out */
  readonly chain: readonly Scope[];
  relations: Relation[] = [];
  readonly tables = new Map<string, CommonTable>();
  /** aliases of the projections before */
  readonly aliases = new Map<string, readonly Source[]>();
  /** `WITH expression AS name` of ClickHouse */
  readonly definitions = new Map<string, (from: Scope) => readonly Source[]>();
  /** named windows, looked up for OVER name */
  readonly windows = new Map<string, Tree>();
  readonly parameters: ReadonlySet<string>;
  /** GROUP BY, HAVING and ORDER BY see the names of the projection before those of the tables */
  aliasFirst = false;

  constructor(session: Session, parent: Scope | null, parameters: ReadonlySet<string> = new Set()) {
    this.session = session;
    this.parent = parent;
    this.parameters = parameters;
    this.chain = [this, ...(parent?.chain ?? [])];
  }

  /** A scope inside this one that sees the given relations. */
  inside(relations: Relation[] = []): Scope {
    const scope = new Scope(this.session, this);
    scope.relations = relations;
    return scope;
  }

  commonTable(name: string): CommonTable | null {
    for (const scope of this.chain) {
      const found = scope.tables.get(name);
      if (found) return found;
    }
    return null;
  }

  /** The definition of a named window, here or around. */
  window(name: string): Tree | null {
    for (const scope of this.chain) {
      const found = scope.windows.get(name);
      if (found) return found;
    }
    return null;
  }

  /** The relation that a qualifier means, here or around. */
  relation(qualifier: string): Relation | null {
    for (const scope of this.chain) {
      const found = scope.#named(qualifier);
      if (found) return found;
    }
    return this.session.cursors.get(qualifier) ?? null;
  }

  #named(qualifier: string): Relation | null {
    const alias = this.relations.find((relation) => relation.alias === qualifier);
    if (alias) return alias;
    const last = (name: string) => name.slice(name.lastIndexOf('.') + 1);
    const short = !qualifier.includes('.');
    const fits = ({ base }: Relation) =>
      base !== null &&
      (base === qualifier ||
        (last(base) === last(qualifier) && (short || base.endsWith(`.${qualifier}`) || qualifier.endsWith(`.${base}`))));
    // the name of a table that has an alias is hidden by it, unless nothing else fits
    return this.relations.find((relation) => !relation.hasAlias && fits(relation)) ?? this.relations.find(fits) ?? null;
  }

  /** The base columns that a name means. `qualifiers` is empty for a plain name. */
  resolve(name: string, qualifiers: readonly string[], inCall = false): readonly Source[] {
    if (isPlaceholder(name)) return isSetting(name) ? [] : this.#anyColumn(qualifiers);
    return qualifiers.length ? this.#qualified(name, qualifiers) : this.#plain(name, inCall);
  }

  /** A column whose name a template makes: any of its relation, where it is plain which one. */
  #anyColumn(qualifiers: readonly string[]): readonly Source[] {
    const named = qualifiers.length ? this.relation(qualifiers.join('.')) : null;
    const [only, second] = named ? [named] : this.relations.filter((relation) => !relation.filtersOnly && !relation.listedOnly);
    if (!only || second) return [];
    return distinct(
      starColumns([only])
        .flatMap((column) => column.sources)
        .map((item) => ({ ...item, inferred: true })),
    );
  }

  #qualified(name: string, qualifiers: readonly string[]): readonly Source[] {
    const [head = '', second] = qualifiers;
    if (/^(?:nextval|currval)$/.test(name)) return [];
    if (this.#isParameter(head) || (this.session.variables.has(head) && !this.session.cursors.has(head)))
      return this.session.variables.get(head) ?? [];
    const relation = this.relation(qualifiers.join('.'));
    if (relation) {
      if (isPseudoColumn(name, this.session.dialect) && !lists(relation, name)) return [];
      if (relation.base !== null && relation.columns && !lists(relation, name) && !isOpen(relation))
        this.session.doubt(`${qualifiers.join('.')}.${name}`, 'unknownColumn', [relation.base]);
      return columnOf(relation, name);
    }
    // a field of a structured column: column.field or relation.column.field
    if (second !== undefined) {
      const outer = this.relation(head);
      if (outer) return columnOf(outer, second);
    }
    const column = this.#column(head);
    if (column) return column;
    if (/^(?:new|old|inserted|deleted|excluded|values)$/.test(head) || head.startsWith(':')) return [];
    if (!this.#hasRelations()) return [];
    this.session.doubt(`${qualifiers.join('.')}.${name}`, 'unknownColumn', this.#candidates());
    return [source(null, name, true)];
  }

  #plain(name: string, inCall: boolean): readonly Source[] {
    if (this.#isParameter(name) || name.startsWith('@') || name.startsWith(':')) return this.session.variables.get(name) ?? [];
    for (const scope of this.chain) {
      const defined = scope.definitions.get(name);
      if (!defined) continue;
      // an expression may use a column of its own name
      scope.definitions.delete(name);
      const sources = defined(this);
      scope.definitions.set(name, defined);
      return sources;
    }
    const projected = this.aliasFirst ? this.aliases.get(name) : undefined;
    if (projected) return projected;
    const sure = this.#sure(name);
    if (sure) return sure;
    const variable = this.session.variables.get(name);
    if (variable) return variable;
    if (isPseudoColumn(name, this.session.dialect)) return [];
    const row = this.#wholeRow(name, inCall);
    if (row) return row;
    const own = this.#guess(name);
    if (own) return own;
    const alias = this.aliases.get(name);
    if (alias) return alias;
    for (const scope of this.parent?.chain ?? []) {
      const found = scope.#sure(name) ?? scope.#guess(name);
      if (found) return found;
    }
    if (!this.#hasRelations()) return [];
    // all relations are known and none has it: a session variable, a constant, or a mistake
    if (!this.#candidates().length) {
      this.session.doubt(name, 'unknownColumn');
      return [source(null, name, true)];
    }
    this.session.doubt(name, 'ambiguousColumn', this.#candidates());
    return [source(null, name, true)];
  }

  /** A column by name alone, here or around; null when undecided. */
  #column(name: string): readonly Source[] | null {
    for (const scope of this.chain) {
      const found = scope.#sure(name) ?? scope.#guess(name);
      if (found) return found;
    }
    return null;
  }

  /** A relation of this scope that certainly has the column. */
  #sure(name: string): readonly Source[] | null {
    const over = this.relations.find((relation) => relation.overrides && lists(relation, name));
    if (over) return columnOf(over, name);
    const merging = this.relations.filter((relation) => relation.merged?.has(name));
    if (merging.length) {
      const all = this.relations.filter(
        (relation) => relation.merged?.has(name) || lists(relation, name) || (isOpen(relation) && !relation.listedOnly),
      );
      return distinct(all.flatMap((relation) => columnOf(relation, name)));
    }
    const having = this.relations.filter((relation) => lists(relation, name) && !relation.filtersOnly);
    const [first, second] = having;
    if (!first) return null;
    if (!second) return columnOf(first, name);
    return columnOf(first, name).map((item) => ({ ...item, inferred: true }));
  }

  /** The only relation of this scope that may have the column. */
  #guess(name: string): readonly Source[] | null {
    const open = this.relations.filter(
      (relation) => isOpen(relation) && !relation.filtersOnly && (!relation.listedOnly || relation.columns === null),
    );
    const tables = open.filter((relation) => !relation.listedOnly);
    const [only, second] = tables.length ? tables : open;
    if (!only || second) return null;
    return columnOf(only, name);
  }

  /** `row_to_json(t)`: the name of a relation stands for its row. */
  #wholeRow(name: string, inCall: boolean): readonly Source[] | null {
    if (!namesRows(this.session.dialect)) return null;
    for (const scope of this.chain) {
      const relation = scope.relations.find(({ alias }) => alias === name);
      if (relation && (inCall || relation.hasAlias) && !relation.listedOnly)
        return distinct(starColumns([relation]).flatMap((column) => column.sources));
    }
    return null;
  }

  #isParameter(name: string): boolean {
    for (const scope of this.chain) if (scope.parameters.has(name)) return true;
    return false;
  }

  #hasRelations(): boolean {
    for (const scope of this.chain) if (scope.relations.length) return true;
    return false;
  }

  #candidates(): string[] {
    return this.relations
      .filter(isOpen)
      .flatMap((relation) =>
        relation.base !== null
          ? [relation.base]
          : starColumns([relation]).flatMap((column) => column.sources.flatMap((item) => item.table ?? [])),
      );
  }
}

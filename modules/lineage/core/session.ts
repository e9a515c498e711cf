import { type Column, distinct, type Relation, type Source, source } from './relation.ts';
import { isPlaceholder } from './template.ts';
import type { EdgeKind, SchemaLookup, Unresolved } from './types.ts';

/** An edge while the script is still being read: the expression is a tree, its text is made at the end. */
export interface Draft {
  readonly from: Source;
  /** null: the result of a bare SELECT */
  readonly table: string | null;
  readonly column: string;
  readonly kind: EdgeKind;
  readonly statement: number;
}

/** A table that a statement read or wrote, in the order of the script. */
export interface Use {
  readonly table: string;
  readonly role: 'read' | 'write';
  readonly statement: number;
}

/** Everything that is known while a script is read from its first statement to its last. */
export class Session {
  readonly dialect: string;
  readonly #schema: SchemaLookup;
  /** columns of tables and views that statements before made, by name */
  readonly made = new Map<string, readonly string[]>();
  /** tables that vanish with the session: `#t`, TEMPORARY, table variables, cached tables */
  readonly temporary = new Set<string>();
  readonly named = new Set<string>();
  readonly uses: Use[] = [];
  readonly edges: Draft[] = [];
  readonly renames: { from: string; to: string; statement: number }[] = [];
  readonly dropped: { table: string; statement: number }[] = [];
  readonly unresolved: Unresolved[] = [];
  readonly outputs = new Map<string, readonly Source[]>();
  /** variables of a procedure and what was selected into them */
  readonly variables = new Map<string, readonly Source[]>();
  /** rows of cursors of a procedure, by the name of the loop variable or cursor */
  readonly cursors = new Map<string, Relation>();
  /** inside the body of a procedure or block */
  inBody = false;
  /** some statement was the body of a procedure or block */
  hasBody = false;
  statement = 0;
  /** the current statement answers rows */
  answers = false;
  /** line of the text that the current statement begins in, from 1 */
  line = 1;
  /** columns that decide about rows, groups and order of the current statement */
  #indirect = new Map<string, { kind: EdgeKind; from: Source }>();
  /** while above 0, names that cannot be decided are nobody's concern */
  quiet = 0;

  constructor(options: { dialect: string; schema: SchemaLookup }) {
    this.dialect = options.dialect;
    this.#schema = options.schema;
  }

  /** Columns of a table: made by this script, or known to the caller. */
  columns(table: string): readonly string[] | null {
    return this.made.get(table) ?? this.#schema(table);
  }

  /** A physical table as a relation, noted as read. */
  read(table: string, alias: string | null): Relation {
    this.note(table, 'read');
    return this.relation(table, alias);
  }

  /** A physical table as a relation, without saying that it is read (the target of UPDATE). */
  relation(table: string, alias: string | null): Relation {
    // which table a template means is told apart; its columns cannot be those of others
    if (isPlaceholder(table)) return { alias: alias ?? table, hasAlias: alias !== null, base: null, columns: null, any: [] };
    const known = this.columns(table);
    const columns = known && [
      ...known.map((name): Column => ({ name, sources: [source(table, name, name === '*')] })),
      // a text written without the quotes that it needs: most likely it means this column
      ...known.flatMap((name): Column[] => {
        const lower = name.toLowerCase();
        return known.includes(lower) ? [] : [{ name: lower, sources: [source(table, name, true)], ghost: true }];
      }),
    ];
    return { alias: alias ?? table, hasAlias: alias !== null, base: table, columns };
  }

  note(table: string, role: Use['role']): void {
    if (table === '' || isPlaceholder(table) || /^(?:sys\.)?dual$/.test(table)) return;
    this.named.add(table);
    this.uses.push({ table, role, statement: this.statement });
  }

  /** Values that flow into a column; null = a column of the result of a bare SELECT. */
  flow(table: string | null, name: string, sources: readonly Source[]): void {
    if (table !== null && isPlaceholder(table)) return;
    const column = isPlaceholder(name) ? '<expr>' : name;
    for (const from of sources) this.edges.push({ from, table, column, kind: 'value', statement: this.statement });
  }

  decide(kind: EdgeKind, sources: readonly Source[]): void {
    for (const from of sources) {
      if (from.table === null) continue;
      const key = `${kind}\u0001${from.table}\u0001${from.column}`;
      if (!this.#indirect.has(key)) this.#indirect.set(key, { kind, from: { ...from, via: null } });
    }
  }

  /** Ties what decided about the current statement to the rows of its targets (column `*`). */
  closeStatement(): void {
    const targets = new Set(this.edges.flatMap((edge) => (edge.statement === this.statement && edge.kind === 'value' ? [edge.table] : [])));
    for (const use of this.uses) if (use.role === 'write' && use.statement === this.statement) targets.add(use.table);
    // SELECT count(*): no column flows, and yet columns decide about the answer
    if (this.answers) targets.add(null);
    this.answers = false;
    for (const table of targets)
      for (const { kind, from } of this.#indirect.values()) this.edges.push({ from, table, column: '*', kind, statement: this.statement });
    this.#indirect = new Map();
  }

  /** Records what a steward has to decide; names in conditions are not worth his time. */
  doubt(text: string, reason: Unresolved['reason'], candidates: readonly string[] = [], line = this.line): void {
    if (this.quiet > 0) return;
    const same = (other: Unresolved) => other.text === text && other.reason === reason && other.statement === this.statement;
    if (this.unresolved.length < 500 && !this.unresolved.some(same))
      this.unresolved.push({ text, reason, candidates: [...new Set(candidates)], statement: this.statement, line });
  }

  /** Runs a part whose undecided names are not reported. */
  quietly<T>(work: () => T): T {
    this.quiet++;
    try {
      return work();
    } finally {
      this.quiet--;
    }
  }

  /** Runs a part that speaks about an earlier statement. */
  at(statement: number, work: () => void): void {
    const now = this.statement;
    this.statement = statement;
    work();
    this.statement = now;
  }

  assign(variable: string, sources: readonly Source[]): void {
    const before = this.variables.get(variable) ?? [];
    this.variables.set(variable, distinct([...before, ...sources.map((item) => ({ ...item, inferred: true }))]));
  }
}

import { compose } from './compose.ts';
import { dialectOf } from './dialects.ts';
import type { Parser } from './grammar.ts';
import type { Source } from './relation.ts';
import { schemaOf } from './schema.ts';
import { Reader } from './script.ts';
import { excerpt } from './excerpt.ts';
import { type Draft, Session } from './session.ts';
import type { Tree } from './tree.ts';
import type { ColumnRef, Lineage, LineageEdge, SchemaLookup } from './types.ts';

export interface Analysis {
  readonly dialect: string;
  readonly sql: string;
  /** columns of tables by name, or a function that knows them */
  readonly schema?: SchemaLookup | Readonly<Record<string, readonly string[]>>;
  /** the schema holds just the tables that the engine asked for, all names spelled as it does (`spelling`) */
  readonly isExactSchema?: boolean;
  /**
   * Leave out every table that a statement fills and a later one reads, as a reader of a script expects; otherwise only tables that
   * vanish with the session, as the catalogue needs it.
   */
  readonly skipIntermediate?: boolean;
  /** also the texts of expressions (costs one more call of the parser) */
  readonly expressions?: boolean;
}

/** Lineage of a text with one or more statements. Never throws: parts that cannot be analysed are listed in `unresolved`. */
export function analyse(input: Analysis, parser: Parser): Lineage {
  const dialect = dialectOf(input.dialect);
  const session = new Session({ dialect, schema: schemaOf(input.schema, input.isExactSchema) });
  const reader = new Reader(session, parser, dialect);
  try {
    reader.script(input.sql);
  } catch (cause) {
    // unexpected shape of the syntax tree: the result so far is kept
    session.doubt(excerpt(input.sql), cause instanceof RangeError ? 'tooDeep' : 'syntax');
  }
  const { edges, sources, targets, outputs } = compose(session, input.skipIntermediate === true);
  const texts = input.expressions === false ? new Map<Tree, string>() : written(edges, reader, parser);
  return {
    tables: { sources, targets, all: [...session.named].filter((table) => !table.startsWith('@')) },
    edges: unique(edges, texts),
    outputs: Object.fromEntries([...outputs].map(([name, list]) => [name, unrepeated(list)])),
    unresolved: session.unresolved,
    statementCount: session.statement,
  };
}

const ref = ({ table, column }: Source): ColumnRef => ({ table, column });

function unrepeated(list: readonly Source[]): ColumnRef[] {
  return [...new Map(list.map((item) => [`${item.table ?? ''}\u0001${item.column}`, ref(item)])).values()];
}

/** Each edge once; a sure one wins over a guess. */
function unique(edges: readonly Draft[], texts: ReadonlyMap<Tree, string>): LineageEdge[] {
  const found = new Map<string, LineageEdge>();
  for (const edge of edges) {
    const { from, table, column, kind, statement } = edge;
    const key = [from.table ?? '', from.column, table ?? '', column, kind].join('\u0001');
    const before = found.get(key);
    if (before && (before.confidence === 'exact' || from.inferred)) continue;
    found.set(key, {
      from: ref(from),
      to: { table, column },
      kind,
      expression: from.via ? (texts.get(from.via) ?? null) : null,
      confidence: from.inferred || from.table === null ? 'inferred' : 'exact',
      statement,
    });
  }
  return [...found.values()];
}

/** The texts of all expressions on the edges, one call for each grammar. */
function written(edges: readonly Draft[], reader: Reader, parser: Parser): Map<Tree, string> {
  const byGrammar = new Map<string, Set<Tree>>();
  for (const { from, statement } of edges) {
    if (!from.via) continue;
    const grammar = reader.grammars[statement] ?? reader.dialect;
    byGrammar.set(grammar, (byGrammar.get(grammar) ?? new Set()).add(from.via));
  }
  const texts = new Map<Tree, string>();
  for (const [grammar, trees] of byGrammar) {
    const list = [...trees];
    parser.write(list, grammar).forEach((text, at) => {
      if (text !== null) texts.set(list[at]!, text);
    });
  }
  return texts;
}

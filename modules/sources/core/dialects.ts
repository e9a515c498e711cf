import type { DialectName } from '../contract/db-types.ts';
import type { Name } from './names.ts';
import { duckdb, sqlite } from './dialect/embedded.ts';
import { mysql } from './dialect/mysql.ts';
import { doris, starrocks } from './dialect/olap.ts';
import { postgres } from './dialect/postgres.ts';
import { clickhouse, oracle, trino, tsql } from './dialect/servers.ts';

/** How one kind of quote is read. */
export interface Quote {
  readonly close: string;
  /** what stands between the quotes: a name or text */
  readonly kind: 'quoted' | 'string';
  /** whether a backslash protects the next character; where that depends on a setting of the server, it is refused */
  readonly escapes: 'yes' | 'no' | 'refused';
}
/** How the text of a statement is cut into words, names, strings and comments. */
export interface TextRules {
  /** by opening character */
  readonly quotes: Readonly<Record<string, Quote>>;
  /** letters that may stand before `'` and belong to the string; a backslash protects behind those of `escaping` */
  readonly prefixes: { readonly plain: string; readonly escaping: string };
  /** `$$ … $$` and `$tag$ … $tag$` are strings */
  readonly hasDollarStrings: boolean;
  /** comments to the end of the line: after `--` (with a blank behind it where that is the rule) and after `#` */
  readonly lineComment: { readonly needsBlank: boolean; readonly hash: boolean; readonly end: RegExp };
  /** block comments count `/*` inside; elsewhere one inside is refused, because servers differ */
  readonly hasNestedComments: boolean;
  /** comments that the server executes or takes as a hint */
  readonly liveComment: RegExp;
  /** what a value is written as that travels apart from the text */
  readonly param: RegExp | null;
  /** characters and beginnings that are never let through, tried in order wherever a token begins */
  readonly refused: readonly { readonly begins: RegExp; readonly message: string }[];
  /** longer names are cut by the server, so that two may become one; null = the server refuses them itself */
  readonly mostNameBytes: number | null;
  /** names with letters of which the server may make others when it compares; null = it compares them as they are */
  readonly isDoubtful: ((name: string) => boolean) | null;
}
/** How names are compared. */
export interface NameRules {
  /** the name as the server compares it, from what was written */
  fold(name: Name): string;
  /** the same for a name as the catalogue holds it */
  stored(name: string): string;
  /** names of tables and schemas are compared letter by letter, whatever `fold` does to columns and aliases */
  readonly hasExactTables: boolean;
  /** whether A and a are one alias depends on how the server was set up: two spellings of one are refused */
  readonly hasCaseDoubt: boolean;
}
/** What of a connection decides where a name without schema is looked for. */
export interface Place {
  readonly database: string;
  readonly account: string | null;
}
/** What may stand between EXPLAIN and the query; null = the dialect has none that only reads. */
export interface ExplainRules {
  readonly words: ReadonlySet<string>;
  /** `explain (analyze, format json) …` */
  readonly hasOptionList: boolean;
  /** `explain format=json …` */
  readonly hasFormat: boolean;
}
/**
 * Everything in which the gate's rules differ from one kind of database to another. Lists say what is allowed; what they do not
 * hold is refused, so that an unknown construct or function is never let through.
 */
export interface Dialect {
  /** also the name of the parser's grammar */
  readonly name: DialectName;
  readonly label: string;
  readonly text: TextRules;
  readonly names: NameRules;
  /** A name quoted for this kind of database. */
  quote(name: string): string;
  /** A text as a literal. Throws RangeError for characters that cannot stand in one safely. */
  literal(value: string): string;
  /** Schemas looked through for names without one, in order; `schemas` are those of the catalogue. */
  searchPath(schemas: readonly string[], place: Place | null): readonly string[];
  readonly systemSchemas: RegExp;
  /** relations of the system that need no schema */
  readonly systemTables: RegExp;
  /** relations without data that everybody may name (`dual`), folded, with their columns */
  readonly emptyTables: ReadonlyMap<string, readonly string[]>;
  /** expression kinds of the parser that only read */
  readonly kinds: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** functions whose first argument is a word for a unit of time or the like */
  readonly unitCalls: ReadonlySet<string>;
  /** true: every word before `(` must be a function of the list, a keyword or a type, whatever the parser makes of it */
  readonly checksCallsByText: boolean;
  /** second belt: names that are never called, wherever they stand in the text */
  readonly forbiddenCall: RegExp;
  /** words that never stand outside quotes: the parser would take them for an alias, the server for the next statement */
  readonly forbiddenWords: ReadonlySet<string>;
  /** types whose values name objects of the catalogue: casting to them looks names up */
  readonly forbiddenType: RegExp;
  /** words without parentheses that the parser shows as columns */
  readonly niladic: ReadonlySet<string>;
  /** columns that every table has without listing them; they hold nothing of the rows' content */
  readonly hiddenColumns: ReadonlySet<string>;
  /** columns that table functions give when the query does not name them */
  readonly functionColumns: ReadonlySet<string>;
  /**
   * Whether names of a select list mean something inside the same SELECT: only in GROUP BY and ORDER BY; in more places when no
   * column has the name; or even before a column.
   */
  readonly aliases: 'outside' | 'afterColumns' | 'beforeColumns';
  /** where `*` shows the columns that a USING or NATURAL join shares; unknown = `*` over such a join is refused */
  readonly sharedColumns: 'first' | 'unknown';
  /** functions run without parentheses: a name that is no column for certain is refused */
  readonly hasBareCalls: boolean;
  readonly explain: ExplainRules | null;
  /** statements that change data and can be resolved, by first word */
  readonly writes: ReadonlySet<string>;
  /** joined tables of UPDATE and DELETE may be changed too */
  readonly hasJoinedWrites: boolean;
  /** how a derived table gets its name: `(…) as t` or `(…) t` */
  readonly aliasWord: 'as ' | '';
}

const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  postgres,
  mysql,
  doris,
  starrocks,
  sqlite,
  duckdb,
  tsql,
  oracle,
  clickhouse,
  trino,
};

/** The rules of a dialect. */
export const dialectOf = (name: DialectName): Dialect => DIALECTS[name];

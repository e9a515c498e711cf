import { nearGrammars, otherGrammars, quotesStrings } from './dialects.ts';
import { parseDeep } from './deep.ts';
import { keepCase, kindOf, type Tree } from './tree.ts';
import { repairs } from './repair.ts';
import { tokensOf } from './tokens.ts';

/** What the parser answers for a text. */
export type Parse = { readonly ok: true; readonly trees: readonly Tree[] } | { readonly ok: false; readonly error: string };

/** The parser from outside; it neither throws nor changes its mind. */
export interface Parser {
  parse(text: string, dialect: string): Parse;
  /** Texts of expressions, null where it has none. */
  write(trees: readonly Tree[], dialect: string): readonly (string | null)[];
  /** True when the time for the statement or the text is up. */
  isLate(): boolean;
  /** Begins a statement; false when the time for the text is up. */
  nextStatement(): boolean;
}

/** What the parser calls a statement whose inside it shows; anything else is text that it passed on, or an expression. */
const READABLE =
  /^(?:select|union|intersect|except|subquery|paren|values|with|pivot|unpivot|insert|update|delete|merge|multitable_inserts|create_table|create_view|create_materialized_view|cache|uncache|copy|load_data|drop_.*|alter_.*|truncate.*|use.*|set_statement|set_item|set|show.*|describe.*|comment.*|grant.*|revoke.*|analyze.*|commit|rollback|transaction|refresh.*|pragma|explain.*|declare|create_(?:schema|database|index|sequence|type|role|user|stage|tag|extension|synonym))$/;
export const isReadable = (trees: readonly Tree[]): boolean => trees.every((tree) => READABLE.test(kindOf(tree)) || kindOf(tree) === '');

/** Longer texts are tried in few grammars only: each costs about a second per 2 MB. */
const LONG = 60_000;

interface Read {
  readonly trees: readonly Tree[];
  readonly grammar: string;
}

/**
 * Reads one statement: in its own grammar, then repaired, then in the grammars that are near, then in all others.
 * Null when nobody understands it.
 */
export function readStatement(text: string, dialect: string, parser: Parser): Read | null {
  const read = readAnyhow(text, dialect, parser);
  if (read && /"[^"]*\p{Lu}/u.test(text)) keepCase(read.trees, dialect);
  return read;
}

function readAnyhow(text: string, dialect: string, parser: Parser): Read | null {
  const strings = quotesStrings(dialect) ? withStrings(text, dialect) : text;
  const own = attempt(strings, dialect, parser) ?? (strings === text ? null : attempt(text, dialect, parser));
  if (own) return own;
  if (text.length > LONG) return null;
  for (const repaired of strings === text ? repairs(text, dialect) : [...repairs(strings, dialect), ...repairs(text, dialect)])
    for (const grammar of [dialect, ...nearGrammars(dialect)]) {
      if (parser.isLate()) return null;
      const read = attempt(repaired, grammar, parser);
      if (read) return read;
    }
  for (const grammar of otherGrammars(dialect)) {
    if (parser.isLate()) return null;
    // there a name may stand in brackets, which are something else everywhere but here
    if (grammar === 'tsql' && text.includes('[')) continue;
    const read = attempt(text, grammar, parser);
    if (read) return read;
  }
  return null;
}

/** The text with "…" written as strings. */
function withStrings(text: string, dialect: string): string {
  let made = '';
  let at = 0;
  for (const token of tokensOf(text, dialect)) {
    if (token.kind !== 'quoted' || !token.text.startsWith('"')) continue;
    made += `${text.slice(at, token.start)}'${token.text.slice(1, -1).replaceAll("'", "''")}'`;
    at = token.end;
  }
  return made + text.slice(at);
}

/** Trees of a text in one grammar, null when it is refused or not looked into. */
export function attempt(text: string, grammar: string, parser: Parser): Read | null {
  const parsed = parseDeep(text, grammar, parser);
  return parsed.ok && isReadable(parsed.trees) ? { trees: parsed.trees, grammar } : null;
}

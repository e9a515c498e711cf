import { nearGrammars, otherGrammars } from './dialects.ts';
import { parseDeep } from './deep.ts';
import { kindOf, type Tree } from './tree.ts';
import { repairs } from './repair.ts';

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

/** Statements that the parser did not look into. */
const OPAQUE = new Set([
  'command',
  'raw',
  'create_procedure',
  'create_function',
  'create_trigger',
  'create_task',
  'block',
  'begin',
  'execute',
  'if',
  'while',
  'try_catch',
]);
export const isOpaque = (trees: readonly Tree[]): boolean => trees.some((tree) => OPAQUE.has(kindOf(tree)));

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
  const own = attempt(text, dialect, parser);
  if (own) return own;
  if (text.length > LONG) return null;
  for (const repaired of repairs(text, dialect))
    for (const grammar of [dialect, ...nearGrammars(dialect)]) {
      if (parser.isLate()) return null;
      const read = attempt(repaired, grammar, parser);
      if (read) return read;
    }
  for (const grammar of otherGrammars(dialect)) {
    if (parser.isLate()) return null;
    const read = attempt(text, grammar, parser);
    if (read) return read;
  }
  return null;
}

/** Trees of a text in one grammar, null when it is refused or not looked into. */
export function attempt(text: string, grammar: string, parser: Parser): Read | null {
  const parsed = parseDeep(text, grammar, parser);
  return parsed.ok && !isOpaque(parsed.trees) ? { trees: parsed.trees, grammar } : null;
}

import type { Parse, Parser } from '../core/grammar.ts';
import type { Tree } from '../core/tree.ts';
import { workDeadline } from './deadline.ts';

/** The calls of the parser library that the engine uses. */
export interface Sdk {
  init?(): Promise<void>;
  parse(text: string, dialect: string): { success: boolean; ast?: unknown; error?: unknown };
  generate(trees: unknown, dialect: string): { success: boolean; sql?: unknown };
}

/** Texts whose trees are kept: a second look with the columns of the tables does not parse again. */
const KEPT = 64;
const KEPT_CHARS = 40_000;

export interface Limits {
  readonly statementMs: number;
  readonly textMs: number;
  /** told at times when a new statement begins */
  readonly onStatement?: () => void;
}

export interface TextReader {
  /** The parser for one text. */
  within(limits: Limits): Parser;
  /** Whether the library trapped; its state is undefined then and it must not be used again. */
  isBroken(): boolean;
}

/** Statements begun before this much time has passed since the last word are not reported. */
const SILENCE_MS = 200;

/** The parser library as the engine wants it: no exception leaves it, and lately read texts are remembered. */
export function parserOf(sdk: Sdk): TextReader {
  const kept = new Map<string, Parse>();
  let broken = false;
  const guarded = <T>(work: () => T, otherwise: (message: string) => T): T => {
    try {
      return work();
    } catch (cause) {
      broken ||= cause instanceof WebAssembly.RuntimeError;
      return otherwise(cause instanceof Error ? cause.message : String(cause));
    }
  };
  const parse = (text: string, dialect: string): Parse => {
    const key = `${dialect}\u0000${text}`;
    const before = kept.get(key);
    if (before) return before;
    const made = broken ? refused('the parser is broken') : guarded(() => read(sdk, text, dialect), refused);
    if (text.length <= KEPT_CHARS) {
      kept.set(key, made);
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    }
    return made;
  };
  const write = (trees: readonly Tree[], dialect: string): (string | null)[] => {
    const together = guarded(
      () => texts(sdk, trees, dialect),
      () => null,
    );
    return (
      together ??
      trees.map((tree) =>
        guarded(
          () => texts(sdk, [tree], dialect)?.[0] ?? null,
          () => null,
        ),
      )
    );
  };
  const within = ({ statementMs, textMs, onStatement }: Limits): Parser => {
    const isTextLate = workDeadline(textMs);
    let isStatementLate = workDeadline(statementMs);
    let said = performance.now();
    return {
      parse,
      write,
      isLate: () => isStatementLate() || isTextLate(),
      nextStatement() {
        const now = performance.now();
        isStatementLate = workDeadline(statementMs);
        if (now - said > SILENCE_MS) onStatement?.();
        said = now - said > SILENCE_MS ? now : said;
        return !isTextLate();
      },
    };
  };
  return { within, isBroken: () => broken };
}

const refused = (error: string): Parse => ({ ok: false, error });

function read(sdk: Sdk, text: string, dialect: string): Parse {
  const { success, ast, error } = sdk.parse(text, dialect);
  return success ? { ok: true, trees: Array.isArray(ast) ? (ast as Tree[]) : [] } : refused(String(error));
}

/** Null when the library has no text for one of them. */
function texts(sdk: Sdk, trees: readonly Tree[], dialect: string): string[] | null {
  if (!trees.length) return [];
  const { success, sql } = sdk.generate(trees, dialect);
  return success && Array.isArray(sql) && sql.length === trees.length ? sql.map(String) : null;
}

/** A sentence for the author of an expression; nothing of it is ever evaluated as a program. */
export class ExpressionError extends Error {}

export type Token =
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'operator'; readonly text: string };

/** Longer expressions are not read: nobody writes them by hand. */
const MAX_LENGTH = 4000;
const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|([\p{L}_$][\p{L}\p{N}_$]*)|(\|\||&&|[<>=!]=|[-+*/%<>!?:().,[\]]))/uy;

/** Words of an expression without its `${ }`. Throws ExpressionError. */
export function tokensOf(source: string): Token[] {
  if (source.length > MAX_LENGTH) throw new ExpressionError(`表达式超过 ${MAX_LENGTH} 个字符`);
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) {
      if (source.slice(start).trim() === '') break;
      throw new ExpressionError(`表达式“${source}”在“${source.slice(start).trim().slice(0, 20)}”处无法识别`);
    }
    const [, number, text, name, operator] = match;
    if (number !== undefined) tokens.push({ kind: 'literal', value: Number(number) });
    else if (text !== undefined) tokens.push({ kind: 'literal', value: text.slice(1, -1).replaceAll(/\\(.)/gsu, '$1') });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'operator', text: operator ?? '' });
  }
  return tokens;
}

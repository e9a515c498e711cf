/** A word, a quoted thing or a sign of a text; comments and space are left out. Offsets count UTF-16 units. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'sign';
  /** lower case for words, as written for the rest */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** parentheses around it; an opening one counts as outside of itself */
  readonly depth: number;
}

const BACKSLASH = new Set([
  'mysql',
  'hive',
  'spark',
  'databricks',
  'bigquery',
  'clickhouse',
  'doris',
  'starrocks',
  'tidb',
  'singlestore',
  'snowflake',
]);
const HASH_COMMENT = new Set(['mysql', 'doris', 'starrocks', 'tidb', 'singlestore', 'bigquery']);

/** End of something quoted that begins at `at`: doubled closing signs belong to it, and so does what follows a backslash. */
function quotedEnd(text: string, at: number, close: string, backslash: boolean): number {
  for (let i = at + 1; i < text.length; i++) {
    if (backslash && text[i] === '\\') i++;
    else if (text[i] === close) {
      if (text[i + 1] === close) i++;
      else return i + 1;
    }
  }
  return text.length;
}

/**
 * Cuts a text into tokens without knowing its grammar. It never fails: what is not closed reaches to the end. Linear in the length.
 */
export function tokensOf(text: string, dialect: string): Token[] {
  const tokens: Token[] = [];
  const backslash = BACKSLASH.has(dialect);
  const word = /[\p{L}\p{N}_$#@\uD800-\uDFFF]+/uy;
  const dollar = /\$(?:[A-Za-z_]\w*)?\$/y;
  let depth = 0;
  let i = 0;
  const push = (kind: Token['kind'], end: number, at = depth) => {
    const raw = text.slice(i, end);
    tokens.push({ kind, text: kind === 'word' ? raw.toLowerCase() : raw, start: i, end, depth: at });
    i = end;
  };
  while (i < text.length) {
    const c = text[i]!;
    if (c <= ' ' || c === '\u00a0' || c === '\u3000') i++;
    else if (
      (c === '-' && text[i + 1] === '-') ||
      (c === '#' && HASH_COMMENT.has(dialect)) ||
      (c === '/' && text[i + 1] === '/' && dialect === 'snowflake')
    ) {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end;
    } else if (c === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2);
      i = end < 0 ? text.length : end + 2;
    } else if (c === "'") push('string', quotedEnd(text, i, "'", backslash));
    else if (c === '"' || c === '`') push('quoted', quotedEnd(text, i, c, backslash && c === '"'));
    else if (c === '[' && (dialect === 'tsql' || dialect === 'fabric')) push('quoted', quotedEnd(text, i, ']', false));
    else if (c === '$' && ((dollar.lastIndex = i), dollar.test(text))) {
      const tag = text.slice(i, dollar.lastIndex);
      const end = text.indexOf(tag, dollar.lastIndex);
      push('string', end < 0 ? text.length : end + tag.length);
    } else if ((c === 'q' || c === 'Q') && text[i + 1] === "'" && dialect === 'oracle') {
      const open = text[i + 2] ?? '';
      const close = ({ '[': ']', '(': ')', '{': '}', '<': '>' } as Record<string, string>)[open] ?? open;
      const end = text.indexOf(`${close}'`, i + 3);
      push('string', end < 0 ? text.length : end + 2);
    } else if (((word.lastIndex = i), word.test(text))) push(/[0-9]/.test(c) ? 'number' : 'word', word.lastIndex);
    else if (c === '(') {
      push('sign', i + 1);
      depth++;
    } else if (c === ')') {
      depth = Math.max(0, depth - 1);
      push('sign', i + 1);
    } else push('sign', i + (c === ':' && text[i + 1] === '=' ? 2 : 1));
  }
  return tokens;
}

/** The end of the dotted name that begins with a token: the position of its last part. */
export function nameEnd(tokens: readonly Token[], at: number): number {
  let end = at;
  while (tokens[end + 1]?.text === '.' && tokens[end + 2]) end += 2;
  return end;
}

/** The position of the parenthesis that closes the one at `at`; the last token when it is not closed. */
export function closing(tokens: readonly Token[], at: number): number {
  const depth = tokens[at]?.depth ?? 0;
  for (let i = at + 1; i < tokens.length; i++) if (tokens[i]!.text === ')' && tokens[i]!.depth === depth) return i;
  return tokens.length - 1;
}

/** A name as written, lower case and without quotes. */
export const spoken = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to + 1)
    .map((token) => (token.kind === 'quoted' ? token.text.slice(1, -1).toLowerCase() : token.text))
    .join('');

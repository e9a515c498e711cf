/**
 * A lexer with PostgreSQL's own rules for comments, strings and quoted names. The guard needs it because everything else
 * rests on reading the text exactly as the server will: comments are blanked out before parsing, statements are cut here,
 * and the parser's idea of where strings begin and end is compared with this one.
 */
export type TokenKind = 'word' | 'quoted' | 'string' | 'escape' | 'dollar' | 'number' | 'param' | 'symbol';
export interface Token {
  readonly kind: TokenKind;
  /** lower-cased for words, the inner text for quoted names, the source text otherwise */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
/** One statement of a script; `text` has blanks instead of comments, so positions inside it plus `start` are positions in the script. */
export interface Statement {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}
export class LexError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = 'LexError';
    this.offset = offset;
  }
}

const WORD_START = /[A-Za-z_\u0080-\uffff]/;
const WORD_PART = /[A-Za-z0-9_$\u0080-\uffff]/;
/** PostgreSQL cuts names after this many bytes; two names that differ later are the same to it. */
const MOST_NAME_BYTES = 63;
const SPACE = /[ \t\n\r\f\v]/;
/** Unicode spaces look like spaces to a reader but are letters to PostgreSQL. */
const FALSE_SPACE = /[\u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/;

function endOfBlockComment(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text.startsWith('/*', i)) {
      depth++;
      i++;
    } else if (text.startsWith('*/', i)) {
      depth--;
      i++;
      if (depth === 0) return i + 1;
    }
  }
  throw new LexError('注释没有结束', start);
}

/** Position after the closing quote; a doubled quote stays inside, a backslash protects the next character when `escapes`. */
function endOfQuoted(text: string, start: number, quote: string, escapes: boolean, what: string): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (escapes && char === '\\') i++;
    else if (char === quote) {
      if (text[i + 1] === quote) i++;
      else return i + 1;
    }
  }
  throw new LexError(`${what}没有结束`, start);
}

function endOfNumber(text: string, start: number): number {
  const match = /^(0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(\d[\d_]*(\.(?!\.)[\d_]*)?|\.\d[\d_]*)([eE][+-]?\d+)?)/.exec(
    text.slice(start, start + 400),
  );
  const end = start + (match?.[0].length ?? 1);
  if (WORD_PART.test(text[end] ?? ' ')) throw new LexError('数字后面不能直接跟字母', start);
  return end;
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** Cuts a script into statements. Throws LexError for what PostgreSQL could read differently than a person does. */
export function lex(script: string): Statement[] {
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  /** the script with comments blanked, in pieces */
  let clean = '';
  let from = 0;
  const push = (kind: TokenKind, start: number, end: number, text = script.slice(start, end)) => {
    if ((kind === 'word' || kind === 'quoted') && utf8Bytes(text) > MOST_NAME_BYTES) throw new LexError('名称过长，最多63个字节', start);
    // The server reads a string that continues an escape string with escapes as well, which a person does not see.
    if (kind === 'string' && tokens.at(-1)?.kind === 'escape') throw new LexError('转义字符串后面不能续写字符串', start);
    tokens.push({ kind, text, start: start - from, end: end - from });
    clean += script.slice(start, end);
    return end;
  };
  const blank = (start: number, end: number) => {
    clean += script.slice(start, end).replace(/[^\n\r]/g, ' ');
    return end;
  };
  const finish = (end: number) => {
    if (tokens.length > 0) statements.push({ text: clean, start: from, end, tokens });
    tokens = [];
    clean = '';
  };
  let i = 0;
  while (i < script.length) {
    const char = script[i]!;
    const next = script[i + 1] ?? '';
    if (char === '\0') throw new LexError('SQL中含有空字符', i);
    if (FALSE_SPACE.test(char)) throw new LexError('SQL中含有全角或不可见的空白字符，请改为普通空格', i);
    if (SPACE.test(char)) i = blank(i, i + 1);
    else if (char === '-' && next === '-') {
      const end = /[\n\r]/.exec(script.slice(i));
      i = blank(i, end ? i + end.index : script.length);
    } else if (char === '/' && next === '*') {
      if (/^\/\*[!+]/.test(script.slice(i, i + 3))) throw new LexError('不支持可执行注释和优化器提示', i);
      i = blank(i, endOfBlockComment(script, i));
    } else if (char === "'") i = push('string', i, endOfQuoted(script, i, "'", false, '字符串'));
    else if (char === '"') {
      const end = endOfQuoted(script, i, '"', false, '标识符');
      i = push('quoted', i, end, script.slice(i + 1, end - 1).replaceAll('""', '"'));
    } else if ((char === 'u' || char === 'U') && next === '&' && /["']/.test(script[i + 2] ?? ''))
      throw new LexError('不支持 U& 转义写法', i);
    else if (/[eE]/.test(char) && next === "'") i = push('escape', i, endOfQuoted(script, i + 1, "'", true, '字符串'));
    else if (/[bBxXnN]/.test(char) && next === "'") i = push('string', i, endOfQuoted(script, i + 1, "'", false, '字符串'));
    else if (char === '$') {
      const tag = /^\$([A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/.exec(script.slice(i, i + 80))?.[0];
      if (tag) {
        const close = script.indexOf(tag, i + tag.length);
        if (close < 0) throw new LexError('字符串没有结束', i);
        i = push('dollar', i, close + tag.length);
      } else {
        const digits = /^\$\d{1,6}/.exec(script.slice(i, i + 8))?.[0];
        if (!digits) throw new LexError('多余的字符 $', i);
        i = push('param', i, i + digits.length);
      }
    } else if (/\d/.test(char) || (char === '.' && /\d/.test(next))) i = push('number', i, endOfNumber(script, i));
    else if (WORD_START.test(char)) {
      let end = i + 1;
      while (end < script.length && WORD_PART.test(script[end]!) && !FALSE_SPACE.test(script[end]!)) end++;
      const word = script.slice(i, end);
      // PostgreSQL folds A to Z only: É and é stay two names.
      const folded = word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      if (folded !== word.toLowerCase()) throw new LexError('名称含有英文以外的大写字母，请加双引号', i);
      i = push('word', i, end, folded);
    } else if (char === ';') {
      finish(i);
      i++;
      from = i;
    } else if (char === '`') throw new LexError('PostgreSQL 的标识符使用双引号，不支持反引号', i);
    else if (char === '\\') throw new LexError('不支持反斜杠命令', i);
    else i = push('symbol', i, i + 1);
  }
  finish(script.length);
  return statements;
}

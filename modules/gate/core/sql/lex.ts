import type { Dialect, Quote, TextRules } from '#modules/sources/core/index.ts';

/**
 * A lexer with the server's own rules for comments, strings and quoted names. The guard needs it because everything else
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
/** No server keeps longer names. */
const MAX_NAME_CHARS = 256;
const DOLLAR_TAG = /^\$([A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/;
const SPACE = /[ \t\n\r\f\v]/;
/** Unicode spaces look like spaces to a reader but are letters to most servers. */
const FALSE_SPACE = /[\u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/;

function endOfBlockComment(text: string, start: number, nests: boolean): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text.startsWith('/*', i)) {
      if (!nests && depth > 0) throw new LexError('不支持嵌套的注释', i);
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
function endOfQuoted(text: string, start: number, quote: Pick<Quote, 'close' | 'escapes'>, what: string): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '\\' && quote.escapes === 'refused') throw new LexError('字符串中不能使用反斜杠', i);
    if (char === '\\' && quote.escapes === 'yes') i++;
    else if (char === quote.close) {
      if (text[i + 1] === quote.close) i++;
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

function isLineComment(text: string, at: number, { lineComment }: TextRules): boolean {
  if (text[at] === '#') return lineComment.hash;
  if (!text.startsWith('--', at)) return false;
  if (!lineComment.needsBlank || at + 2 === text.length || /[ \t\n\r]/.test(text[at + 2]!)) return true;
  throw new LexError('注释符号 -- 后面需要空格', at);
}

/** Cuts a script into statements. Throws LexError for what the server could read differently than a person does. */
export function lex(script: string, dialect: Dialect): Statement[] {
  const rules = dialect.text;
  const prefixes = rules.prefixes.plain + rules.prefixes.escaping;
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  /** the script with comments blanked, in pieces */
  let clean = '';
  let from = 0;
  const push = (kind: TokenKind, start: number, end: number, text = script.slice(start, end)) => {
    if (kind === 'word' || kind === 'quoted') {
      if (rules.mostNameBytes !== null && utf8Bytes(text) > rules.mostNameBytes)
        throw new LexError(`名称过长，最多${rules.mostNameBytes}个字节`, start);
      if (rules.isDoubtful?.(text)) throw new LexError('名称含有英文和汉字以外的字母，无法确定含义', start);
      if (text.length > MAX_NAME_CHARS) throw new LexError(`名称过长，最多${MAX_NAME_CHARS}个字符`, start);
    }
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
    const refused = rules.refused.find(({ begins }) => begins.test(script.slice(i, i + 40)));
    if (refused) throw new LexError(refused.message, i);
    const quote = rules.quotes[char];
    if (SPACE.test(char)) i = blank(i, i + 1);
    else if (isLineComment(script, i, rules)) {
      rules.lineComment.end.lastIndex = i;
      i = blank(i, rules.lineComment.end.exec(script)?.index ?? script.length);
    } else if (char === '/' && next === '*') {
      if (rules.liveComment.test(script.slice(i, i + 4))) throw new LexError('不支持可执行注释和优化器提示', i);
      i = blank(i, endOfBlockComment(script, i, rules.hasNestedComments));
    } else if (quote) {
      const end = endOfQuoted(script, i, quote, quote.kind === 'string' ? '字符串' : '标识符');
      const inner = script.slice(i + 1, end - 1).replaceAll(quote.close + quote.close, quote.close);
      i = quote.kind === 'string' ? push('string', i, end) : push('quoted', i, end, inner);
    } else if (next === "'" && prefixes.includes(char)) {
      const escapes = rules.prefixes.escaping.includes(char);
      const end = endOfQuoted(script, i + 1, { close: "'", escapes: escapes ? 'yes' : rules.quotes["'"]!.escapes }, '字符串');
      i = push(escapes ? 'escape' : 'string', i, end);
    } else if (rules.hasDollarStrings && char === '$' && DOLLAR_TAG.test(script.slice(i, i + 80))) {
      const tag = DOLLAR_TAG.exec(script.slice(i, i + 80))![0];
      const close = script.indexOf(tag, i + tag.length);
      if (close < 0) throw new LexError('字符串没有结束', i);
      i = push('dollar', i, close + tag.length);
    } else if (rules.param?.test(script.slice(i, i + 8))) {
      i = push('param', i, i + rules.param.exec(script.slice(i, i + 8))![0].length);
    } else if (char === '$') {
      throw new LexError('多余的字符 $', i);
    } else if (/\d/.test(char) || (char === '.' && /\d/.test(next))) i = push('number', i, endOfNumber(script, i));
    else if (WORD_START.test(char)) {
      let end = i + 1;
      while (end < script.length && WORD_PART.test(script[end]!) && !FALSE_SPACE.test(script[end]!)) end++;
      const word = script.slice(i, end);
      // Some servers fold A to Z only, others every letter: É and é are two names or one.
      const folded = word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      if (folded !== word.toLowerCase()) throw new LexError('名称含有英文以外的大写字母，请加引号', i);
      i = push('word', i, end, folded);
    } else if (char === ';') {
      finish(i);
      i++;
      from = i;
    } else i = push('symbol', i, i + 1);
  }
  finish(script.length);
  return statements;
}

import { ExprProblem, type Span } from './ast.ts';

export interface ExprToken extends Span {
  readonly kind: 'number' | 'string' | 'field' | 'name' | 'symbol' | 'end';
  readonly text: string;
}

const SYMBOLS = ['<=', '>=', '<>', '!=', '==', '+', '-', '*', '/', '%', '=', '<', '>', '(', ')', ','];
/** Full-width signs that a Chinese keyboard gives. */
const WIDE: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '／': '/',
  '＝': '=',
  '＞': '>',
  '＜': '<',
};
const NAME = /^[\p{L}_][\p{L}\p{N}_]*/u;
const NUMBER = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?/i;

/** Cuts an expression into words. Throws ExprProblem. */
export function tokens(text: string): ExprToken[] {
  const found: ExprToken[] = [];
  const closing = (from: number, close: string, what: string): number => {
    const end = text.indexOf(close, from);
    if (end < 0) throw new ExprProblem(`${what}没有结束，缺少 ${close}`, { start: from - 1, end: text.length });
    return end;
  };
  let i = 0;
  while (i < text.length) {
    const char = text[i]!;
    if (/\s/.test(char)) {
      i++;
      continue;
    }
    const start = i;
    if (char === '[') {
      const end = closing(i + 1, ']', '字段引用');
      const name = text.slice(i + 1, end).trim();
      i = end + 1;
      if (name === '') throw new ExprProblem('方括号中缺少字段名', { start, end: i });
      found.push({ kind: 'field', text: name, start, end: i });
      continue;
    }
    if (char === "'" || char === '"') {
      let value = '';
      let from = i + 1;
      for (;;) {
        const end = closing(from, char, '文本');
        value += text.slice(from, end);
        i = end + 1;
        if (text[i] !== char) break;
        value += char;
        from = i + 1;
      }
      found.push({ kind: 'string', text: value, start, end: i });
      continue;
    }
    const rest = text.slice(i, i + 200);
    const number = NUMBER.exec(rest);
    const name = number ? null : NAME.exec(rest);
    const symbol = WIDE[char] ?? SYMBOLS.find((one) => rest.startsWith(one));
    if (number) {
      i += number[0].length;
      found.push({ kind: 'number', text: number[0], start, end: i });
    } else if (name) {
      i += name[0].length;
      found.push({ kind: 'name', text: name[0], start, end: i });
    } else if (symbol !== undefined) {
      i += WIDE[char] ? 1 : symbol.length;
      found.push({ kind: 'symbol', text: symbol === '!=' ? '<>' : symbol === '==' ? '=' : symbol, start, end: i });
    } else throw new ExprProblem(`无法识别的字符“${char}”`, { start, end: start + 1 });
  }
  found.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return found;
}

import { ConfigProblem } from './problem.ts';

/*
 * Regular expressions of people, rewritten into what every kind of database reads alike: no backslashes (some refuse them in literals, others read
 * them twice), no groups of special kinds. `\d` becomes `[0-9]`, `\.` becomes `[.]`. What has no such form is refused with its place.
 */

const SPACES = ' \t\n\r\f\v';
const CLASSES: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: SPACES };
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };
const PATH = 'ruleConfig.accuracy.pattern';
const refused = (what: string, at: number) => new ConfigProblem(`正则表达式第${at + 1}个字符处：${what}`, PATH);

/** What an escape stands for: characters of a class, or one character. */
function escaped(
  pattern: string,
  at: number,
): { readonly set?: string; readonly not?: boolean; readonly char?: string; readonly end: number } {
  const letter = pattern[at + 1] ?? '';
  const lower = letter.toLowerCase();
  if (CLASSES[lower]) return { set: CLASSES[lower], not: letter !== lower, end: at + 2 };
  if (CONTROLS[letter]) return { char: CONTROLS[letter], end: at + 2 };
  const code = /^u([0-9a-fA-F]{4})|^x([0-9a-fA-F]{2})/.exec(pattern.slice(at + 1, at + 6));
  if (code) return { char: String.fromCharCode(parseInt(code[1] ?? code[2]!, 16)), end: at + 1 + code[0].length };
  if (letter === '' || letter === '\\') throw refused('不支持匹配反斜杠', at);
  if (/[a-zA-Z0-9]/.test(letter)) throw refused(`不支持“\\${letter}”`, at);
  return { char: letter, end: at + 2 };
}

/** A single character as it may stand outside brackets. */
function plain(char: string, at: number): string {
  if (char === '^') throw refused('不支持匹配“^”这个字符', at);
  return /[.*+?{}()|[\]$]/.test(char) ? `[${char}]` : char;
}

/** A class in brackets from `at` on, with the place behind it. */
function bracket(pattern: string, at: number): { readonly text: string; readonly end: number } {
  const isNot = pattern[at + 1] === '^';
  let [i, body, first, last] = [at + (isNot ? 2 : 1), '', '', ''];
  const begin = i;
  for (; i < pattern.length && (pattern[i] !== ']' || i === begin);) {
    const char = pattern[i]!;
    if (char === '\\') {
      const found = escaped(pattern, i);
      i = found.end;
      if (found.not) throw refused('方括号里不支持大写的字符类，如 \\D', at);
      if (found.set !== undefined) body += found.set;
      else if (found.char === ']') first = ']';
      else if (found.char === '-') last = '-';
      else if (found.char === '^') throw refused('方括号里不支持“\\^”，请把 ^ 放在其他字符之后', at);
      else body += found.char;
      continue;
    }
    if (char === ']') first = ']';
    else if (char === '-' && (i === begin || pattern[i + 1] === ']')) last = '-';
    else if (char === '[') body += pattern.startsWith('[:', i) ? '' : '[';
    else body += char;
    if (char === '[' && pattern.startsWith('[:', i)) {
      const end = pattern.indexOf(':]', i);
      if (end < 0) throw refused('字符类没有结束', i);
      body += pattern.slice(i, end + 2);
      i = end + 2;
    } else i++;
  }
  if (i >= pattern.length) throw refused('方括号没有结束', at);
  return { text: `[${isNot ? '^' : ''}${first}${body}${last}]`, end: i + 1 };
}

/** A regular expression in the notation that all kinds of databases share. Throws ConfigProblem for what has none. */
export function portablePattern(pattern: string): string {
  let made = '';
  for (let i = 0; i < pattern.length;) {
    const char = pattern[i]!;
    if (char === '\\') {
      const found = escaped(pattern, i);
      made += found.set === undefined ? plain(found.char!, i) : `[${found.not ? '^' : ''}${found.set}]`;
      i = found.end;
    } else if (char === '[') {
      const { text, end } = bracket(pattern, i);
      made += text;
      i = end;
    } else if (char === '(' && pattern[i + 1] === '?') {
      if (pattern[i + 2] !== ':') throw refused('不支持环视、命名分组与修饰符', i);
      made += '(';
      i += 3;
    } else if (/[*+?}]/.test(char) && pattern[i + 1] === '?') {
      throw refused('不支持非贪婪匹配', i + 1);
    } else {
      made += char;
      i++;
    }
  }
  try {
    new RegExp(pattern, 'u');
  } catch {
    try {
      new RegExp(pattern);
    } catch {
      throw new ConfigProblem('正则表达式不正确，请检查括号与量词', PATH);
    }
  }
  return made;
}

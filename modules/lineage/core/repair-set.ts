import type { Repair } from './repair.ts';
import { closing, type Token, tokensOf } from './tokens.ts';

const word = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';

/** SET x = 1, (a, b) = (SELECT x, y FROM …), (c, d) = (1, 2): one assignment for each column. */
export const rowAssignment: Repair = (text, tokens, dialect) => {
  let made = text;
  for (let at = nextRow(tokens, 0, text.length); at !== null;) {
    const single = assignedOneByOne(made, tokensOf(made, dialect), at.position);
    if (single === null) return made === text ? null : made;
    // the assignments before it are done: what is left counts from the end
    const rest = made.length - at.end;
    made = single;
    at = nextRow(tokensOf(made, dialect), made.length - rest, made.length);
  }
  return made === text ? null : made;
};

/** The first `(a, b) =` after SET or a comma that begins at or after an offset: the token of its parenthesis. */
function nextRow(tokens: readonly Token[], from: number, end: number): { position: number; end: number } | null {
  const set = tokens.findIndex((token) => token.depth === 0 && token.text === 'set');
  if (set < 0) return null;
  for (let at = set + 1; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.start < from || token.depth > 0 || token.text !== '(' || !['set', ','].includes(word(tokens, at - 1))) continue;
    const close = closing(tokens, at);
    if (word(tokens, close + 1) !== '=') continue;
    const open = close + (word(tokens, close + 2) === 'row' ? 3 : 2);
    if (word(tokens, open) === '(') return { position: at, end: tokens[closing(tokens, open)]?.end ?? end };
  }
  return null;
}

function assignedOneByOne(text: string, tokens: readonly Token[], at: number): string | null {
  const names = closing(tokens, at);
  let open = names + 2;
  if (word(tokens, open) === 'row') open++;
  if (word(tokens, open) !== '(') return null;
  const close = closing(tokens, open);
  const columns = cells(text, tokens, at, names);
  const isQuery = word(tokens, open + 1) === 'select';
  const inner = tokens[open]!.depth + 1;
  const from = isQuery ? tokens.findIndex((token, i) => i > open && i < close && token.depth === inner && token.text === 'from') : -1;
  const values = cells(text, tokens, isQuery ? open + 1 : open, from > 0 ? from : close);
  const rest = from > 0 ? text.slice(tokens[from]!.start, tokens[close]!.start) : '';
  const assigned = columns.map((column, i) => `${column} = ${isQuery ? `(SELECT ${values[i] ?? 'NULL'} ${rest})` : (values[i] ?? 'NULL')}`);
  return `${text.slice(0, tokens[at]!.start)}${assigned.join(', ')}${text.slice(tokens[close]!.end)}`;
}

/** The parts between commas after a token, one level inside of it. */
function cells(text: string, tokens: readonly Token[], after: number, until: number): string[] {
  const found: string[] = [];
  const opens = word(tokens, after) === '(';
  const depth = tokens[after]!.depth + (opens ? 1 : 0);
  let start = tokens[after]!.end;
  for (let at = after + 1; at < until; at++) {
    if (word(tokens, at) !== ',' || tokens[at]!.depth !== depth) continue;
    found.push(text.slice(start, tokens[at]!.start).trim());
    start = tokens[at]!.end;
  }
  found.push(text.slice(start, tokens[until]?.start ?? text.length).trim());
  return found;
}

import type { Session } from './session.ts';
import { isPlaceholder } from './template.ts';
import { closing, nameEnd, spoken, type Token } from './tokens.ts';

/** Functions whose arguments are parted by FROM: `extract(year from d)`. */
const ARGUMENTS = new Set(['extract', 'trim', 'substring', 'substr', 'overlay', 'position', 'ltrim', 'rtrim', 'btrim', 'normalize']);
/** Words after FROM or JOIN that are not the name of a table. */
const NO_NAMES = new Set(
  'select with values lateral table unnest only final stream xmltable json_table rows range first last current unbounded each of local global'.split(
    ' ',
  ),
);

/**
 * Tells of tables that the words of a statement name after FROM, JOIN or USING and that nothing was read from: a text that a foreign grammar
 * took for something else, or a clause that the resolver passed over. Better a question too many than a table that is lost without a word.
 */
export function reportOverlooked(text: string, tokens: readonly Token[], session: Session): void {
  const last = (name: string) => name.slice(name.lastIndexOf('.') + 1);
  const known = new Set([...session.named].flatMap((name) => [name.toLowerCase(), last(name).toLowerCase()]));
  const head = tokens[0]?.text;
  if (head === 'drop' || head === 'show') return;
  for (const [at, token] of tokens.entries()) {
    if (!introduces(tokens, at, head)) continue;
    let name = at + 1;
    while (tokens[name]?.text === '(' && tokens[name + 1]?.kind !== 'sign') name++;
    const first = tokens[name];
    if (!first || (first.kind !== 'word' && first.kind !== 'quoted') || NO_NAMES.has(first.text) || /^[@$:#]/.test(first.text)) continue;
    const end = nameEnd(tokens, name);
    if (tokens[end + 1]?.text === '(' || ['=', '[', '{'].includes(tokens[end + 1]?.text ?? '')) continue;
    const table = spoken(tokens, name, end);
    const path = spoken(tokens, end, end);
    if (isPlaceholder(table)) continue;
    if (
      last(table) === 'dual' ||
      known.has(`path:${path}`) ||
      known.has(table) ||
      known.has(last(table)) ||
      isLocal(tokens, name, end, session)
    )
      continue;
    session.doubt(text.slice(token.start, (tokens[end + 6] ?? tokens.at(-1)!).end).replace(/\s+/g, ' '), 'syntax', [table]);
    known.add(table);
  }
}

/** Whether a word is followed by a table. */
function introduces(tokens: readonly Token[], at: number, head: string | undefined): boolean {
  const { text, kind } = tokens[at]!;
  if (kind !== 'word' || tokens[at - 1]?.text === '.') return false;
  const before = tokens[at - 1]?.text ?? '';
  if (text === 'join') return before !== 'array';
  if (text === 'using') return (head === 'merge' || head === 'delete') && tokens[at - 1]?.depth === 0 && before !== ')';
  if (text !== 'from' || before === 'distinct') return false;
  const open = tokens.findLastIndex((token, i) => i < at && token.text === '(' && closing(tokens, i) > at);
  return open < 0 || !ARGUMENTS.has(tokens[open - 1]?.text ?? '') || ['select', 'with'].includes(tokens[open + 1]?.text ?? '');
}

/** A common table, a cursor, or an array of a relation before (`t.items`). */
function isLocal(tokens: readonly Token[], name: number, end: number, session: Session): boolean {
  const own = spoken(tokens, name, name);
  if (session.cursors.has(own) || session.variables.has(own)) return true;
  return tokens.some((token, at) => {
    if (at === name || (token.kind !== 'word' && token.kind !== 'quoted') || spoken(tokens, at, at) !== own) return false;
    // an alias of something before; a name with a qualifier belongs to it
    if (end > name) return tokens[at + 1]?.text !== '.' && at < name;
    let next = at + 1;
    if (tokens[next]?.text === '(') next = closing(tokens, next) + 1;
    return tokens[next]?.text === 'as' && (tokens[next + 1]?.text === '(' || /materialized|not/.test(tokens[next + 1]?.text ?? ''));
  });
}

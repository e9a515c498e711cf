import type { Repair } from './repair.ts';
import { closing, nameEnd, type Token, tokensOf } from './tokens.ts';

const word = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';

/**
 * `FROM a LATERAL VIEW explode(x) v AS c JOIN b`: the parser wants views after all joins, which would let `x` be a column of b. As
 * CROSS JOIN LATERAL they stay where they stand.
 */
export const lateralViews: Repair = (text, tokens, dialect) => {
  if (!tokens.some((token, at) => token.text === 'lateral' && word(tokens, at + 1) === 'view')) return null;
  let made = text;
  for (;;) {
    const now = made === text ? tokens : tokensOf(made, dialect);
    const at = now.findIndex((token, i) => token.text === 'lateral' && word(now, i + 1) === 'view');
    if (at < 0) return made;
    let call = at + 2;
    if (word(now, call) === 'outer') call++;
    const open = nameEnd(now, call) + 1;
    if (word(now, open) !== '(') return made === text ? null : made;
    const close = closing(now, open);
    let next = close + 1;
    let alias = `lateral_view_${at}`;
    if (word(now, next) !== 'as' && isName(now[next]) && !CLAUSES.has(word(now, next))) alias = word(now, next++);
    const columns: string[] = [];
    if (word(now, next) === 'as') {
      do {
        columns.push(made.slice(now[++next]!.start, now[next]!.end));
        next++;
      } while (word(now, next) === ',' && isName(now[next + 1]) && !['.', '('].includes(word(now, next + 2)));
    }
    const end = now[next - 1]!.end;
    made = `${made.slice(0, now[at]!.start)}CROSS JOIN LATERAL ${made.slice(now[call]!.start, now[close]!.end)} ${alias}${
      columns.length ? `(${columns.join(', ')})` : ''
    }${made.slice(end)}`;
  }
};

const isName = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'quoted';
const CLAUSES = new Set(
  'lateral join inner left right full cross natural semi anti where group having order sort distribute cluster limit union intersect except minus on using select insert window qualify'.split(
    ' ',
  ),
);

/** Hints of Doris, StarRocks and Impala in brackets: `JOIN [shuffle] b`, `INSERT INTO t [noshuffle] SELECT`, `FROM t [_META_]`. */
export const joinHints: Repair = (text, tokens, dialect) => {
  if (!['doris', 'starrocks', 'hive', 'mysql'].includes(dialect)) return null;
  let made = '';
  let at = 0;
  for (let i = 1; i < tokens.length; i++) {
    if (word(tokens, i) !== '[') continue;
    const close = tokens.findIndex((token, j) => j > i && token.text === ']');
    const before = word(tokens, i - 1);
    const isHint =
      close > i &&
      (before === 'join' || /^(?:no_?shuffle|shuffle|broadcast|bucket|colocate|unreorder|skew|_\w+_)$/.test(word(tokens, i + 1)));
    if (!isHint) continue;
    made += text.slice(at, tokens[i]!.start);
    at = tokens[close]!.end;
  }
  return at === 0 ? null : made + text.slice(at);
};

/** `UPDATE a JOIN b USING (id) SET`: the condition written out. */
export const joinUsing: Repair = (text, tokens) => {
  if (word(tokens, 0) !== 'update') return null;
  let made = '';
  let at = 0;
  for (let i = 2; i < tokens.length && word(tokens, i) !== 'set'; i++) {
    if (word(tokens, i) !== 'using' || word(tokens, i + 1) !== '(' || !isName(tokens[i - 1])) continue;
    const join = tokens.findLastIndex((token, j) => j < i && token.depth === tokens[i]!.depth && token.text === 'join');
    let before = join - 1;
    while (['inner', 'left', 'right', 'full', 'outer', 'cross'].includes(word(tokens, before))) before--;
    const close = closing(tokens, i + 1);
    // a condition stands there when more than two tables are joined: its first qualifier is a table of the left side
    const named = word(tokens, before - 1) === '.' ? word(tokens, before - 2) : word(tokens, before);
    if (join < 0 || (!isName(tokens[before]) && word(tokens, before) !== ')')) return null;
    const left = word(tokens, before) === ')' ? word(tokens, 1) : named;
    const columns = tokens.slice(i + 2, close).filter(isName);
    made += `${text.slice(at, tokens[i]!.start)}ON ${columns.map(({ text: name }) => `${left}.${name} = ${word(tokens, i - 1)}.${name}`).join(' AND ')}`;
    at = tokens[close]!.end;
  }
  return at === 0 ? null : made + text.slice(at);
};

/** `INSERT INTO t (a, b) VALUES (…) AS n(x, y) ON DUPLICATE KEY UPDATE`: the rows as a query, which may have a name. */
export const rowAlias: Repair = (text, tokens) => {
  const values = tokens.findIndex((token) => token.depth === 0 && (token.text === 'values' || token.text === 'value'));
  const duplicate = tokens.findIndex((token, at) => token.depth === 0 && token.text === 'on' && word(tokens, at + 1) === 'duplicate');
  if (values < 0 || duplicate < values || !['insert', 'replace'].includes(word(tokens, 0))) return null;
  const as = tokens.findIndex((token, at) => at > values && at < duplicate && token.depth === 0 && token.text === 'as');
  if (as < 0 || !isName(tokens[as + 1])) return null;
  // without names of its own the alias has those of the columns that are inserted
  const listed = word(tokens, values - 1) === ')' ? tokens.findIndex((token) => token.text === '(') : -1;
  const names = word(tokens, as + 2) === '(' ? '' : listed > 0 ? text.slice(tokens[listed]!.start, tokens[values - 1]!.end) : '';
  const rows = text.slice(tokens[values]!.end, tokens[as]!.start);
  const alias = text.slice(tokens[as]!.start, tokens[duplicate]!.start).trimEnd();
  return `${text.slice(0, tokens[values]!.start)}SELECT * FROM (VALUES ${rows}) ${alias}${names} ${text.slice(tokens[duplicate]!.start)}`;
};

/**
 * The statements of `FROM t INSERT … SELECT … INSERT … SELECT …`, with or without common tables before it: one for each INSERT. Empty for
 * other statements.
 */
export function branchesOf(text: string, tokens: readonly Token[]): string[] {
  const inserts = tokens.flatMap((token, at) => (token.depth === 0 && token.text === 'insert' ? [at] : []));
  const from = tokens.findIndex((token) => token.depth === 0 && token.text === 'from');
  const [first] = inserts;
  if (first === undefined || from < 0 || from > first) return [];
  const common = text.slice(0, tokens[from]!.start);
  const source = text.slice(tokens[from]!.start, tokens[first]!.start);
  return inserts.map((at, position) => {
    const until = inserts[position + 1];
    const end = until === undefined ? text.length : tokens[until]!.start;
    const clause = tokens.findIndex(
      (token, i) => i > at && token.depth === 0 && token.start < end && AFTER_SELECT.has(token.text) && word(tokens, i - 1) !== '.',
    );
    const select = text.slice(tokens[at]!.start, clause > 0 ? tokens[clause]!.start : end).replace(/;\s*$/, '');
    return `${common}${select} ${source} ${clause > 0 ? text.slice(tokens[clause]!.start, end).replace(/;\s*$/, '') : ''}`;
  });
}

const AFTER_SELECT = new Set([
  'where',
  'group',
  'having',
  'order',
  'limit',
  'cluster',
  'distribute',
  'sort',
  'lateral',
  'window',
  'qualify',
]);

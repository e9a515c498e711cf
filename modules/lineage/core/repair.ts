import { joinHints, joinUsing, lateralViews, rowAlias } from './repair-from.ts';
import { rowAssignment } from './repair-set.ts';
import { closing, nameEnd, type Token, tokensOf } from './tokens.ts';

/**
 * A statement written in other words that mean the same for lineage, tried only after the grammar of its dialect has refused it.
 * Each repair mends one peculiarity; the last one has all that apply.
 */
export function repairs(text: string, dialect: string): string[] {
  const tokens = tokensOf(text, dialect);
  if (tokens.length > 20_000) return [];
  const found: string[] = [];
  let all = text;
  for (const repair of REPAIRS) {
    const alone = repair(text, tokens, dialect);
    if (alone !== null && alone !== text) found.push(alone);
    const added = alone === null && all === text ? null : repair(all, all === text ? tokens : tokensOf(all, dialect), dialect);
    if (added !== null) all = added;
  }
  if (all !== text && !found.includes(all)) found.push(all);
  return found;
}

export type Repair = (text: string, tokens: readonly Token[], dialect: string) => string | null;

const QUERY_HEAD = new Set(['select', 'with', '(', 'from', 'values', 'table']);
const word = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';

/** CREATE … name <clauses of a vendor> AS SELECT, or without AS. */
const plainCreate: Repair = (text, tokens) => {
  if (word(tokens, 0) !== 'create') return null;
  const kind = tokens.findIndex((token, at) => at > 0 && at < 8 && ['table', 'view'].includes(token.text));
  if (kind < 0) return null;
  let name = kind + 1;
  if (word(tokens, name) === 'if') name += 3;
  const last = nameEnd(tokens, name);
  let body =
    tokens.findIndex((token, at) => at > last && token.depth === 0 && token.text === 'as' && QUERY_HEAD.has(word(tokens, at + 1))) + 1;
  if (!body)
    body = tokens.findIndex(
      (token, at) =>
        at > last && token.depth === 0 && (token.text === 'select' || (token.text === 'with' && word(tokens, at + 2) === 'as')),
    );
  if (body <= 0) return tableOnly(text, tokens, { kind, name, last });
  let columns = '';
  if (word(tokens, last + 1) === '(') {
    const close = closing(tokens, last + 1);
    if (close < body) columns = ` (${columnNames(text, tokens, last + 1, close).join(', ')})`;
  }
  const end = tokens.findLastIndex((token) => token.depth === 0 && ['select', ')', 'from'].includes(token.text));
  const tail = tokens.findIndex(
    (token, at) =>
      at > body &&
      at > end &&
      token.depth === 0 &&
      token.text === 'with' &&
      ['no', 'data', 'check', 'read', 'local', 'cascaded'].includes(word(tokens, at + 1)),
  );
  const head = word(tokens, body);
  const shortened = head === 'from' ? 'SELECT * ' : head === 'table' ? 'SELECT * FROM ' : '';
  const start = tokens[head === 'table' ? body + 1 : body]!.start;
  const inner = text.slice(start, tail > 0 ? tokens[tail]!.start : undefined);
  const unwrapped = withoutParentheses(inner);
  const query = head === 'values' ? `SELECT * FROM (${inner.replace(/;\s*$/, '')}) AS rows_given` : shortened + unwrapped;
  const temporary = tokens.slice(1, kind).some((token) => /^(?:temp|volatile)/.test(token.text)) ? 'TEMPORARY ' : '';
  // a list of names without types is the list of a view, whatever is created
  return `CREATE ${columns ? '' : temporary}${word(tokens, kind) === 'view' || columns ? 'VIEW' : 'TABLE'} ${text.slice(tokens[name]!.start, tokens[last]!.end)}${columns} AS ${query}`;
};

/** ((SELECT …)) without what is around it. */
function withoutParentheses(query: string): string {
  const outer = /^\s*\(\s*(\([\s\S]*\))\s*\)\s*;?\s*$/.exec(query)?.[1];
  return outer === undefined ? query : withoutParentheses(outer);
}

/** CREATE TABLE with columns and clauses that nobody understands: its names are enough. */
function tableOnly(
  text: string,
  tokens: readonly Token[],
  { kind, name, last }: { kind: number; name: number; last: number },
): string | null {
  if (word(tokens, kind) !== 'table' || word(tokens, last + 1) !== '(') return null;
  const columns = columnNames(text, tokens, last + 1, closing(tokens, last + 1)).map((column) => `${column} int`);
  return columns.length ? `CREATE TABLE ${text.slice(tokens[name]!.start, tokens[last]!.end)} (${columns.join(', ')})` : null;
}

function columnNames(text: string, tokens: readonly Token[], open: number, close: number): string[] {
  const names: string[] = [];
  for (let at = open + 1; at < close; at++) {
    const before = word(tokens, at - 1);
    const token = tokens[at]!;
    const starts = at === open + 1 || (before === ',' && tokens[at - 1]!.depth === tokens[open]!.depth + 1);
    if (
      starts &&
      token.kind !== 'sign' &&
      !['index', 'key', 'primary', 'constraint', 'unique', 'watermark', 'period', 'check', 'foreign'].includes(token.text)
    )
      names.push(token.kind === 'quoted' ? token.text : text.slice(token.start, token.end));
  }
  return names;
}

/** INSERT t, INSERT … WITH LABEL, INSERT /*+ … *\/, PARTITION without values. */
const plainInsert: Repair = (text, tokens) => {
  if (word(tokens, 0) !== 'insert' && word(tokens, 0) !== 'replace') return null;
  let made = text;
  const label = tokens.findIndex((token, at) => token.text === 'with' && word(tokens, at + 1) === 'label');
  if (label > 0) made = text.slice(0, tokens[label]!.start) + text.slice(tokens[nameEnd(tokens, label + 2)]!.end);
  else if (
    !['into', 'overwrite', 'all', 'first', 'ignore', 'or', 'low_priority', 'delayed', 'high_priority', 'table'].includes(word(tokens, 1))
  )
    made = `INSERT INTO ${text.slice(tokens[1]?.start ?? text.length)}`;
  made = made.replace(/^(\s*(?:insert|replace)\s+)(?:(?:low_priority|delayed|high_priority|ignore)\s+)+/i, '$1');
  return made.replace(/^(\s*insert)\s+table\b/i, '$1 INTO TABLE');
};

/** INSERT INTO t PARTITION (p1, p2) SELECT: partitions of other dialects say nothing about columns. */
const noPartition: Repair = (text, tokens) => {
  const at = tokens.findIndex((token, i) => i < 12 && /^(?:temporary_)?partitions?$/.test(token.text) && word(tokens, i + 1) === '(');
  if (word(tokens, 0) !== 'insert' || at < 0) return null;
  const from = word(tokens, at - 1) === 'temporary' ? at - 1 : at;
  return text.slice(0, tokens[from]!.start) + text.slice(tokens[closing(tokens, at + 1)]!.end);
};

/** x += y */
const compound: Repair = (text, tokens) =>
  ['update', 'with', 'merge'].includes(word(tokens, 0))
    ? text.replace(/([\w.\][`"@$#\u0080-\uffff]+)\s*([-+*/%|&^])=\s*/g, '$1 = $1 $2 ')
    : null;

/** MERGE INTO (SELECT … FROM t …) AS x: the table inside. */
const mergeIntoQuery: Repair = (text, tokens) => {
  if (word(tokens, 0) !== 'merge' || word(tokens, 1) !== 'into' || word(tokens, 2) !== '(') return null;
  const close = closing(tokens, 2);
  const from = tokens.findIndex((token, at) => at > 2 && at < close && token.text === 'from');
  if (from < 0) return null;
  return `MERGE INTO ${text.slice(tokens[from + 1]!.start, tokens[nameEnd(tokens, from + 1)]!.end)}${text.slice(tokens[close]!.end)}`;
};

/** `json_to_recordset(j) AS k(a int, b text)`: names without types. */
const definedColumns: Repair = (text, tokens) => {
  const call = tokens.findIndex((token, at) => /_to_record(?:set)?$/.test(token.text) && word(tokens, at + 1) === '(');
  if (call < 0) return null;
  let at = closing(tokens, call + 1) + 1;
  if (word(tokens, at) === 'as') at++;
  if (word(tokens, at) !== '(') at++;
  if (word(tokens, at) !== '(') return null;
  const close = closing(tokens, at);
  return `${text.slice(0, tokens[at]!.end)}${columnNames(text, tokens, at, close).join(', ')}${text.slice(tokens[close]!.start)}`;
};

/** UPDATE (SELECT … FROM t …) SET and DELETE FROM (SELECT …): a view in place. */
const changeOfQuery: Repair = (text, tokens) => {
  const open = word(tokens, 0) === 'update' ? 1 : word(tokens, 0) === 'delete' ? (word(tokens, 1) === 'from' ? 2 : 1) : -1;
  if (open < 0 || word(tokens, open) !== '(') return null;
  const close = closing(tokens, open);
  return `WITH updated_rows AS ${text.slice(tokens[open]!.start, tokens[close]!.end)} ${text.slice(0, tokens[open]!.start)} updated_rows ${text.slice(tokens[close]!.end)}`;
};

const replaced =
  (pattern: RegExp, by: string): Repair =>
  (text) =>
    text.replace(pattern, by);

const REPAIRS: readonly Repair[] = [
  plainCreate,
  plainInsert,
  noPartition,
  lateralViews,
  joinHints,
  joinUsing,
  rowAlias,
  rowAssignment,
  compound,
  mergeIntoQuery,
  definedColumns,
  changeOfQuery,
  replaced(/\/\*\+[\s\S]*?\*\//g, ' '),
  // Oracle and DB2
  replaced(/\bsample\s+(?:block\s*)?\([^)]*\)(?:\s*seed\s*\([^)]*\))?/gi, ' '),
  replaced(/\border\s+by\s+order\s+of\s+\w+/gi, ''),
  replaced(/\b(?:next|prev(?:ious)?)\s*val(?:ue)?\s+for\s+[\w.$#"]+/gi, '1'),
  replaced(/\bcurrent\s+(date|timestamp|time)\b/gi, 'current_$1'),
  replaced(/\bwith\s+(?:ur|cs|rs|rr)\s*;?\s*$/i, ''),
  replaced(/\bfor\s+(?:read|fetch)\s+only\b/gi, ''),
  replaced(/\bcursor\s*\(\s*select\b/gi, '(select'),
  replaced(/\bupdate\s+set\b([\s\S]*?)\bdelete\s+where\b[\s\S]*?(?=\bwhen\b|$)/gi, 'update set$1 '),
  replaced(/\belse\s+ignore\b/gi, ''),
  replaced(/\blog\s+errors\b[\s\S]*$/i, ''),
  replaced(/\breturning\b[^;()]*\binto\b[^;]*/gi, ''),
  replaced(/\bbulk\s+collect\s+into\b/gi, 'into'),
  replaced(/\((\s*title\s*)'[^']*'\s*\)/gi, ' '),
  replaced(/^\s*sel\b/i, 'SELECT'),
  replaced(/^\s*upsert\b/i, 'INSERT'),
  replaced(/^\s*(?:create\s+or\s+)?replace\s+(?:recursive\s+)?(table|view)\b/i, 'CREATE OR REPLACE $1'),
  replaced(/\blocking\s+(?:row|table|[\w.]+)\s+for\s+access\b/gi, ''),
  // JSON_OBJECT(name : value)
  replaced(/([(,]\s*)\w+\s*:\s*(?=\()/g, '$1'),
  replaced(/\bjson_object\s*\(/gi, 'json_object_of('),
  // reserved words after a dot, or in the place of a column
  replaced(
    /\.(time|date|so|table|comment|desc|order|group|level|user|start|end|index|key|type|values?|row|rows|limit|option|begin|interval|condition|column|range|status)\b/gi,
    '."$1"',
  ),
  replaced(/(,\s*|\bselect\s+)(begin|end|option|order|group|desc|condition|interval|index|key)(?=\s*(?:,|from\b))/gi, '$1"$2"'),
  replaced(/,\s*([\w.]+(?:\s+\w+)?)\s+on\b/gi, ' join $1 on'),
];

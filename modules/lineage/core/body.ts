import { derived, query } from './query.ts';
import { attempt, readStatement } from './grammar.ts';
import { Scope } from './scope.ts';
import { type Reader } from './script.ts';
import { excerpt, lineOf } from './excerpt.ts';
import { cutUnseparated, HEADS } from './split.ts';
import { closing, nameEnd, spoken, type Token, tokensOf } from './tokens.ts';
import { valueSources } from './expression.ts';
import type { Tree } from './tree.ts';

/** Words between which statements stand; CASE is taken out before they are looked for. */
const CONTROL = new Set(['begin', 'then', 'else', 'loop', 'do', 'exception', 'repeat', 'try', 'catch', 'atomic', 'end']);
const DECLARED_BY = new Set(['cursor', 'type', 'pragma', 'procedure', 'function', 'subtype', 'begin', 'end']);

/** Reads the statements inside a procedure, function, trigger or block. */
export function routine(text: string, reader: Reader): void {
  const { session, dialect } = reader;
  const before = session.inBody;
  session.inBody = true;
  session.hasBody = true;
  const quoted = quotedBody(text, dialect);
  const tokens = tokensOf(quoted ?? text, dialect);
  const own = quoted ?? text;
  declareParameters(tokensOf(text, dialect), reader);
  declareRows(tokensOf(text, dialect), reader);
  const from = quoted === null ? bodyStart(tokens) : 0;
  declareVariables(tokens, from, reader);
  const first = session.line + (quoted === null ? 0 : Math.max(0, lineOf(text, text.indexOf(quoted.slice(0, 40))) - 1));
  for (const [start, end] of pieces(tokens, from, dialect)) {
    session.line = first + lineOf(own, tokens[start]!.start) - 1;
    if (!reader.parser.nextStatement()) {
      session.doubt(excerpt(own.slice(tokens[start]!.start)), 'timeout');
      break;
    }
    piece(own, tokens.slice(start, end), reader);
  }
  session.inBody = before;
  session.variables.clear();
  session.cursors.clear();
}

/** The body that stands in a string: AS $$ … $$, AS 'BEGIN … END'. */
function quotedBody(text: string, dialect: string): string | null {
  const tokens = tokensOf(text, dialect);
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'string' || !['as', 'do', 'plpgsql', 'sql'].includes(tokens[at - 1]?.text ?? '')) continue;
    const tag = /^\$\w*\$/.exec(token.text)?.[0];
    if (tag) return token.text.slice(tag.length, -tag.length);
    const inner = token.text.slice(1, -1).replaceAll("''", "'");
    if (/\b(?:select|insert|update|delete|merge|begin)\b/i.test(inner)) return inner;
  }
  return null;
}

/** Where the statements or declarations of a routine begin. */
function bodyStart(tokens: readonly Token[]): number {
  const [first] = tokens;
  if (first?.text === 'begin' || first?.text === 'declare' || first?.text === 'if' || first?.text === 'while') return 0;
  for (let at = 1; at < tokens.length; at++) {
    const { text, depth, kind } = tokens[at]!;
    if (kind !== 'word' || depth > 0) continue;
    if (text === 'begin') return at;
    if ((text === 'as' || text === 'is') && !['type', 'rowtype', 'caller', 'owner', 'self'].includes(tokens[at + 1]?.text ?? ''))
      return at + 1;
    if (text === 'row' && tokens[at - 1]?.text === 'each') return at + 1;
    if (text === 'return' && ['select', '('].includes(tokens[at + 1]?.text ?? '')) return at;
    if (
      HEADS.has(text) &&
      !['create', 'replace', 'from', 'alter'].includes(text) &&
      !['before', 'after', 'or', 'of', 'on', 'for', ','].includes(tokens[at - 1]?.text ?? '')
    )
      return at;
  }
  return tokens.length;
}

const BEFORE_NAME = new Set(['in', 'out', 'inout', 'variadic']);
/** Parameters are variables without a source. */
function declareParameters(tokens: readonly Token[], { session }: Reader): void {
  const kind = tokens.findIndex((token, at) => at < 10 && ['procedure', 'proc', 'function'].includes(token.text));
  const open = kind < 0 ? -1 : nameEnd(tokens, kind + 1) + 1;
  if (tokens[open]?.text !== '(') return;
  const close = closing(tokens, open);
  for (let at = open + 1; at < close; at++) {
    if (at !== open + 1 && !(tokens[at - 1]!.text === ',' && tokens[at - 1]!.depth === 1)) continue;
    const name = BEFORE_NAME.has(tokens[at]!.text) ? tokens[at + 1] : tokens[at];
    if (name?.kind === 'word') session.variables.set(name.text, []);
  }
}

/** The rows of a trigger: NEW and OLD, inserted and deleted stand for the table that it watches. */
function declareRows(tokens: readonly Token[], { session }: Reader): void {
  const trigger = tokens.findIndex((token, at) => at < 10 && token.text === 'trigger');
  const on = trigger < 0 ? -1 : tokens.findIndex((token, at) => at > trigger && token.text === 'on');
  if (on < 0) return;
  const table = spoken(tokens, on + 1, nameEnd(tokens, on + 1));
  for (const name of ['new', 'old', 'inserted', 'deleted']) session.cursors.set(name, { ...session.relation(table, null), alias: name });
}

/** Names in the sections of declarations: between DECLARE, IS or AS and BEGIN. */
function declareVariables(tokens: readonly Token[], from: number, { session }: Reader): void {
  let declaring = from > 0 && tokens[from]?.text !== 'begin';
  let starts = declaring;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.depth > 0) continue;
    if (token.text === 'begin') declaring = false;
    else if (
      token.text === 'declare' ||
      ((token.text === 'is' || token.text === 'as') &&
        ['procedure', 'function'].some((word) => tokens.slice(Math.max(0, at - 12), at).some((before) => before.text === word)))
    ) {
      declaring = true;
      starts = true;
      continue;
    }
    const next = tokens[at + 1];
    if (
      declaring &&
      starts &&
      token.kind === 'word' &&
      !DECLARED_BY.has(token.text) &&
      !HEADS.has(token.text) &&
      next?.kind === 'word' &&
      next.text !== 'cursor'
    )
      session.variables.set(token.text, []);
    starts = token.text === ';';
  }
}

/** The ranges between semicolons and control words; in T-SQL also where a statement begins without a sign. */
function pieces(tokens: readonly Token[], from: number, dialect: string): [number, number][] {
  const parts: [number, number][] = [];
  let start = from;
  let cases = 0;
  const cut = (end: number, next: number) => {
    if (end > start) parts.push([start, end]);
    start = next;
  };
  for (let at = from; at < tokens.length; at++) {
    const { text, depth, kind } = tokens[at]!;
    if (text === ';') {
      cut(at, at + 1);
      cases = 0;
      continue;
    }
    if (kind !== 'word' || depth > 0) continue;
    if (text === 'case') cases++;
    else if (cases > 0 && text === 'end') cases--;
    else if (cases === 0 && CONTROL.has(text) && !isPartOf(tokens, at, start)) cut(at, at + 1);
  }
  cut(tokens.length, tokens.length);
  return dialect === 'tsql' ? parts.flatMap((part) => cutUnseparated(tokens, part)) : parts;
}

/** A control word that belongs to a statement: WHEN MATCHED THEN of MERGE, ON CONFLICT DO, CREATE … IF. */
function isPartOf(tokens: readonly Token[], at: number, start: number): boolean {
  const { text } = tokens[at]!;
  const lead = tokens[start]?.text;
  if (text === 'then')
    return lead === 'merge' || (lead === 'with' && tokens.slice(start, at).some((token) => token.text === 'merge')) || lead === 'insert';
  if (text === 'else') return lead === 'insert' && tokens[start + 1]?.text !== 'into';
  if (text === 'do') return ['insert', 'with'].includes(lead ?? '') && ['conflict', ')', 'constraint'].includes(tokens[at - 1]?.text ?? '');
  if (text === 'end') return ['insert', 'update'].includes(lead ?? '') && ['.', ','].includes(tokens[at - 1]?.text ?? '');
  return false;
}

/** One piece of a body: a statement, a cursor, an assignment, a condition with sub-queries, or text that is run. */
export function piece(text: string, tokens: readonly Token[], reader: Reader): void {
  const [first] = tokens;
  if (!first) return;
  const slice = (from: number, to = tokens.length) =>
    tokens[from] ? text.slice(tokens[from].start, tokens[to - 1]!.end).replace(/:(new|old)\s*\./gi, '$1.') : '';
  const has = (word: string) => tokens.findIndex((token) => token.text === word && token.depth === first.depth);
  const head = first.text;
  if (head === 'return' || head === 'perform') {
    const at = tokens.findIndex((token) => token.text === 'select' || token.text === 'with');
    if (head === 'perform') reader.single(`SELECT ${slice(1)}`);
    else if (at > 0) reader.single(slice(at).replace(/\)\s*$/, (sign) => (tokens[at]!.depth > first.depth ? '' : sign)));
    else if (has('execute') > 0) reader.dynamic(slice(0), 'execute');
    return;
  }
  if (head === 'declare' && tokens[1]?.text.startsWith('@') && tokens.some((token, at) => at < 4 && token.text === 'table')) {
    tableVariable(tokens, reader);
    return;
  }
  const opened = cursorOf(tokens);
  if (opened) {
    remember(opened.name, slice(opened.query, opened.end), reader);
    return;
  }
  if (head === 'fetch') {
    fetched(tokens, reader);
    return;
  }
  if (head === 'open' && has('for') > 0) {
    reader.dynamic(slice(0), 'open');
    return;
  }
  if (HEADS.has(head) && !(head === 'replace' && tokens[1]?.text === '(')) {
    reader.single(slice(0));
    return;
  }
  if (['exec', 'execute', 'call'].includes(head)) {
    reader.dynamic(slice(0), head);
    return;
  }
  const sign = tokens.findIndex((token) => token.text === ':=' || token.text === '=');
  if (sign > 0 && sign < 8 && (tokens[sign]!.text === ':=' || head === 'set')) {
    const name = spoken(
      tokens,
      head === 'set' || head === 'declare' ? 1 : 0,
      head === 'set' ? sign - 1 : nameEnd(tokens, head === 'declare' ? 1 : 0),
    );
    assigned(name, slice(sign + 1), reader);
    return;
  }
  conditions(tokens, slice, reader);
}

/** DECLARE @t TABLE (a INT, …) */
function tableVariable(tokens: readonly Token[], { session }: Reader): void {
  const open = tokens.findIndex((token) => token.text === '(');
  const names = tokens.filter(
    (token, at) => token.depth === 1 && (tokens[at - 1] === tokens[open] || (tokens[at - 1]!.text === ',' && tokens[at - 1]!.depth === 1)),
  );
  if (open > 0)
    session.made.set(
      tokens[1]!.text,
      names.map((token) => spoken([token], 0, 0)),
    );
}

/** CURSOR c IS SELECT, DECLARE c CURSOR FOR SELECT, FOR r IN (SELECT …), OPEN c FOR SELECT. */
function cursorOf(tokens: readonly Token[]): { name: string; query: number; end: number } | null {
  const head = tokens[0]?.text;
  const query = tokens.findIndex((token) => token.text === 'select' || token.text === 'with');
  const end = tokens.length;
  if (head === 'for' && tokens[2]?.text === 'in') {
    const name = tokens[1]!.text;
    if (query > 0) return { name, query, end: tokens[3]?.text === '(' ? closing(tokens, 3) : end };
    return { name, query: -1, end };
  }
  const cursor = tokens.findIndex((token, at) => at < 4 && token.text === 'cursor');
  const name =
    cursor < 0
      ? head === 'open' && tokens[2]?.text === 'for'
        ? tokens[1]?.text
        : undefined
      : cursor > 0 && tokens[cursor - 1]?.text !== 'declare'
        ? tokens[cursor - 1]?.text
        : tokens[cursor + 1]?.text;
  return name !== undefined && query > 0 ? { name, query, end } : null;
}

function remember(name: string, text: string, reader: Reader): void {
  const tree = read(text, reader);
  const { session } = reader;
  if (!tree) return;
  const relation = derived(query(tree, new Scope(session, null)), name);
  session.closeStatement();
  reader.next();
  session.cursors.set(name, relation);
  session.variables.delete(name);
}

const read = (text: string, { dialect, parser }: Reader): Tree | undefined =>
  text.trim() === '' ? undefined : readStatement(text, dialect, parser)?.trees[0];

/** FETCH c INTO a, b: the variables hold the columns of the cursor. */
function fetched(tokens: readonly Token[], { session }: Reader): void {
  const into = tokens.findIndex((token) => token.text === 'into');
  if (into < 0) return;
  const cursor = session.cursors.get(tokens[into - 1]?.text ?? '');
  const names = tokens
    .slice(into + 1)
    .filter((token) => token.kind === 'word')
    .map((token) => token.text);
  const [only] = names;
  if (cursor && names.length === 1 && only !== undefined && (cursor.columns?.length ?? 0) > 1)
    session.cursors.set(only, { ...cursor, alias: only });
  else names.forEach((name, at) => session.assign(name, cursor?.columns?.[at]?.sources ?? []));
}

/** v := expression */
function assigned(name: string, text: string, reader: Reader): void {
  const tree = attempt(`SELECT ${text}`, reader.dialect, reader.parser)?.trees[0];
  reader.session.quietly(() => reader.session.assign(name, tree ? valueSources(tree, new Scope(reader.session, null)) : []));
}

/** IF EXISTS (SELECT …), WHILE (SELECT …): their sub-queries read tables. */
function conditions(tokens: readonly Token[], slice: (from: number, to?: number) => string, reader: Reader): void {
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]!.text !== '(' || !['select', 'with'].includes(tokens[at + 1]?.text ?? '')) continue;
    const end = closing(tokens, at);
    const tree = read(slice(at + 1, end), reader);
    if (tree) reader.session.quietly(() => valueSources(tree, new Scope(reader.session, null)));
    at = end;
  }
}

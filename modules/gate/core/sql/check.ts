import {
  WORDS_BEFORE_PARENTHESIS,
  PLAIN_KEYS,
  TYPES_BEFORE_PARENTHESIS,
  bodyOf,
  expression,
  isNode,
  placeOf,
  type Node,
  type Catalog,
  type CatalogTable,
  type Dialect,
  nameOf,
} from '#modules/sources/core/index.ts';
import type { Statement, Token } from './lex.ts';
import { Refusal } from './refusal.ts';
import type { Lineage, TableRef } from './findings.ts';
import { Resolver } from './resolve.ts';
import { WriteResolver } from './resolve-write.ts';
import type { Derived } from './scope.ts';

/** What the parser said about one statement; spans count UTF-16 units. */
export interface Parsed {
  readonly error: { message: string; line: number; column: number } | null;
  readonly ast: readonly unknown[];
  /** where the parser saw strings and quoted names */
  readonly literals: readonly (readonly [start: number, end: number])[];
}
export interface Checked extends Omit<Lineage, 'output'> {
  readonly kind: 'read' | 'write';
  /** first word, `select`, `explain`, `delete` */
  readonly verb: string;
  /** null when the output is not made of columns (EXPLAIN) */
  readonly output: readonly Derived[] | null;
  readonly target: CatalogTable | null;
  /** A name that the source shows, as the names of `output` are written: servers differ in the case of letters. */
  readonly nameOf: (shown: string) => string;
}

const READ = new Set(['select', 'union', 'intersect', 'except', 'values', 'subquery', 'paren']);
const WRITE = new Set(['insert', 'update', 'delete']);
const READ_WORDS = new Set(['select', 'with', 'values', 'explain', '(']);
const QUERY_WORDS = ['select', 'with', 'values', '('];
const SESSION = new Set(
  'begin start commit rollback savepoint release set reset show discard lock listen notify unlisten prepare execute deallocate declare fetch move close checkpoint load do call abort end'.split(
    ' ',
  ),
);
const LITERALS = new Set<Token['kind']>(['string', 'escape', 'dollar', 'quoted']);

/** `explain` in front of a statement: what to blank out before parsing. Throws on options that do not exist. */
function explainPrefix(statement: Statement, { explain, label }: Dialect): number {
  const tokens = statement.tokens;
  if (tokens[0]?.text !== 'explain' || tokens[0].kind !== 'word') return 0;
  if (!explain) throw new Refusal(`${label} 不支持 EXPLAIN，请直接执行查询`, tokens[0].start);
  let i = 1;
  if (explain.hasOptionList && tokens[i]?.text === '(' && !QUERY_WORDS.includes(tokens[i + 1]?.text ?? '')) {
    for (i++; tokens[i] && tokens[i]!.text !== ')'; i++)
      if (tokens[i]!.kind !== 'word' && tokens[i]!.text !== ',') throw new Refusal('EXPLAIN 的选项不正确', tokens[i]!.start);
    i++;
  } else
    for (;;) {
      if (explain.words.has(tokens[i]?.text ?? '')) i++;
      else if (explain.hasFormat && tokens[i]?.text === 'format' && tokens[i + 1]?.text === '=' && tokens[i + 2]?.kind === 'word') i += 3;
      else break;
    }
  const first = tokens[i];
  if (!first) throw new Refusal('EXPLAIN 后面缺少查询语句', tokens[0].end);
  if (!QUERY_WORDS.includes(first.text)) throw new Refusal('EXPLAIN 后面只能是查询语句', first.start);
  return first.start;
}

/** The text that is parsed: the statement without EXPLAIN, at unchanged positions. */
export function textToParse(statement: Statement, dialect: Dialect): string {
  // REPLACE reads and changes what INSERT does, and the parser knows INSERT better.
  if (statement.tokens[0]?.text === 'replace' && dialect.writes.has('replace')) return statement.text.replace(/replace/i, 'insert ');
  const prefix = explainPrefix(statement, dialect);
  return statement.text.slice(0, prefix).replace(/[^\n\r]/g, ' ') + statement.text.slice(prefix);
}

function checkWords(statement: Statement, hasParams: boolean, dialect: Dialect): 'read' | 'write' {
  const { tokens } = statement;
  const first = tokens[0]!;
  const word = first.kind === 'word' || first.text === '(' ? first.text : '';
  const kind = READ_WORDS.has(word) ? 'read' : dialect.writes.has(word) ? 'write' : null;
  if (kind === null) {
    const name = statement.text.slice(first.start, first.end).toUpperCase();
    if (SESSION.has(word)) throw new Refusal(`不允许执行会话或事务语句 ${name}`, first.start);
    throw new Refusal(word ? `不允许执行 ${name} 语句，只能使用 SELECT 查询` : '无法识别的语句', first.start);
  }
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    if (token.kind === 'param' && !hasParams) throw new Refusal('不支持参数占位符，请直接写出取值', token.start);
    if (
      (token.kind === 'word' || token.kind === 'quoted') &&
      next?.text === '(' &&
      next.kind === 'symbol' &&
      dialect.forbiddenCall.test(token.text)
    )
      throw new Refusal(`不允许使用函数“${token.text}”`, token.start);
    if (token.kind !== 'word') return;
    if (dialect.forbiddenWords.has(token.text)) throw new Refusal(`查询中不能出现 ${token.text.toUpperCase()}`, token.start);
    if (token.text === 'lock' && next?.text === 'in' && tokens[i + 2]?.text === 'share')
      throw new Refusal('不允许使用 LOCK IN SHARE MODE 等加锁写法', token.start);
    // ClickHouse takes a bare name behind IN for a table.
    if (token.text === 'in' && dialect.aliases === 'beforeColumns' && !isValueList(tokens, i + 1))
      throw new Refusal('IN 后面请写取值列表或子查询', token.start);
    if (token.text === 'into' && kind === 'read') {
      const insert = ['insert', 'merge'].includes(tokens[i - 1]?.text ?? '');
      throw new Refusal(insert ? '查询中不能包含修改数据的语句' : '不允许使用 SELECT INTO', token.start);
    }
    if (token.text === 'for' && next?.kind === 'word' && ['update', 'share', 'no', 'key'].includes(next.text))
      throw new Refusal('不允许使用 FOR UPDATE 等加锁写法', token.start);
  });
  return kind;
}

const isValueList = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '(' && !(['word', 'quoted'].includes(tokens[at + 1]?.kind ?? '') && [')', '.'].includes(tokens[at + 2]?.text ?? ''));

/** Second belt: every call that the text shows is to a function of the list, whatever the parser takes it for. */
function checkCalls(tokens: readonly Token[], dialect: Dialect): void {
  const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'quoted';
  const target = targetEnd(tokens, dialect);
  tokens.forEach((token, i) => {
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    if (!isName(token) || after?.text !== '(' || after.kind !== 'symbol' || i === target) return;
    // the outer join of Oracle: `a.id = b.id (+)`
    if (dialect.name === 'oracle' && tokens[i + 2]?.text === '+' && tokens[i + 3]?.text === ')') return;
    const isQualified = before?.text === '.';
    if (token.kind === 'word' && !isQualified) {
      if (dialect.functions.has(token.text)) return;
      if (WORDS_BEFORE_PARENTHESIS.has(token.text) || TYPES_BEFORE_PARENTHESIS.has(token.text)) return;
    }
    if (!isQualified && (before?.text === 'as' || before?.text === ')' || tokens[closing(tokens, i + 1) + 1]?.text === 'as')) return;
    throw new Refusal(`函数“${token.text}”不在允许使用的范围内`, token.start);
  });
}

/** Index of the last part of the table that INSERT or REPLACE names; -1 for other statements. */
function targetEnd(tokens: readonly Token[], dialect: Dialect): number {
  const verb = tokens[0]?.text ?? '';
  if ((verb !== 'insert' && verb !== 'replace') || !dialect.writes.has(verb)) return -1;
  let i = 1;
  while (['low_priority', 'delayed', 'high_priority', 'ignore', 'into'].includes(tokens[i]?.text ?? '')) i++;
  while (tokens[i + 1]?.text === '.') i += 2;
  return i;
}

function closing(tokens: readonly Token[], opening: number): number {
  let depth = 0;
  for (let i = opening; i < tokens.length; i++) {
    if (tokens[i]!.kind !== 'symbol') continue;
    if (tokens[i]!.text === '(') depth++;
    else if (tokens[i]!.text === ')' && --depth === 0) return i;
  }
  return tokens.length;
}

/** Lexer and parser must agree on strings and quoted names; otherwise the checked statement would not be the one that runs. */
function checkLiterals(tokens: readonly Token[], parsed: Parsed): void {
  const ours = tokens.filter((token) => LITERALS.has(token.kind)).map((token) => `${token.start}-${token.end}`);
  const theirs = parsed.literals.map(([start, end]) => `${start}-${end}`);
  if (ours.join() !== theirs.join()) throw new Refusal('语句中的字符串或引号写法存在歧义，请改用普通单引号字符串');
}

/** Deny by default: every expression kind, function and type in the tree must be known to be harmless. */
class TreeCheck {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  tree(value: unknown): void {
    if (Array.isArray(value)) return value.forEach((item) => this.tree(item));
    if (!isNode(value)) return;
    const found = expression(value);
    // A structure with one field looks like an expression; the names of such fields are no expression kinds.
    if (found === null || PLAIN_KEYS.has(found.kind)) return this.parts(value);
    this.#expression(found.kind, found.body);
    // What an expression holds is always a structure, even with one field.
    if (isNode(found.body)) this.parts(found.body);
    else this.tree(found.body);
  }

  parts(structure: Node): void {
    if (structure.into !== undefined && structure.into !== null) throw new Refusal('不允许使用 SELECT INTO');
    if (Array.isArray(structure.locks) && structure.locks.length > 0) throw new Refusal('不允许使用 FOR UPDATE 等加锁写法');
    for (const key in structure) if (key !== 'span') this.tree(structure[key]);
  }

  #expression(kind: string, body: unknown): void {
    if (kind === 'function' || kind === 'aggregate_function' || kind === 'anonymous_agg_func')
      return this.#function(isNode(body) ? body : {});
    if (WRITE.has(kind) || kind === 'merge') throw new Refusal('查询中不能包含修改数据的语句', placeOf(body));
    if (kind === 'pseudocolumn' && !(isNode(body) && this.#dialect.niladic.has(String(body.kind).toLowerCase())))
      throw new Refusal('不支持的伪列', placeOf(body));
    if (kind === 'method_call') throw new Refusal('不允许调用带模式名的函数', placeOf(body));
    if (!this.#dialect.kinds.has(kind)) throw new Refusal(`不支持的写法（${kind.replaceAll('_', ' ')}）`, placeOf(body));
    if (isNode(body) && isNode(body.to) && typeNames(body.to).some((name) => this.#dialect.forbiddenType.test(name)))
      throw new Refusal('不允许转换为系统目录类型', placeOf(body));
  }

  #function(body: Node): void {
    const name = nameOf(body.name);
    const isQuoted = name?.quoted === true || body.quoted === true;
    const called = name ? (isQuoted && !this.#dialect.checksCallsByText ? name.text : name.text.toLowerCase()) : '';
    if (called === 'grouping sets') return;
    if (!this.#dialect.functions.has(called)) throw new Refusal(`函数“${called || '?'}”不在允许使用的范围内`, placeOf(body));
  }
}

/** Names of a type and the types inside it, without schema and quotes. */
function typeNames(type: Node): string[] {
  const own = typeof type.name === 'string' ? [(type.name.split('.').at(-1) ?? '').replaceAll('"', '')] : [];
  return [...own, ...Object.values(type).flatMap((part) => (isNode(part) ? typeNames(part) : []))];
}

/** Place of a parser error: it names the end of the token that it did not understand. */
function parseProblem(statement: Statement, error: NonNullable<Parsed['error']>): Refusal {
  const lines = statement.text.split('\n');
  const end = lines.slice(0, error.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + error.column - 1;
  const token = statement.tokens.find((candidate) => candidate.end >= end) ?? statement.tokens.at(-1);
  const near = token ? statement.text.slice(token.start, token.end).slice(0, 40) : '';
  return new Refusal(`语法错误：无法识别“${near}”附近的写法`, token?.start ?? 0);
}

/** The places of tables must be whole names of the text: they will be cut out of it. */
function checkRefs(tokens: readonly Token[], refs: readonly TableRef[]): void {
  for (const { table, start, end } of refs) {
    const first = tokens.findIndex((token) => token.start === start);
    const last = tokens.findIndex((token) => token.end === end);
    const parts = first < 0 ? [] : tokens.slice(first, last + 1);
    const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'quoted';
    const isWhole = parts.every((token, i) => (i % 2 === 0 ? isName(token) : token.text === '.'));
    if (!isWhole || (parts.length !== 1 && parts.length !== 3) || tokens[first - 1]?.text === '.' || tokens[last + 1]?.text === '.')
      throw new Refusal(`无法确定表“${table.name}”在语句中的位置，请简化写法`, start);
    if (tokens[last + 1]?.text === '*') throw new Refusal('不支持在表名后使用 *', tokens[last + 1]!.start);
  }
}

/**
 * Decides whether one statement may run: one read (or, when `mayWrite`, one insert, update or delete) over harvested
 * relations, made only of known constructs. Throws Refusal; answers what it reads and where each output column comes from.
 */
export function checkStatement(
  statement: Statement,
  parsed: Parsed,
  catalog: Catalog,
  options: { mayWrite: boolean; hasParams: boolean },
  dialect: Dialect,
): Checked {
  const kind = checkWords(statement, options.hasParams, dialect);
  if (kind === 'write' && !options.mayWrite) throw new Refusal('没有修改数据的权限，只能执行查询语句', statement.tokens[0]!.start);
  if (parsed.error) throw parseProblem(statement, parsed.error);
  checkLiterals(statement.tokens, parsed);
  if (dialect.checksCallsByText) checkCalls(statement.tokens, dialect);
  const [tree, ...more] = parsed.ast;
  if (!tree || more.length > 0) throw new Refusal('无法识别的语句');
  const root = expression(tree);
  if (!root || !isNode(root.body)) throw new Refusal('无法识别的语句');
  const verb = statement.tokens[0]!.text;
  if (kind === 'write') {
    if (!WRITE.has(root.kind)) throw new Refusal('无法识别的语句');
    new TreeCheck(dialect).parts(root.body);
    const resolved = new WriteResolver(catalog, dialect).write(root.body);
    checkRefs(statement.tokens, resolved.refs);
    return { kind, verb, ...resolved, nameOf: dialect.names.stored };
  }
  if (!READ.has(root.kind)) throw new Refusal('只能使用 SELECT 查询');
  new TreeCheck(dialect).tree(tree);
  const lineage = new Resolver(catalog, dialect).read(bodyOf(tree, 'paren') ? { subquery: root.body } : tree);
  checkRefs(statement.tokens, lineage.refs);
  return { kind, verb, ...lineage, output: verb === 'explain' ? null : lineage.output, target: null, nameOf: dialect.names.stored };
}

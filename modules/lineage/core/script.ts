import { routine } from './body.ts';
import { special, SPECIAL } from './special.ts';
import { type Parser, readStatement } from './grammar.ts';
import { reportOverlooked } from './overlooked.ts';
import { branchesOf } from './repair-from.ts';
import type { Session } from './session.ts';
import { cutUnseparated, isRoutine, splitScript } from './split.ts';
import { statement } from './statement.ts';
import { templateOf } from './template.ts';
import { closing, type Token, tokensOf } from './tokens.ts';
import { kindOf, type Tree } from './tree.ts';
import { lineOf, excerpt } from './excerpt.ts';

/** Statements of a script are read one by one until the time is up. */
export class Reader {
  readonly session: Session;
  readonly parser: Parser;
  readonly dialect: string;
  /** the grammar that each statement was read in, for writing its expressions */
  readonly grammars: string[] = [];

  constructor(session: Session, parser: Parser, dialect: string) {
    this.session = session;
    this.parser = parser;
    this.dialect = dialect;
  }

  /** Reads a whole text; of a template each set of its branches, as the same statements. */
  script(text: string): void {
    const template = templateOf(text, (name) => quoted(name, this.dialect));
    if (!template) {
      this.#statements(text);
      return;
    }
    const { session } = this;
    for (const { text: tag, line } of template.untold) session.doubt(tag, 'dynamicSql', [], line);
    const first = session.statement;
    let end = first;
    for (const variant of template.variants) {
      session.statement = first;
      this.#statements(variant);
      end = Math.max(end, session.statement);
    }
    session.statement = end;
  }

  #statements(text: string): void {
    const cleaned = prepared(text, this.dialect);
    const tokens = tokensOf(cleaned, this.dialect);
    if (!tokens.length) return;
    for (const [from, to] of splitScript(tokens, this.dialect)) {
      this.session.line = lineOf(cleaned, tokens[from]!.start);
      if (!this.parser.nextStatement()) {
        this.session.doubt(excerpt(cleaned.slice(tokens[from]!.start)), 'timeout');
        return;
      }
      this.piece(cleaned, tokens, [from, to]);
    }
  }

  /** A statement or a routine of a text. */
  piece(text: string, tokens: readonly Token[], [from, to]: readonly [number, number]): void {
    const part = text.slice(tokens[from]!.start, tokens[to - 1]!.end);
    if (isRoutine(tokens, from)) {
      routine(part, this);
      return;
    }
    // no grammar but T-SQL puts statements one after the other without a sign
    const heads = this.dialect === 'tsql' ? cutUnseparated(tokens, [from, to]) : [];
    if (heads.length > 1) {
      const first = this.session.line;
      for (const [start, end] of heads) {
        this.session.line = first + lineOf(text.slice(tokens[from]!.start), tokens[start]!.start - tokens[from]!.start) - 1;
        const single = text.slice(tokens[start]!.start, tokens[end - 1]!.end);
        if (isRoutine(tokens.slice(start, end))) routine(single, this);
        else this.single(single);
      }
      return;
    }
    this.single(part);
  }

  /** One statement. Answers whether it was understood. */
  single(given: string): boolean {
    const { session } = this;
    const text = given.length > LONG_VALUES ? firstRow(given, this.dialect) : given;
    const tokens = tokensOf(text.slice(0, 4000), this.dialect);
    const [first] = tokens;
    if (first && SPECIAL.has(first.text) && special(text, this)) return true;
    if (!first || IGNORED.has(first.text)) {
      this.next();
      return true;
    }
    if (['exec', 'execute', 'call', 'prepare'].includes(first.text)) {
      this.dynamic(text, first.text);
      return true;
    }
    const branches = first.text === 'from' || first.text === 'with' ? branchesOf(text, tokensOf(text, this.dialect)) : [];
    if (branches.length) {
      const read = branches.map((branch) => this.single(branch));
      return read.every(Boolean);
    }
    const read = readStatement(text, this.dialect, this.parser);
    if (!read) {
      session.doubt(excerpt(text), /^\W*(?:EXEC|CALL)/i.test(text) ? 'dynamicSql' : this.parser.isLate() ? 'timeout' : 'syntax');
      this.next();
      return false;
    }
    const before = session.statement;
    for (const tree of read.trees) this.take(tree, read.grammar);
    session.at(before, () => reportOverlooked(text, tokensOf(text, this.dialect), session));
    return true;
  }

  /** Adds a tree to the session as a statement of its own. */
  take(tree: Tree, grammar: string): void {
    if (kindOf(tree) === '') return;
    statement(tree, this.session);
    this.session.closeStatement();
    this.grammars[this.session.statement] = grammar;
    this.session.statement++;
  }

  /** Text that is put together when it runs; what it does cannot be known. */
  dynamic(text: string, head: string): void {
    const calls =
      head === 'call' ||
      (/^exec(?:ute)?$/.test(head) &&
        /^\s*exec(?:ute)?\s+(?!immediate\b|sp_executesql\b)[\w.[\]"]+\s*(?:$|[^('\w.])/i.test(text) &&
        !/^\s*exec(?:ute)?\s*\(/i.test(text) &&
        !/^\s*exec(?:ute)?\s+immediate\b/i.test(text));
    if (!calls) this.session.doubt(excerpt(text), 'dynamicSql');
    this.next();
  }

  next(): void {
    this.session.statement++;
  }
}

/** Rows of values say nothing after the first one, but cost the parser much. */
const LONG_VALUES = 20_000;
function firstRow(text: string, dialect: string): string {
  const tokens = tokensOf(text, dialect);
  const values = tokens.findIndex((token) => token.depth === 0 && (token.text === 'values' || token.text === 'value'));
  if (
    values < 0 ||
    tokens[values + 1]?.text !== '(' ||
    !['insert', 'replace', 'upsert'].includes(tokens[0]?.text ?? '') ||
    tokens.some((token) => token.text === 'select')
  )
    return text;
  return text.slice(0, tokens[closing(tokens, values + 1)]!.end);
}

/** Statements about sessions, rights and plans: nothing flows. */
const IGNORED = new Set(
  'use set show describe desc explain grant revoke analyze commit rollback savepoint lock unlock vacuum comment print go pragma add list reset uncache refresh msck invalidate compute kill flush optimize start end close fetch open deallocate declare return raise raiserror throw waitfor checkpoint attach detach install prompt whenever exit quit delimiter'.split(
    ' ',
  ),
);

const quoted = (name: string, dialect: string): string =>
  ['mysql', 'hive', 'spark', 'databricks', 'bigquery', 'doris', 'starrocks', 'clickhouse', 'tidb', 'singlestore'].includes(dialect)
    ? `\`${name}\``
    : `"${name}"`;

/** The text without what only a client understands. */
function prepared(text: string, dialect: string): string {
  let made = text.replaceAll('\0', ' ').replace(/^\ufeff/, '');
  if (['mysql', 'tidb', 'doris', 'starrocks', 'singlestore'].includes(dialect)) {
    made = made.replace(/(\d)--(\d)/g, '$1- -$2');
    if (/^\s*delimiter\s/im.test(made)) made = withoutDelimiters(made);
  }
  return made;
}

/** DELIMITER $$ … $$ of the MySQL client. */
function withoutDelimiters(text: string): string {
  let sign = ';';
  const lines = text.split('\n').map((line) => {
    const set = /^\s*delimiter\s+(\S+)/i.exec(line);
    if (set) {
      sign = set[1]!;
      return '';
    }
    return sign === ';' ? line : line.replaceAll(sign, ';');
  });
  return lines.join('\n');
}

import { wordsOf, type SqlQuotes, type SqlWords } from './dialects.ts';
import { datedSql, formSql } from './forms.ts';
import { portablePattern } from './pattern.ts';
import { ConfigProblem, Unsupported } from './problem.ts';
import type { Aggregate, ColumnKind, Condition, Value } from './tree.ts';

/** What the writer asks of a column. */
export interface WrittenColumn {
  readonly name: string;
  readonly dataType: string;
  readonly kind: ColumnKind;
}

const TEXTS = 'trim upper lower concat left right substr replace toText'.split(' ').map((fn) => [fn, 'text'] as const);
/** Kind of what a function gives; a number, where nothing stands here. */
const KINDS: Readonly<Partial<Record<string, ColumnKind>>> = { ...Object.fromEntries(TEXTS), toDay: 'time', addDays: 'time' };
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Blanks of every kind: plain, tab, line breaks, the wide one and the one that does not break. */
export const BLANKS = ' \t\n\r\f\v\u00a0\u3000';
const TRUTHS = [
  ['1', 'true', 't'],
  ['0', 'false', 'f'],
] as const;

const globOf = (pattern: string): string => pattern.replace(/[*?[]/g, '[$&]').replaceAll('%', '*').replaceAll('_', '?');

/** Writes trees as SQL of one kind of database, over one relation. */
export class SqlWriter {
  readonly words: SqlWords;
  readonly #quotes: SqlQuotes;
  readonly #columns: ReadonlyMap<string, WrittenColumn>;
  readonly #alias: string;
  #isCounting = false;

  constructor(quotes: SqlQuotes, columns: readonly WrittenColumn[], alias = 't') {
    this.words = wordsOf(quotes.name);
    this.#quotes = quotes;
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#alias = alias;
  }

  /** A column as it stands. */
  name(column: string): string {
    return `${this.#alias}.${this.#quotes.quote(column)}`;
  }
  /** Throws ConfigProblem for what no literal can hold. */
  literal(text: string): string {
    try {
      return this.#quotes.literal(text);
    } catch {
      throw new ConfigProblem(`该类数据源的取值中不能含有反斜杠等特殊字符：${text.slice(0, 20)}`, 'ruleConfig');
    }
  }
  kindOf(value: Value): ColumnKind {
    switch (value.is) {
      case 'column':
        return this.#columns.get(value.name)?.kind ?? 'other';
      case 'text':
        return 'text';
      case 'number':
      case 'math':
        return 'number';
      case 'day':
      case 'moment':
        return 'time';
      case 'call':
        return KINDS[value.fn] ?? (value.fn === 'coalesce' || value.fn === 'nullif' ? this.kindOf(value.args[0]!) : 'number');
      case 'choice':
        return this.kindOf(value.whens[0]![1]);
      case 'null':
        return 'other';
    }
  }

  value(value: Value): string {
    switch (value.is) {
      case 'column': {
        const column = this.#columns.get(value.name);
        const name = this.name(value.name);
        return column?.kind === 'text' ? this.words.exact(name, /^n?(char|bpchar)/i.test(column.dataType)) : name;
      }
      case 'text':
        return this.literal(value.text);
      case 'number':
        return value.digits;
      case 'day':
        return this.words.day(this.literal(value.day));
      case 'moment':
        return this.words.moment(this.literal(value.moment));
      case 'null':
        return 'null';
      case 'math': {
        const [left, right] = [this.value(value.left), this.value(value.right)];
        if (value.op === '/') return this.words.divide(left, right);
        return value.op === '%' ? this.words.modulo(left, `nullif(${right}, 0)`) : `(${left} ${value.op} ${right})`;
      }
      case 'call':
        return this.words.functions[value.fn](...value.args.map((arg) => this.value(arg)));
      case 'choice': {
        const whens = value.whens.map(([when, then]) => `when ${this.condition(when)} then ${this.value(then)}`);
        return `(case ${whens.join(' ')}${value.other ? ` else ${this.value(value.other)}` : ''} end)`;
      }
    }
  }

  /** A value as text, whatever it is. */
  #text(value: Value): string {
    return this.kindOf(value) === 'text' ? this.value(value) : this.words.functions.toText(this.value(value));
  }

  condition(condition: Condition): string {
    switch (condition.is) {
      case 'true':
        return '(1 = 1)';
      case 'and':
      case 'or':
        return `(${condition.parts.map((part) => this.condition(part)).join(` ${condition.is} `)})`;
      case 'not': {
        const { part } = condition;
        if (part.is === 'true') return '(1 = 0)';
        return part.is === 'missing' ? `${this.#bare(part.value)} is not null` : `not (${this.condition(part)})`;
      }
      case 'missing':
        return `${this.#bare(condition.value)} is null`;
      case 'compare':
        return this.#long(condition) ?? `${this.value(condition.left)} ${condition.op} ${this.value(condition.right)}`;
      case 'in':
        return this.#in(condition.value, condition.codes);
      case 'matches': {
        const { regex } = this.words;
        const pattern = portablePattern(condition.pattern);
        if (!regex) throw new Unsupported('regex');
        return regex(this.#text(condition.value), this.literal(pattern));
      }
      case 'like': {
        // LIKE there takes letters of either case for each other
        if (this.#quotes.name === 'sqlite') return `${this.#text(condition.value)} glob ${this.literal(globOf(condition.pattern))}`;
        const brackets = this.#quotes.name === 'tsql' ? /[![]/g : /!/g;
        return `${this.#text(condition.value)} like ${this.literal(condition.pattern.replace(brackets, '!$&'))} escape '!'`;
      }
      case 'blank': {
        const name = this.#bare(condition.value);
        // an empty text is null there
        if (this.#quotes.name === 'oracle') return `(${name} is not null and trim(${name}) is null)`;
        return `${this.words.functions.trim(this.#text(condition.value))} = ''`;
      }
      case 'spaceless': {
        const text = this.#text(condition.value);
        const bare = [...BLANKS].reduce((made, blank) => this.words.functions.replace(made, this.literal(blank), this.literal('')), text);
        const { length } = this.words.functions;
        // of a text without anything left some servers make null
        return `${length(text)} = coalesce(${length(bare)}, 0)`;
      }
      case 'form':
        return formSql(this.words, this.#quotes, this.#text(condition.value), condition.form);
      case 'dated':
        return datedSql(this.words, this.#quotes, this.#text(condition.value), condition.format);
      case 'readable':
        return this.#readable(this.#text(condition.value), condition.as);
    }
  }

  /** A column without what its comparison needs: presence asks nothing of its text. */
  #bare(value: Value): string {
    return value.is === 'column' ? this.name(value.name) : this.value(value);
  }

  /** A condition that is asked of every row of a table: as cheap as can be, where people read statements they stay plain. */
  #counted(where: Condition): string {
    this.#isCounting = true;
    try {
      return this.condition(where);
    } finally {
      this.#isCounting = false;
    }
  }

  /** A length held against a number, where this kind of database tells it in a cheaper way. */
  #long({ left, op, right }: Extract<Condition, { is: 'compare' }>): string | null {
    if (!this.#isCounting || left.is !== 'call' || left.fn !== 'length' || right.is !== 'number' || !/^\d{1,9}$/.test(right.digits))
      return null;
    const way = op === '<=' ? this.words.atMostLong : op === '=' ? this.words.exactlyLong : undefined;
    const [text] = left.args;
    return way && text && this.kindOf(text) === 'text' ? way(this.value(text), Number(right.digits)) : null;
  }

  #in(value: Value, codes: readonly string[]): string {
    const kind = this.kindOf(value);
    const known = [...new Set(codes)];
    const wanted =
      kind === 'number'
        ? known.filter((code) => NUMBER.test(code))
        : (kind === 'boolean'
            ? known.flatMap((code) => [...(TRUTHS.find((truths) => truths.some((one) => one === code.toLowerCase())) ?? [])])
            : known
          ).map((code) => this.literal(code));
    if (wanted.length === 0) return '(1 = 0)';
    return `${kind === 'number' ? this.value(value) : this.#text(value)} in (${wanted.join(', ')})`;
  }

  #readable(text: string, as: 'number' | 'integer' | 'json'): string {
    if (as === 'json') {
      if (!this.words.isJson) throw new Unsupported('json');
      return this.words.isJson(text);
    }
    if (!this.words.regex) throw new Unsupported('regex');
    const digits = as === 'integer' ? '^[+-]?[0-9]+$' : '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$';
    return this.words.regex(this.words.functions.trim(text), this.literal(digits));
  }

  /** A number about the rows. Throws Unsupported. */
  aggregate(aggregate: Aggregate): string {
    if (aggregate.is === 'rows') return 'count(*)';
    const { where } = aggregate;
    if (aggregate.is === 'count') {
      if (where.is === 'true') return 'count(*)';
      if (where.is === 'not' && where.part.is === 'missing' && where.part.value.is === 'column')
        return `count(${this.name(where.part.value.name)})`;
      // both counts stand in the scan anyway, and servers make equal ones once
      if (where.is === 'missing' && where.value.is === 'column') return `count(*) - count(${this.name(where.value.name)})`;
      return this.words.countWhere(this.#counted(where));
    }
    const of = (value: string) => (where.is === 'true' ? value : `case when ${this.condition(where)} then ${value} end`);
    const value = this.value(aggregate.value);
    switch (aggregate.is) {
      case 'distinct':
        return `count(distinct ${of(value)})`;
      case 'min':
      case 'max':
      case 'sum':
        return `${aggregate.is}(${of(value)})`;
      case 'mean':
        return `avg(${of(this.words.real(value))})`;
      case 'stdev':
      case 'variance': {
        const made = this.words[aggregate.is];
        if (!made) throw new Unsupported(aggregate.is);
        return made(of(this.words.real(value)));
      }
      case 'quantile': {
        if (!this.words.quantile) throw new Unsupported('quantile');
        return this.words.quantile(of(this.words.real(value)), aggregate.share);
      }
    }
  }
}

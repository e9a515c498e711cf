import { GROUP } from './group-operators.ts';
import type { Random } from './random.ts';
import { ROW } from './row-operators.ts';
import type { Engine, Type } from './schema.ts';
import type { Column, Query, Relation, Scope } from './scope.ts';
import { expression, list, type Piece } from './tree.ts';

/** How a statement keeps to the rule of masked columns. */
export interface Tally {
  /** uses of a masked column where none may stand */
  forbidden: number;
  /** uses that the rule leaves to the gate */
  open: number;
  /** joins of masked columns that may be joined */
  linked: number;
}
/** How many uses against the rule a statement may have, and how soon they come. */
interface Budget {
  most: number;
  share: number;
}

const CONSTANTS: Readonly<Record<Type, readonly string[]>> = {
  t: ["'a'", "'13'", "'13800000037'", "'北京'", "''", "'s3'"],
  n: ['0', '1', '2', '7', '3000', '20'],
  d: ["date '2024-01-15'", "date '1965-01-15'"],
  b: ['1 = 1', '1 = 0'],
};
/** A column in the place of one of another type. */
const CASTS: Readonly<Record<Type, Partial<Record<Type, readonly string[]>>>> = {
  t: { n: ["concat('', {})", 'cast({} as char(20))'], d: ["concat('', {})"] },
  n: { t: ['length({})', 'ascii({})', 'cast({} as decimal(40, 2))'], d: ['extract(year from {})'] },
  d: { t: ['cast({} as date)'] },
  b: { t: ["{} > '14'", "{} = '13800000037'", "{} like '13%'"], n: ['{} > 5000', '{} = 3000'], d: ["{} < date '1980-01-01'"] },
};

/** Makes expressions over what can be named somewhere; now and then, as wished, with a masked column where none may stand. */
export abstract class Expressions {
  readonly tally: Tally = { forbidden: 0, open: 0, linked: 0 };
  protected readonly random: Random;
  protected readonly engine: Engine;
  readonly #budget: Budget;
  /** true where the server takes window functions: in the select list and behind ORDER BY of a query without groups */
  protected takesWindows = false;
  #names = 0;

  protected constructor(random: Random, engine: Engine, options: Budget) {
    this.random = random;
    this.engine = engine;
    this.#budget = options;
  }

  /** A query with one column of a type (`x`), as it stands in a parenthesis. */
  protected abstract single(type: Type, parent: Scope, depth: number): Piece;
  protected abstract any(parent: Scope, depth: number): Query<Piece>;

  protected get isPostgres(): boolean {
    return this.engine === 'postgres';
  }

  protected fresh(letter: string): string {
    return `${letter}${++this.#names}`;
  }

  /** True when it is time for a use against the rule; whoever asks then makes one. */
  protected mayBreak(share = this.#budget.share): boolean {
    if (this.tally.forbidden >= this.#budget.most || !this.random.chance(share)) return false;
    return true;
  }

  protected reference(scope: Scope, relation: Relation, column: Column): string {
    const { random } = this;
    const quoted = (name: string): string => {
      if (!random.chance(0.05)) return this.isPostgres && random.chance(0.05) ? name.toUpperCase() : name;
      return this.isPostgres ? `"${name}"` : `\`${name}\``;
    };
    if (scope.relations.includes(relation) && scope.isUnique(column.name) && random.chance(0.25)) return quoted(column.name);
    const dot = random.chance(0.03) ? ' . ' : random.chance(0.03) ? './* 注 */' : '.';
    return `${relation.alias}${dot}${quoted(column.name)}`;
  }

  /** A bare column of a kind, null when there is none. */
  protected bare(scope: Scope, test: (column: Column) => boolean): { text: string; column: Column } | null {
    const hits = scope.own(test);
    if (hits.length === 0) return null;
    const { relation, column } = this.random.pick(hits);
    return { text: this.reference(scope, relation, column), column };
  }

  /** Any column as it is, a masked one more often than not: for places where one may stand. */
  protected some(scope: Scope): string {
    const masked = this.random.chance(0.6) ? this.bare(scope, (column) => column.isMasked) : null;
    return (masked ?? this.bare(scope, () => true))?.text ?? '1';
  }

  /** A column or a constant. */
  protected leaf(type: Type, scope: Scope): Piece {
    const { random } = this;
    if (this.mayBreak()) {
      const found = this.bare(scope, (column) => column.isMasked) ?? (scope.parent && this.bare(scope.parent, (column) => column.isMasked));
      if (found) {
        this.tally.forbidden += 1;
        const { text, column } = found;
        if (column.type === type && random.chance(0.9)) return text;
        const cast = CASTS[type][column.type];
        return cast ? random.pick(cast).replace('{}', text) : text;
      }
    }
    if (random.chance(0.08)) return random.pick(CONSTANTS[type]);
    const from = scope.parent && random.chance(0.25) ? scope.parent : scope;
    const found = this.bare(from, (column) => column.type === type && !column.isMasked);
    return found?.text ?? random.pick(CONSTANTS[type]);
  }

  /** An expression over the columns of rows; at depth 0 a column or a constant. */
  protected row(type: Type, scope: Scope, depth: number): Piece {
    // there are no columns of truth values
    if (depth <= 0 && type !== 'b') return this.leaf(type, scope);
    const simple = this.random.pick(CONSTANTS[type]);
    for (;;) {
      const template = this.random.pick(ROW[this.engine][type]);
      if (depth <= 0 && /\{[bqe][:}]/.test(template)) continue;
      const isWindow = template.includes(' over (');
      if (isWindow && !this.takesWindows) continue;
      // no window in a window
      const takes = this.takesWindows;
      if (isWindow) this.takesWindows = false;
      const body = this.#filled(template, scope, depth - 1);
      this.takesWindows = takes;
      return expression(body, [simple]);
    }
  }

  /** An expression over a group of rows. */
  protected group(type: Type, scope: Scope, depth: number): Piece {
    if (depth <= 0) {
      const whole = this.some(scope);
      if (type === 'n') return this.random.pick(['count(*)', `count(${whole})`, `count(distinct ${whole})`, '2']);
      if (type === 'b') return `count(${whole}) > 1`;
    }
    const template = this.random.pick(GROUP[this.engine][type]);
    return expression(this.#filled(template, scope, depth - 1), [this.random.pick(CONSTANTS[type])]);
  }

  #filled(template: string, scope: Scope, depth: number): Piece {
    return template.split(/(\{[^}]*\})/).map((part): Piece => {
      const name = /^\{(\w)(?::(\w))?\}$/.exec(part);
      if (!name) return part;
      const [, letter, of] = name;
      switch (letter) {
        case 'c':
          return this.some(scope);
        case 's': {
          const found = this.bare(scope, () => true);
          if (found?.column.isMasked) this.tally.open += 1;
          return found?.text ?? '1';
        }
        case 'i':
          return String(1 + this.random.int(4));
        case 'q':
          return this.single(of as Type, scope, depth);
        case 'e':
          return this.any(scope, depth).piece;
        case 'N':
        case 'T':
        case 'B':
          return this.group(letter.toLowerCase() as Type, scope, depth);
        case 'x':
          return this.row(of as Type, scope, Math.max(1, depth));
        default:
          return this.row(letter as Type, scope, this.random.chance(0.6) ? 0 : depth);
      }
    });
  }

  protected anyOf(most: number, make: () => Piece): Piece {
    return list(', ', Array.from({ length: 1 + this.random.int(most) }, make));
  }
}

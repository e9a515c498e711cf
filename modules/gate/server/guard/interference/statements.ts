import { Random } from './random.ts';
import { Queries } from './queries.ts';
import { MASKED, TABLES, type Engine } from './schema.ts';
import { Scope } from './scope.ts';
import { SPECIAL } from './special.ts';
import { list, optional, textOf, type Piece } from './tree.ts';

/** A statement, and what its maker knows about it. */
export interface Made {
  readonly piece: Piece;
  /**
   * `clean`: masked columns stand only where they may; `forbidden`: exactly one stands where none may, so the gate must refuse it;
   * `open`: the rule does not say, or several that may make up for each other
   */
  readonly kind: 'clean' | 'forbidden' | 'open';
  /** it joins masked columns, so the source may put its rows in an order that follows from them: the gate does not cover that */
  readonly isJoined: boolean;
  /** it changes data: though it is undone, a table grows by what was written, and plans with it */
  readonly isChange: boolean;
}

class Statements extends Queries {
  constructor(random: Random, engine: Engine, most: number) {
    super(random, engine, { most, share: 0.1 });
  }

  make(): Piece {
    const { random } = this;
    if (random.chance(0.03)) return this.#change();
    const { piece } = this.query(null, { showing: 'masked', depth: 1 + random.int(2) });
    if (random.chance(0.02)) return [this.isPostgres ? random.pick(['explain ', 'explain (costs off) ']) : 'explain ', piece];
    return random.chance(0.03) ? [piece, random.pick([' -- 完', ' /* 完 */', ';'])] : piece;
  }

  /** A change that is undone: its number of rows must not tell anything either. */
  #change(): Piece {
    const { random } = this;
    const scope = new Scope();
    const { name, columns } = random.pick(TABLES);
    scope.relations.push({ alias: name, columns });
    const target = random.pick(columns.filter(({ isMasked, name: column }) => !isMasked && column !== 'id'));
    const where = optional(' where ', this.row('b', scope, 1));
    // what a change reads may be no masked column at all, not even for being empty
    this.tally.open += 1;
    const returning = this.isPostgres && random.chance(0.3) ? optional(' returning ', this.row('n', scope, 0)) : '';
    return random.pick<Piece>([
      [`update ${name} set ${target.name} = `, this.row(target.type, scope, 1), where, returning],
      [`delete from ${name}`, where, returning],
      [`insert into ${name} (id, ${target.name}) select ${name}.id + 1000, `, this.row(target.type, scope, 1), ` from ${name}`, where],
    ]);
  }
}

/** One of the known ways to get at a value, with other columns. */
function special(random: Random, engine: Engine): Made {
  const { text, kind } = random.pick(SPECIAL[engine]);
  const { columns } = TABLES[0]!;
  const of = (test: (column: (typeof columns)[number]) => boolean) => random.pick(columns.filter(test)).name;
  const [masked, open, linked] = [of((one) => one.isMasked), of((one) => !one.isMasked), of((one) => one.link !== null)];
  const other = random.pick(MASKED.filter(({ link }) => link !== null)).name;
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    key === 'm' ? masked : key === 'o' ? open : key === 'l' ? linked : key === 'k' ? other : String(1 + random.int(Number(key))),
  );
  return { piece: list('', [filled]), kind, isJoined: / join |, person b|\bin \(select/.test(filled), isChange: false };
}

/** The statement of a number: the same for the same number. */
export function statementOf(number: number, engine: Engine): Made {
  const random = new Random(number * 2 + (engine === 'mysql' ? 1 : 0));
  // The first numbers of a new generator are much alike for neighbours.
  random.next();
  if (random.chance(0.06)) return special(random, engine);
  const most = random.chance(0.62) ? 0 : random.chance(0.8) ? 1 : 3;
  const statements = new Statements(random, engine, most);
  const piece = statements.make();
  const { forbidden, open, linked } = statements.tally;
  const kind = open > 0 || forbidden > 1 ? 'open' : forbidden === 1 ? 'forbidden' : 'clean';
  const isChange = /^(update|delete|insert) /.test(textOf(piece));
  return { piece, kind, isChange, isJoined: linked > 0 || / natural | using \(/.test(textOf(piece)) };
}

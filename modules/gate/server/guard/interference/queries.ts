import { Expressions } from './expressions.ts';
import { RELATIONS, type Type } from './schema.ts';
import { Scope, type Column, type Query } from './scope.ts';
import { list, optional, type Piece } from './tree.ts';

/** What of its columns a query may show as they are. */
export type Showing = 'masked' | 'clear';
export interface Plan {
  /** types of the columns; any when absent */
  readonly types?: readonly Type[];
  readonly showing: Showing;
  readonly depth: number;
  /** names of the columns are those of the type: `x`, or chosen by the query */
  readonly isNamed?: boolean;
}
/** A list that keeps its length: what stands beside it counts its items. */
const fixed = (items: readonly Piece[]): Piece => items.flatMap((item, i) => (i === 0 ? [item] : [', ', item]));
const TYPES: readonly Type[] = ['t', 'n', 'd'];

/** Makes SELECTs of every shape. */
export abstract class Queries extends Expressions {
  readonly #ctes: { name: string; columns: readonly Column[] }[] = [];

  protected override single(type: Type, parent: Scope, depth: number): Piece {
    const scope = new Scope(parent);
    const takes = this.takesWindows;
    this.takesWindows = false;
    const from = this.from(scope, Math.min(depth, 1), 1);
    // a masked column that a sub-query hands on is used by what stands around it
    const masked = this.mayBreak(0.1) ? this.bare(scope, (column) => column.isMasked && column.type === type) : null;
    if (masked) this.tally.forbidden += 1;
    const value = masked?.text ?? this.row(type, scope, depth);
    const where = optional(' where ', this.row('b', scope, depth));
    this.takesWindows = takes;
    return ['select ', value, ' as x', from, where];
  }

  protected override any(parent: Scope, depth: number): Query<Piece> {
    const scope = new Scope(parent);
    const from = this.from(scope, Math.min(depth, 1), 1);
    const takes = this.takesWindows;
    this.takesWindows = false;
    const where = optional(' where ', this.row('b', scope, depth));
    this.takesWindows = takes;
    return { piece: ['select 1 as x', from, where], columns: [] };
  }

  /** FROM with its joins; fills the scope. */
  protected from(scope: Scope, depth: number, most = 3): Piece {
    const first = this.#relation(scope, depth, false);
    const joins: Piece[] = [];
    while (scope.relations.length < most && this.random.chance(0.4)) joins.push(this.#join(scope, depth));
    return [' from ', first, ...joins.map((join) => optional(join))];
  }

  #join(scope: Scope, depth: number): Piece {
    const { random, isPostgres } = this;
    if (isPostgres && random.chance(0.12)) return [', ', this.#lateral(scope, depth)];
    if (random.chance(0.08)) return [random.pick([', ', ' cross join ']), this.#relation(scope, depth, false)];
    const before = [...scope.relations];
    const kind = random.pick([' join ', ' inner join ', ' left join ', ' right join ', ...(isPostgres ? [' full join '] : [])]);
    const relation = this.#relation(scope, depth, false);
    const added = scope.relations.at(-1);
    const [other] = before;
    if (added && other && before.length === 1 && random.chance(0.12)) {
      const shared = added.columns.filter(({ name }) => other.columns.some((one) => one.name === name));
      const names = shared.filter(({ isMasked }) => !isMasked);
      // two columns become one that is neither
      this.tally.open += 1;
      if (random.chance(0.2)) return [' natural', kind, relation];
      if (shared.length > 0)
        return [kind, relation, ' using (', random.pick(random.chance(0.6) && names.length > 0 ? names : shared).name, ')'];
    }
    return [kind, relation, ' on ', this.#condition(scope, before.length, kind)];
  }

  #condition(scope: Scope, count: number, kind: string): Piece {
    const isFull = kind === ' full join ';
    const { random } = this;
    const added = scope.relations[count];
    const pairs = (test: (a: Column, b: Column) => boolean) =>
      scope.relations
        .slice(0, count)
        .flatMap((left) => left.columns.flatMap((a) => (added?.columns ?? []).filter((b) => test(a, b)).map((b) => ({ left, a, b }))));
    const linked = pairs((a, b) => a.isMasked && b.isMasked && a.link !== null && a.link === b.link);
    const plain = pairs((a, b) => !a.isMasked && !b.isMasked && a.type === b.type && (a.name === b.name || a.type === 'n'));
    const masked = pairs((a, b) => a.isMasked !== b.isMasked && a.type === b.type);
    let chosen = random.chance(0.4) && linked.length > 0 ? linked : plain;
    if (masked.length > 0 && this.mayBreak(0.2)) {
      chosen = masked;
      this.tally.forbidden += 1;
    }
    if (!added || chosen.length === 0) return isFull ? '1 = 1' : this.row('b', scope, 0);
    const { left, a, b } = random.pick(chosen);
    if (chosen === linked) this.tally.linked += 1;
    // rows without a partner come in an order that follows from what they lack: the gate need not take that
    if (chosen === linked && /left|right|full/.test(kind)) this.tally.open += 1;
    const sides = random.shuffled([`${left.alias}.${a.name}`, `${added.alias}.${b.name}`]);
    return [sides.join(' = '), isFull || random.chance(0.7) ? '' : optional(' and (', this.row('b', scope, 0), ')')];
  }

  /** One item of FROM; what it shows goes to the scope. */
  #relation(scope: Scope, depth: number, isLateral: boolean): Piece {
    const { random, isPostgres } = this;
    const alias = this.fresh('r');
    const add = (columns: readonly Column[]) => void scope.relations.push({ alias, columns });
    if (isLateral || (depth > 0 && random.chance(0.25))) {
      const { piece, columns } = this.query(isLateral ? scope : scope.parent, { showing: 'masked', depth: depth - 1, isNamed: true });
      const isRenamed = isPostgres && random.chance(0.2);
      const renamed = columns.map((column) => (isRenamed ? { ...column, name: this.fresh('c') } : column));
      add(renamed);
      return ['(', piece, `) ${random.pick(['', 'as '])}${alias}`, isRenamed ? `(${renamed.map(({ name }) => name).join(', ')})` : ''];
    }
    if (this.#ctes.length > 0 && random.chance(0.5)) {
      const { name, columns } = random.pick(this.#ctes);
      add(columns);
      return `${name} ${alias}`;
    }
    if (isPostgres && random.chance(0.04)) {
      add([{ name: 'g', type: 'n', isMasked: false, link: null }]);
      return `generate_series(1, ${1 + random.int(4)}) ${alias}(g)`;
    }
    const { name, columns } = random.pick(RELATIONS);
    const shown = columns.map(({ name: column, type, isMasked, link }) => ({ name: column, type, isMasked, link }));
    if (isPostgres && random.chance(0.05)) {
      const renamed = shown.map((column) => ({ ...column, name: this.fresh('c') }));
      add(renamed);
      return `${name} as ${alias}(${renamed.map((one) => one.name).join(', ')})`;
    }
    add(shown);
    return `${isPostgres && random.chance(0.05) ? `public.${name}` : name} ${random.pick(['', 'as '])}${alias}`;
  }

  #lateral(scope: Scope, depth: number): Piece {
    const { random } = this;
    if (random.chance(0.4)) {
      const size = this.row('n', scope, 0);
      const alias = this.fresh('g');
      scope.relations.push({ alias, columns: [{ name: 'n', type: 'n', isMasked: false, link: null }] });
      const calls: Piece[] = [
        ['generate_series(1, (', size, ')::int % 5)'],
        ['unnest(array[', size, ', 1])'],
        ['jsonb_array_elements_text(jsonb_build_array(', size, '))'],
      ];
      return [random.pick(calls), ` ${alias}(n)`];
    }
    return ['lateral ', this.#relation(scope, depth, true)];
  }

  /** A query of any shape. */
  query(parent: Scope | null, plan: Plan): Query<Piece> {
    const { random } = this;
    const roll = random.next();
    if (plan.depth > 0 && roll < 0.1) return this.#together(parent, plan);
    if (plan.depth > 0 && roll < 0.18 && !plan.types) return this.#with(parent, plan);
    if (roll < 0.4) return this.#grouped(parent, plan);
    return this.#plain(parent, plan);
  }

  #items(scope: Scope, plan: Plan, make: (type: Type) => Piece): { items: Piece[]; columns: Column[] } {
    const { random } = this;
    const types = plan.types ?? Array.from({ length: 1 + random.int(4) }, () => random.pick(TYPES));
    const columns: Column[] = [];
    const items = types.map((type): Piece => {
      const test = (column: Column) => column.type === type && (plan.showing === 'masked' || !column.isMasked);
      const masked =
        plan.showing === 'masked' && random.chance(0.45) ? this.bare(scope, (column) => test(column) && column.isMasked) : null;
      const found = masked ?? (random.chance(0.5) ? this.bare(scope, test) : null);
      const isKept = found !== null && !columns.some(({ name }) => name === found.column.name) && random.chance(0.7);
      // a name of another column: what comes after must not mix them up
      const shadow = random.chance(0.06) ? this.bare(scope, () => true)?.column.name : undefined;
      const name =
        isKept && found
          ? found.column.name
          : shadow !== undefined && !columns.some((one) => one.name === shadow)
            ? shadow
            : this.fresh('c');
      if (name === shadow && !isKept) this.tally.open += 1;
      columns.push({ name, type, isMasked: found?.column.isMasked ?? false, link: found?.column.link ?? null });
      const value = found?.text ?? make(type);
      return isKept && found ? value : [value, ` as ${name}`];
    });
    return { items, columns };
  }

  #plain(parent: Scope | null, plan: Plan): Query<Piece> {
    const { random } = this;
    const scope = new Scope(parent);
    const from = this.from(scope, plan.depth);
    const where = random.chance(0.6) ? optional(' where ', this.row('b', scope, plan.depth)) : '';
    const isDistinct = random.chance(0.1);
    const breaks = isDistinct && this.mayBreak(0.3);
    const showing = isDistinct && !breaks ? 'clear' : plan.showing;
    if (!plan.types && !plan.isNamed && !isDistinct && parent === null && random.chance(0.04))
      return { piece: ['select *', from, where], columns: [] };
    const { items, columns } = this.#items(scope, { ...plan, showing }, (type) => this.#shown(type, scope, plan.depth));
    const hasMasked = breaks && columns.some(({ isMasked }) => isMasked);
    const on = isDistinct && this.isPostgres && random.chance(0.4) ? [' on (', this.row('n', scope, 0), ')'] : '';
    // DISTINCT ON compares what it names, not what is shown
    if (hasMasked && on === '') this.tally.forbidden += 1;
    if (hasMasked && on !== '') this.tally.open += 1;
    return {
      piece: [
        'select ',
        isDistinct ? ['distinct', on, ' '] : '',
        plan.types ? fixed(items) : list(', ', items),
        from,
        where,
        on === '' ? this.ordered(columns, isDistinct ? null : (type) => this.#shown(type, scope, 1)) : '',
      ],
      columns,
    };
  }

  /** An expression of the select list. */
  #shown(type: Type, scope: Scope, depth: number): Piece {
    this.takesWindows = true;
    const made = this.row(type, scope, Math.max(1, depth));
    this.takesWindows = false;
    return made;
  }

  #grouped(parent: Scope | null, plan: Plan): Query<Piece> {
    const { random, isPostgres } = this;
    const scope = new Scope(parent);
    const from = this.from(scope, plan.depth);
    const where = random.chance(0.4) ? optional(' where ', this.row('b', scope, plan.depth)) : '';
    const keys = random.chance(0.75)
      ? Array.from({ length: 1 + random.int(2) }, (_, i) => {
          const type = plan.types?.[i] ?? random.pick(TYPES);
          return { type, key: this.row(type, scope, random.chance(0.3) ? 1 : 0) };
        })
      : [];
    let key = 0;
    const { items, columns } = this.#items(new Scope(), plan, (type) => {
      const next = keys[key];
      if (next?.type !== type) return this.group(type, scope, Math.max(1, plan.depth));
      key += 1;
      return next.key;
    });
    const all = keys.map((one) => one.key);
    const sets: readonly ((pieces: readonly Piece[]) => Piece)[] = isPostgres
      ? [
          (pieces) => ['rollup(', list(', ', pieces), ')'],
          (pieces) => ['cube(', list(', ', pieces), ')'],
          (pieces) => ['grouping sets ((', list(', ', pieces), '), ())'],
        ]
      : [(pieces) => [list(', ', pieces), ' with rollup']];
    const grouping = all.length === 0 ? '' : random.chance(0.1) ? random.pick(sets)(all) : list(', ', all);
    return {
      piece: [
        'select ',
        plan.types ? fixed(items) : list(', ', items),
        from,
        where,
        all.length === 0 ? '' : [' group by ', grouping],
        random.chance(0.3) ? optional(' having ', this.group('b', scope, plan.depth)) : '',
        this.ordered(columns, (type) => this.group(type, scope, 0)),
      ],
      columns,
    };
  }

  /** ORDER BY and LIMIT of a query; `make` is null when only its columns may be named. */
  protected ordered(columns: readonly Column[], make: ((type: Type) => Piece) | null): Piece {
    const { random } = this;
    if (random.chance(0.55)) return random.chance(0.1) ? optional(` limit ${1 + random.int(9)}`) : '';
    const item = (): Piece => {
      const clear = columns.flatMap((column, i) => (column.isMasked ? [] : [i + 1]));
      const masked = columns.flatMap((column, i) => (column.isMasked ? [i + 1] : []));
      const end = random.pick(['', ' desc', this.isPostgres ? ' nulls first' : ' asc']);
      if (masked.length > 0 && this.mayBreak(0.2)) {
        this.tally.forbidden += 1;
        return `${random.pick(masked)}${end}`;
      }
      if (make !== null && random.chance(0.5)) return [make(random.pick(TYPES)), end];
      return clear.length > 0 ? `${random.pick(clear)}${end}` : (make?.('n') ?? '1');
    };
    if (make === null && columns.every(({ isMasked }) => isMasked)) return '';
    const offset = random.chance(0.2) ? ` offset ${random.int(3)}` : '';
    return [optional(' order by ', this.anyOf(2, item)), random.chance(0.4) ? optional(` limit ${1 + random.int(9)}${offset}`) : ''];
  }

  /** UNION ALL keeps columns as they are; what compares rows takes clear ones only. */
  #together(parent: Scope | null, plan: Plan): Query<Piece> {
    const { random } = this;
    const types = plan.types ?? Array.from({ length: 1 + random.int(3) }, () => random.pick(TYPES));
    const isAll = random.chance(0.5);
    const breaks = !isAll && plan.showing === 'masked' && this.mayBreak(0.3);
    const showing = isAll || breaks ? plan.showing : 'clear';
    const side = () => this.#side(parent, { ...plan, types, showing, depth: 0 });
    const [left, right] = [side(), side()];
    const third = isAll && random.chance(0.2) ? side() : null;
    const word = isAll ? ' union all ' : random.pick([' union ', ' intersect ', ' except ', ' union distinct ']);
    const columns = left.columns.map((column, i) => ({
      ...column,
      isMasked: column.isMasked || [right, third].some((one) => one?.columns[i]?.isMasked),
      // whether a mixture may still be joined is left open
      link: null,
    }));
    // a masked column that is merged with something else may have to be converted
    const isMixed = (masked: boolean, i: number) =>
      [left, right, ...(third ? [third] : [])].some((one) => one.columns[i]?.isMasked !== masked);
    if (columns.some(({ isMasked }, i) => isMasked && isMixed(true, i))) this.tally.open += 1;
    if (breaks && columns.some(({ isMasked }) => isMasked)) this.tally.forbidden += 1;
    const more = third ? optional(' union all ', third.piece) : '';
    return { piece: [left.piece, word, right.piece, more, this.ordered(columns, null)], columns };
  }

  #side(parent: Scope | null, plan: Plan): Query<Piece> {
    const scope = new Scope(parent);
    const from = this.from(scope, 0, 2);
    const { items, columns } = this.#items(scope, plan, (type) => this.row(type, scope, 1));
    return {
      piece: ['select ', fixed(items), from, optional(' where ', this.row('b', scope, 0))],
      columns,
    };
  }

  #with(parent: Scope | null, plan: Plan): Query<Piece> {
    const { random } = this;
    const name = this.fresh('w');
    if (random.chance(0.35)) return this.#recursive(parent, plan, name);
    const { piece, columns } = this.query(parent, { showing: 'masked', depth: plan.depth - 1, isNamed: true });
    this.#ctes.push({ name, columns });
    const main = this.query(parent, { ...plan, depth: 0 });
    this.#ctes.pop();
    const hint = this.isPostgres ? random.pick(['', '', 'materialized ', 'not materialized ']) : '';
    return { piece: [`with ${name} as ${hint}(`, piece, ') ', main.piece], columns: main.columns };
  }

  /** A value that goes through a recursion, in its first or its further rows. */
  #recursive(parent: Scope | null, plan: Plan, name: string): Query<Piece> {
    const { random } = this;
    const outer = new Scope(parent);
    const from = this.from(outer, 0, 1);
    const first = this.bare(outer, (column) => column.type === 't');
    const isFirst = random.chance(0.5);
    const small = random.pick(["'a'", "cast('' as char(1))", 'cast(null as char(9))']);
    const value = first?.text ?? small;
    const columns: Column[] = [
      { name: 'n', type: 'n', isMasked: false, link: null },
      { name: 'v', type: 't', isMasked: first?.column.isMasked ?? false, link: null },
    ];
    // the gate need not know what goes through a recursion
    if (first?.column.isMasked) this.tally.open += 1;
    this.#ctes.push({ name, columns });
    const main = this.query(parent, { ...plan, depth: 0 });
    this.#ctes.pop();
    const step = isFirst
      ? [`select 1, `, value, from, ` union all select n + 1, v from ${name} where n < 3`]
      : [`select 1, ${small} union all select ${name}.n + 1, `, value, from, `, ${name} where ${name}.n < 3`];
    return { piece: [`with recursive ${name}(n, v) as (`, step, ') ', main.piece], columns: main.columns };
  }
}

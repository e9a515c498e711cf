import type { JoinModel, SetModel } from '../../contract/data-set-model.ts';
import type { Scalar } from '../../contract/query.ts';
import type * as z from 'zod';
import { placesOf, valuesOf } from '../sets/bind-names.ts';
import type { SqlDialect } from './dialects.ts';
import { bind, joined, QueryProblem, raw, sql, type Sql } from './sql.ts';

type Join = z.output<typeof JoinModel>['joins'][number];

/** Where the rows really are, when it is not where the model says: an extract, or a query of the platform. */
export type Rows =
  | { readonly kind: 'table'; readonly schema: string; readonly table: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** what its `${name}` stand for */
      readonly values?: Readonly<Record<string, string | null>>;
    };

/** A place in the text of a platform data set that is bound: `${user.id}`. */
export const PLACE = /\$\{([^}]*)\}/g;

/** What a query needs of the origin: FROM with its conditions, and columns by their ids. */
export interface From {
  readonly from: Sql;
  /** conditions that come with the joins */
  readonly where: readonly Sql[];
}
/** Aliases of the tables of a join that a query uses: for values that are summed up, and for everything else. */
export interface Uses {
  readonly columns: ReadonlySet<string>;
  /** columns by the measure that sums them up, with what people call it */
  readonly summed: readonly { readonly name: string; readonly columns: ReadonlySet<string> }[];
}

export interface Origin {
  column(id: string): Sql;
  from(uses: Uses): From;
}

const own = <T>(record: ReadonlyMap<string, T>, key: string, what: string): T => {
  const found = record.get(key);
  if (found === undefined) throw new QueryProblem(`${what}“${key}”不存在，请检查数据集`);
  return found;
};

const single = (from: Sql, dialect: SqlDialect): Origin => ({
  column: (id) => raw(`t.${dialect.quote(id)}`),
  from: () => ({ from, where: [] }),
});

/** A text of ours with its `${name}` bound. */
function filledText(text: string, values: Readonly<Record<string, string | null>>): Sql {
  return text.split(PLACE).flatMap((part, i) => {
    if (i % 2 === 0) return raw(part);
    if (!Object.hasOwn(values, part)) throw new QueryProblem(`数据集缺少取值“${part}”`);
    return sql`cast(${bind(values[part]!, 'value')} as text)`;
  });
}

/** The text of an SQL data set with its `:name` bound; a list becomes one value after the other. */
export function boundText(text: string, params: SetModel['params'], given: Readonly<Record<string, Scalar | readonly Scalar[]>>): Sql {
  const known = new Map(params.map((param) => [param.name, param]));
  for (const name of Object.keys(given)) if (!known.has(name)) throw new QueryProblem(`数据集没有参数“${name}”`);
  const parts: (string | ReturnType<typeof bind>[number])[] = [];
  let last = 0;
  for (const { name, start, end } of placesOf(text)) {
    const param = own(known, name, '参数');
    const values = valuesOf(param, Object.hasOwn(given, name) ? given[name] : undefined);
    if (values.length > 1000) throw new QueryProblem(`参数“${param.label ?? name}”最多1000个取值`);
    if (values.length > 1 && param.type !== 'list') throw new QueryProblem(`参数“${param.label ?? name}”只能有一个取值`);
    if (param.type === 'number' && values.some((value) => value !== null && typeof value !== 'number'))
      throw new QueryProblem(`参数“${param.label ?? name}”须是数值`);
    parts.push(text.slice(last, start));
    parts.push(
      ...joined(
        (values.length === 0 ? [null] : values).map((value) => bind(value, 'value')),
        ', ',
      ),
    );
    last = end;
  }
  parts.push(text.slice(last));
  return parts;
}

/** How many rows of one table meet one row of the root. */
class Tables {
  readonly #model: z.output<typeof JoinModel>;
  readonly #dialect: SqlDialect;
  /** join that brings a table in, with the tables turned so that `right` is the one that comes */
  readonly #entry = new Map<string, Join>();
  readonly #order: string[];

  constructor(model: z.output<typeof JoinModel>, dialect: SqlDialect) {
    this.#model = model;
    this.#dialect = dialect;
    this.#order = [model.tables[0]!.alias];
    const waiting = [...model.joins];
    for (let at = 0; at >= 0;) {
      at = waiting.findIndex(({ left, right }) => this.#order.includes(left) !== this.#order.includes(right));
      if (at < 0) break;
      const join = waiting.splice(at, 1)[0]!;
      if (!this.#order.includes(join.left)) throw new QueryProblem(`关联的方向不正确：“${join.right}”应当在“${join.left}”之后`);
      this.#entry.set(join.right, join);
      this.#order.push(join.right);
    }
    if (waiting.length > 0) throw new QueryProblem('关联的两个表之间只能有一条路径');
    const missing = model.tables.find(({ alias }) => !this.#order.includes(alias));
    if (missing) throw new QueryProblem(`表“${missing.table}”没有与其他表关联`);
  }

  /** Joins from the root to a table. */
  #path(alias: string): Join[] {
    const join = this.#entry.get(alias);
    return join ? [...this.#path(join.left), join] : [];
  }

  #many(alias: string): string[] {
    return this.#path(alias)
      .filter(({ cardinality }) => cardinality === 'many')
      .map(({ right }) => right);
  }

  #name(alias: string): Sql {
    const table = this.#model.tables.find((one) => one.alias === alias)!;
    const { quote } = this.#dialect;
    return raw(table.schema ? `${quote(table.schema)}.${quote(table.table)}` : quote(table.table));
  }

  #on(join: Join): Sql {
    const { quote } = this.#dialect;
    return raw(join.on.map((pair) => `${quote(join.left)}.${quote(pair.left)} = ${quote(join.right)}.${quote(pair.right)}`).join(' and '));
  }

  from(needed: ReadonlySet<string>, summed: readonly { name: string; aliases: ReadonlySet<string> }[]): From {
    const root = this.#order[0]!;
    const placed = new Set<string>([root]);
    for (const alias of needed) for (const join of this.#path(alias)) placed.add(join.right);
    // Joins that take rows away, or bring some, count whether their columns are used or not.
    for (const alias of this.#order)
      if (this.#path(alias).length > 0 && this.#entry.get(alias)!.kind !== 'left' && this.#entry.get(alias)!.cardinality === 'one')
        for (const join of this.#path(alias)) placed.add(join.right);
    const many = new Set([...placed].flatMap((alias) => this.#many(alias)));
    this.#assertSums(many, summed);
    const { quote } = this.#dialect;
    let from = sql`${this.#name(root)} ${raw(quote(root))}`;
    const where: Sql[] = [];
    for (const alias of this.#order.slice(1)) {
      const join = this.#entry.get(alias)!;
      if (placed.has(alias)) from = sql`${from} ${raw(join.kind)} join ${this.#name(alias)} ${raw(quote(alias))} on ${this.#on(join)}`;
      else if (join.cardinality === 'many' && join.kind === 'inner' && placed.has(join.left))
        where.push(sql`exists (select 1 from ${this.#name(alias)} ${raw(quote(alias))} where ${this.#on(join)})`);
      else if (join.cardinality === 'many' && join.kind === 'full') throw new QueryProblem('全连接的“多”一侧必须参与查询，请改为左连接');
    }
    return { from, where };
  }

  /** Sums must come from where the rows of the query are; elsewhere each value would count as often as it has partners. */
  #assertSums(many: ReadonlySet<string>, summed: readonly { name: string; aliases: ReadonlySet<string> }[]): void {
    if (many.size === 0) return;
    const labels = [...many].map((alias) => this.#model.tables.find((one) => one.alias === alias)!.table);
    if (!this.#order.some((alias) => [...many].every((one) => this.#many(alias).includes(one))))
      throw new QueryProblem(`不能同时使用两个一对多关联的表（${labels.map((label) => `“${label}”`).join('、')}），数值会相互重复`);
    for (const { name, aliases } of summed)
      if (![...aliases].some((alias) => [...many].every((one) => this.#many(alias).includes(one))))
        throw new QueryProblem(`度量“${name}”与一对多关联的表“${labels[0]}”一起使用会重复计算，请去掉该表的字段，或改用去重计数`);
  }
}

/** The origin of a model, or the rows that stand for it. */
export function originOf(
  model: Pick<SetModel, 'origin' | 'params'>,
  rows: Rows | null,
  params: Readonly<Record<string, Scalar | readonly Scalar[]>>,
  dialect: SqlDialect,
): Origin {
  const { quote } = dialect;
  const table = (schema: string, name: string): Sql => raw(`${schema ? `${quote(schema)}.` : ''}${quote(name)} t`);
  if (rows)
    return single(
      rows.kind === 'table'
        ? table(rows.schema, rows.table)
        : sql`(\n${filledText(rows.text, rows.values ?? {})}\n) ${raw(dialect.alias('t'))}`,
      dialect,
    );
  const { origin } = model;
  switch (origin.kind) {
    case 'table':
      return single(table(origin.table.schema, origin.table.table), dialect);
    case 'sql': {
      const text = boundText(origin.sql.trim().replace(/[;\s]+$/, ''), model.params, params);
      return single(sql`(\n${text}\n) ${raw(dialect.alias('t'))}`, dialect);
    }
    case 'join': {
      const tables = new Tables(origin.model, dialect);
      const byId = new Map(origin.model.columns.map((column) => [column.id, column]));
      const aliases = (ids: ReadonlySet<string>) => new Set([...ids].map((id) => own(byId, id, '字段').alias));
      return {
        column(id) {
          const { alias, column } = own(byId, id, '字段');
          return raw(`${quote(alias)}.${quote(column)}`);
        },
        from: ({ columns, summed }) =>
          tables.from(
            aliases(columns),
            summed.map((one) => ({ name: one.name, aliases: aliases(one.columns) })),
          ),
      };
    }
    case 'file':
    case 'platform':
      throw new QueryProblem('数据集的数据尚未就绪，请稍后重试');
  }
}

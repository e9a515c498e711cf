import type { Expr, ExprType } from '#kit/core/expr/ast.ts';
import { checkExpr, fieldOf } from '#kit/core/expr/check.ts';
import { parseExpr } from '#kit/core/expr/parser.ts';
import type { Aggregate, Field } from '../../contract/field.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { SqlDialect } from './dialects.ts';
import { exprSql, type ExprPlace } from './expression.ts';
import type { Origin } from './origin.ts';
import { QueryProblem, type Sql } from './sql.ts';

export const AGGREGATE_LABELS: Readonly<Record<Aggregate, string>> = {
  sum: '求和',
  avg: '平均',
  min: '最小',
  max: '最大',
  count: '计数',
  countd: '去重计数',
  median: '中位数',
  stddev: '标准差',
  none: '原值',
};
const CALLS: Readonly<Record<string, Aggregate>> = {
  SUM: 'sum',
  AVG: 'avg',
  MIN: 'min',
  MAX: 'max',
  COUNT: 'count',
  COUNTD: 'countd',
  MEDIAN: 'median',
  STDDEV: 'stddev',
};

interface Known {
  readonly field: Field;
  readonly ast: Expr | null;
  readonly type: ExprType;
  readonly isAggregate: boolean;
}

/** The fields of a data set as SQL. Fields are found among its own by id; nothing else is ever looked up. */
export class Fields {
  readonly #known = new Map<string, Known>();
  readonly #list: readonly Field[];
  readonly #origin: Origin;
  readonly #dialect: SqlDialect;
  readonly #today: string;

  constructor(model: Pick<SetModel, 'fields'>, origin: Origin, dialect: SqlDialect, today: string) {
    this.#list = model.fields;
    this.#origin = origin;
    this.#dialect = dialect;
    this.#today = today;
  }

  /** Throws QueryProblem for what is no field of the data set, or whose expression does not hold. */
  get(id: string): Known {
    const kept = this.#known.get(id);
    if (kept) return kept;
    const field = this.#list.find((one) => one.id === id);
    if (!field) throw new QueryProblem(`数据集没有字段“${id.slice(0, 64)}”`);
    let known: Known = { field, ast: null, type: field.type, isAggregate: false };
    if (field.expr) {
      const parsed = parseExpr(field.expr);
      const checked = parsed.ast && checkExpr(parsed.ast, this.#list, [field.id]);
      const error = parsed.error ?? checked?.errors[0];
      if (error) throw new QueryProblem(`计算字段“${field.name}”不正确：${error.message}`);
      known = { field, ast: parsed.ast, type: checked!.type, isAggregate: checked!.isAggregate };
    }
    this.#known.set(id, known);
    return known;
  }

  /** A field of one row; `used` collects the columns that it comes from. */
  row(id: string, used: Set<string>): Sql {
    const { field, ast, isAggregate } = this.get(id);
    if (isAggregate) throw new QueryProblem(`字段“${field.name}”是聚合结果，不能用在这里`);
    if (ast === null) {
      used.add(field.id);
      return this.#origin.column(field.id);
    }
    return exprSql(
      ast,
      this.#place(used, () => raise('聚合函数不能用在这里')),
    );
  }

  /** A field that aggregates by itself; `aggregate` puts one aggregate over the rows into place. */
  aggregated(id: string, used: Set<string>, aggregate: (agg: Aggregate, value: Sql | null) => Sql): Sql {
    const { ast } = this.get(id);
    const place: ExprPlace = this.#place(used, (name, arg) => aggregate(CALLS[name]!, arg === null ? null : exprSql(arg, rows)), aggregate);
    const rows = this.#place(used, () => raise('聚合函数不能嵌套'));
    return exprSql(ast!, place);
  }

  #place(used: Set<string>, aggregate: ExprPlace['aggregate'], inner?: (agg: Aggregate, value: Sql | null) => Sql): ExprPlace {
    return {
      dialect: this.#dialect,
      today: this.#today,
      field: (name) => {
        const field = fieldOf(this.#list, name);
        if (!field) throw new QueryProblem(`数据集没有字段“${name.slice(0, 64)}”`);
        return inner && this.get(field.id).isAggregate ? this.aggregated(field.id, used, inner) : this.row(field.id, used);
      },
      aggregate,
    };
  }
}
function raise(message: string): never {
  throw new QueryProblem(message);
}

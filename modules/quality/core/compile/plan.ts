import type { Given } from '../catalogue/declaration.ts';
import type { Bounds, Measure } from '../catalogue/measure.ts';
import type { NullPolicy } from '../../contract/rule-config.ts';
import { conditionOf } from '../measure/from-expr.ts';
import { all, any, column, isUnknownWithout, missing, not, present, TRUE, type Aggregate, type Condition } from '../measure/tree.ts';
import { compareDecimals } from './decimals.ts';
import type { Outcome } from './outcome.ts';

/** A measure with the rows it is about. */
export interface Measured {
  readonly measure: Measure;
  readonly filter: Condition;
  readonly nulls: NullPolicy;
}

/** The rows of a rule. Throws ConfigProblem. */
export const filterOf = ({ config, table, now }: Given): Condition =>
  config.filter?.trim() ? conditionOf(config.filter, table.columns, { today: now.slice(0, 10), path: 'ruleConfig.filter' }) : TRUE;

/** Rows that a row rule judges, and those of them that are bad. Unknown is not bad. */
export function judged({ measure, filter, nulls }: Measured & { measure: Extract<Measure, { of: 'rows' }> }): {
  readonly checked: Condition;
  readonly bad: Condition;
} {
  if (nulls === 'bad') return { checked: filter, bad: all(filter, any(...measure.judged.map(missing), not(measure.good))) };
  const there = measure.judged.map(present);
  // what is unknown without a value needs no question whether there is one
  const asked = measure.judged.filter((value) => !isUnknownWithout(measure.good, value)).map(present);
  return { checked: all(filter, ...there), bad: all(filter, ...asked, not(measure.good)) };
}

/** Whether a number keeps its bounds, by its digits. */
export const isWithin = (value: string, { min, max }: Bounds): boolean =>
  (min === null || compareDecimals(value, min) >= 0) && (max === null || compareDecimals(value, max) <= 0);

/** Numbers of the scan that a rule needs, and what they come to. */
export interface ScanPlan {
  readonly needs: readonly Aggregate[];
  finish(numbers: readonly (string | null)[]): Partial<Outcome>;
}
const whole = (value: string | null | undefined): number => Number(value ?? 0);
/** A number about the rows that a rule's condition leaves. */
export const narrowed = (aggregate: Aggregate, filter: Condition): Aggregate =>
  aggregate.is === 'rows' ? { is: 'count', where: filter } : { ...aggregate, where: all(filter, aggregate.where) };

const EMPTY_RESULT = { problem: { state: 'skip', message: '没有可统计的值，本次跳过' } } as const;

function rowsPlan(measured: Measured & { measure: Extract<Measure, { of: 'rows' }> }, rows: Aggregate): ScanPlan {
  const { checked, bad } = judged(measured);
  return {
    needs: [rows, { is: 'count', where: checked }, { is: 'count', where: bad }],
    finish: ([n, looked, wrong]) => ({ rows: whole(n), checked: whole(looked), bad: whole(wrong) }),
  };
}

function distinctPlan(name: string, { filter, nulls }: Measured, rows: Aggregate): ScanPlan {
  const there: Aggregate = { is: 'count', where: all(filter, present(column(name))) };
  return {
    needs: [rows, there, { is: 'distinct', value: column(name), where: filter }],
    finish([n, some, distinct]) {
      const isBad = nulls === 'bad';
      const repeated = whole(some) - whole(distinct);
      return {
        rows: whole(n),
        checked: isBad ? whole(n) : whole(some),
        bad: repeated + (isBad ? whole(n) - whole(some) : 0),
      };
    },
  };
}

function ratioPlan({ part, whole: total, bounds }: Extract<Measure, { of: 'ratio' }>, filter: Condition, rows: Aggregate): ScanPlan {
  return {
    needs: [rows, narrowed(part, filter), narrowed(total, filter)],
    finish([n, some, of]) {
      if (whole(of) === 0) return { rows: whole(n), ...EMPTY_RESULT };
      const value = String(Math.round((whole(some) / whole(of)) * 1e8) / 1e6);
      return { rows: whole(n), value, isGood: isWithin(value, bounds) };
    },
  };
}

/** A number that the history judges; of nothing there is no share. */
function historyPlan({ value: asked, per }: Extract<Measure, { of: 'history' }>, filter: Condition, rows: Aggregate): ScanPlan {
  return {
    needs: [rows, narrowed(asked, filter), ...(per ? [narrowed(per, filter)] : [])],
    finish([n, value, of]) {
      if (value === null || value === undefined || (per && whole(of) === 0)) return { rows: whole(n), ...EMPTY_RESULT };
      const share = Math.round((whole(value) / whole(of)) * 1e8) / 1e6;
      return { rows: whole(n), ...(per ? { value: String(share), unit: '%' } : { value }) };
    },
  };
}

/** What a rule asks of one scan over its table; null = it is not asked of a scan. */
export function scanPlan(measured: Measured): ScanPlan | null {
  const { measure, filter } = measured;
  const rows: Aggregate = { is: 'count', where: filter };
  switch (measure.of) {
    case 'rows':
      return rowsPlan({ ...measured, measure }, rows);
    case 'repeated': {
      const [name] = measure.columns;
      return measure.columns.length === 1 && name !== undefined ? distinctPlan(name, measured, rows) : null;
    }
    case 'value':
      return {
        needs: [rows, narrowed(measure.value, filter)],
        finish: ([n, value]) =>
          value === null || value === undefined
            ? { rows: whole(n), ...EMPTY_RESULT }
            : { rows: whole(n), value, isGood: isWithin(value, measure.bounds) },
      };
    case 'set': {
      const value = column(measure.column);
      const within: Condition = { is: 'in', value, codes: measure.codes };
      return {
        needs: [
          rows,
          { is: 'distinct', value, where: all(filter, within) },
          { is: 'count', where: all(filter, present(value), not(within)) },
        ],
        finish([n, known, others]) {
          const lacking = new Set(measure.codes).size - whole(known);
          const found = `缺少${lacking}个值${measure.how === 'equals' ? `，${whole(others)}行是其他值` : ''}`;
          return { rows: whole(n), value: found, isGood: lacking === 0 && (measure.how === 'contains' || whole(others) === 0) };
        },
      };
    }
    case 'ratio':
      return ratioPlan(measure, filter, rows);
    case 'latest':
      return {
        needs: [rows, { is: 'max', value: column(measure.column), where: filter }, { is: 'count', where: all(filter, measure.fresh) }],
        finish: ([n, latest, fresh]) => ({ rows: whole(n), value: latest ?? null, isGood: whole(fresh) > 0 }),
      };
    case 'history':
      return historyPlan(measure, filter, rows);
    default:
      return null;
  }
}

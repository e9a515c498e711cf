import { columnsOf, column, all, any, missing, present, type Condition } from '../measure/tree.ts';
import { ConfigProblem, Unsupported } from '../measure/problem.ts';
import { isComparison } from './compare.ts';
import { orphanJoin } from './own.ts';
import { partnersOf } from './partners.ts';
import { Tables } from './tables.ts';
import { judged, type Measured } from './plan.ts';
import { measuredOf, type RuleToRun, type TableToRun } from './table.ts';

/** The statement that finds bad rows. */
export interface BadRowsStatement {
  readonly text: string;
  /** names of the columns it answers, in order: the key, then what the rule looks at */
  readonly columns: readonly string[];
  /** columns whose cells are the wrong ones */
  readonly judged: readonly string[];
}

/** What to join and which rows are bad. */
interface Bad {
  readonly join: string;
  readonly where: string;
  readonly judged: readonly string[];
}

const present_ = (names: readonly string[]): Condition => all(...names.map((name) => present(column(name))));
const missing_ = (names: readonly string[]): Condition => any(...names.map((name) => missing(column(name))));

function badOf(tables: Tables, measured: Measured): Bad | null {
  const { measure, filter, nulls } = measured;
  const { t } = tables;
  const orMissing = (bad: string, names: readonly string[]) =>
    nulls === 'bad' ? `(${bad} or ${t.condition(missing_(names))}) and ${t.condition(filter)}` : `${bad} and ${t.condition(filter)}`;
  switch (measure.of) {
    case 'rows': {
      const { bad } = judged({ ...measured, measure });
      const names = measure.judged.flatMap((value) => (value.is === 'column' ? [value.name] : []));
      return { join: '', where: t.condition(bad), judged: names.length > 0 ? names : columnsOf(measure.good) };
    }
    case 'repeated': {
      const u = tables.writer('u');
      const keys = measure.columns.map((name, i) => `${u.value(column(name))} as k${i}`).join(', ');
      const groups = measure.columns.map((name) => u.value(column(name))).join(', ');
      const found = `select ${keys}, 1 as hit from ${tables.from(tables.table, 'u')} where ${u.condition(all(filter, present_(measure.columns)))} group by ${groups} having count(*) > 1`;
      const on = measure.columns.map((name, i) => `g.k${i} = ${t.value(column(name))}`).join(' and ');
      return {
        join: `left join (${found}) g on ${on}`,
        where: orMissing('coalesce(g.hit, 0) = 1', measure.columns),
        judged: measure.columns,
      };
    }
    case 'orphans': {
      const { join, isOrphan } = orphanJoin(tables, measure);
      const bad = `(${isOrphan} and ${t.condition(present_(measure.columns))})`;
      return { join, where: orMissing(bad, measure.columns), judged: measure.columns };
    }
    case 'differences': {
      const o = tables.writer('o', measure.table);
      const { joined, differs, isOther } = partnersOf(tables, measure);
      const there = o.name(measure.otherKeys[0]!);
      const where = `(${there} is null or ${differs}) and ${t.condition(all(filter, present_(measure.keys)))}`;
      const on = isOther === null ? joined : `${joined} and ${isOther}`;
      return { join: `left join ${tables.from(measure.table, 'o')} on ${on}`, where, judged: [...measure.keys, ...measure.columns] };
    }
    default:
      return null;
  }
}

/**
 * The statement that finds the bad rows of a rule, so many at most, in the order of the key (of duplicates: all rows of a group). Null for rules
 * that are not about rows, or whose values are judged outside the source. Throws ConfigProblem.
 */
export function badRowsStatement(run: Omit<TableToRun, 'rules'>, rule: RuleToRun, most: number): BadRowsStatement | null {
  if (!Number.isInteger(most) || most < 1 || most > 10_000) throw new ConfigProblem('一次最多查看10000行', 'most');
  const tables = new Tables(run.quotes, run.table);
  try {
    const measured = measuredOf(run, rule);
    const bad = isComparison(run.table, measured.measure) ? null : badOf(tables, measured);
    if (!bad) return null;
    const key = run.table.key ?? [];
    const columns = [...new Set([...key, ...bad.judged])];
    const order = key.length > 0 ? key : bad.judged;
    const { t } = tables;
    const rest = `from ${tables.from()} ${bad.join}${bad.join ? ' ' : ''}where ${bad.where}`;
    const text = t.words.limit(columns.map((name) => t.name(name)).join(', '), rest, order.map((name) => t.name(name)).join(', '), most);
    return { text, columns, judged: bad.judged };
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

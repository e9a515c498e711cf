import { all, column, present } from '../measure/tree.ts';
import { Unsupported } from '../measure/problem.ts';
import { isWithin, type Measured } from './plan.ts';
import { NONE, type OwnPlan, type Tables } from './tables.ts';

/* Rules about the distribution of a column, each a statement of its own: windows and groups are no part of one scan. */

const whole = (value: string | null | undefined): number => Number(value ?? 0);
type Of<K extends Measured['measure']['of']> = Measured & { measure: Extract<Measured['measure'], { of: K }> };

function mode(tables: Tables, { measure, filter }: Of<'mode'>): OwnPlan {
  const { t } = tables;
  const value = t.value(column(measure.column));
  const where = t.condition(all(filter, present(column(measure.column))));
  const grouped = `select ${value} as v, count(*) as n from ${tables.from()} where ${where} group by ${value}`;
  const ranked = `select g.v as v, g.n as n, sum(g.n) over () as total, rank() over (order by g.n desc) as r from (${grouped}) g`;
  // of several that are equally frequent one within the set is enough
  const t2 = tables.writer('w');
  const inSet = t2
    .condition({ is: 'in', value: column(measure.column), codes: measure.codes })
    .replaceAll(t2.value(column(measure.column)), 'w.v')
    .replaceAll(t2.name(measure.column), 'w.v');
  return {
    statements: [
      {
        text: `select max(w.total) as c0, min(case when w.r = 1 then w.v end) as c1, count(case when w.r = 1 and ${inSet} then 1 end) as c2 from (${ranked}) w`,
        tableId: tables.table.id,
        why: '最常见的值需要分组排名，单独统计',
      },
    ],
    finish([[n, top, good] = NONE]) {
      if (whole(n) === 0) return { rows: 0, problem: { state: 'skip', message: '没有可统计的值，本次跳过' } };
      return { rows: whole(n), value: top ?? null, isGood: whole(good) > 0 };
    },
  };
}

function outliers(tables: Tables, { measure, filter }: Of<'outliers'>): OwnPlan {
  const { t } = tables;
  const value = t.words.real(t.value(column(measure.column)));
  const from = `from ${tables.from()} where ${t.condition(all(filter, present(column(measure.column))))}`;
  const count = (bad: string, inner: string) => ({
    text: `select count(*) as c0, count(case when ${bad} then 1 end) as c1 from (${inner}) w`,
    tableId: tables.table.id,
    why: '离群值需要先求整列的分布，单独统计',
  });
  const { times } = measure;
  const statement = () => {
    if (measure.method === 'z') {
      if (!t.words.stdev) throw new Unsupported('stdev');
      const spread = `select ${value} as v, avg(${value}) over () as m, ${t.words.stdev(value)} over () as s ${from}`;
      return count(`w.s > 0 and abs(w.v - w.m) > ${times} * w.s`, spread);
    }
    const ranked = `select ${value} as v, cume_dist() over (order by ${value}) as d ${from}`;
    const quartiles = `select g.v as v, min(case when g.d >= 0.25 then g.v end) over () as q1, min(case when g.d >= 0.75 then g.v end) over () as q3 from (${ranked}) g`;
    return count(`w.v < w.q1 - ${times} * (w.q3 - w.q1) or w.v > w.q3 + ${times} * (w.q3 - w.q1)`, quartiles);
  };
  return {
    statements: [statement()],
    finish: ([[n, bad] = NONE]) => ({ rows: whole(n), checked: whole(n), bad: whole(bad) }),
  };
}

/** Cramér's V = √((Σ n_ij² ÷ (n_i n_j) − 1) ÷ (min(r, c) − 1)), from one row of sums. */
function association(tables: Tables, { measure, filter }: Of<'association'>): OwnPlan {
  const { t } = tables;
  const [a, b] = measure.columns.map((name) => t.value(column(name))) as [string, string];
  const there = all(filter, ...measure.columns.map((name) => present(column(name))));
  const cells = `select ${a} as a, ${b} as b, count(*) as n from ${tables.from()} where ${t.condition(there)} group by ${a}, ${b}`;
  const sums = `select g.a as a, g.b as b, g.n as n, sum(g.n) over (partition by g.a) as x, sum(g.n) over (partition by g.b) as y from (${cells}) g`;
  return {
    statements: [
      {
        text: `select sum(w.n) as c0, sum(w.n * 1.0 * w.n / (w.x * w.y)) as c1, count(distinct w.a) as c2, count(distinct w.b) as c3 from (${sums}) w`,
        tableId: tables.table.id,
        why: '两个字段的关联程度需要交叉分组，单独统计',
      },
    ],
    finish([[n, share, left, right] = NONE]) {
      const least = Math.min(whole(left), whole(right)) - 1;
      if (whole(n) === 0 || least < 1) return { rows: whole(n), problem: { state: 'skip', message: '取值不足两种，本次跳过' } };
      const value = (Math.round(Math.sqrt(Math.max(0, whole(share) - 1) / least) * 1e6) / 1e6).toString();
      return { rows: whole(n), value, isGood: isWithin(value, measure.bounds) };
    },
  };
}

function gap(tables: Tables, { measure, filter }: Of<'gap'>): OwnPlan {
  const { t } = tables;
  const day = t.words.functions.toDay(t.value(column(measure.column)));
  const from = `from ${tables.from()} where ${t.condition(all(filter, present(column(measure.column))))}`;
  const inner = `select ${day} as v, lag(${day}) over (order by ${day}) as p ${from}`;
  const days = t.words.functions.daysBetween('w.p', 'w.v');
  return {
    statements: [
      {
        text: `select count(*) as c0, count(case when ${days} > ${measure.days} then 1 end) as c1 from (${inner}) w`,
        tableId: tables.table.id,
        why: '相邻日期的间隔需要窗口函数，单独统计',
      },
    ],
    finish: ([[n, bad] = NONE]) => ({ rows: whole(n), checked: whole(n), bad: whole(bad) }),
  };
}

/** The statement of a rule about a distribution; null for other rules. Throws Unsupported. */
export function statisticsPlan(tables: Tables, measured: Measured): OwnPlan | null {
  const { measure } = measured;
  switch (measure.of) {
    case 'mode':
      return mode(tables, { ...measured, measure });
    case 'outliers':
      return outliers(tables, { ...measured, measure });
    case 'association':
      return association(tables, { ...measured, measure });
    case 'gap':
      return gap(tables, { ...measured, measure });
    default:
      return null;
  }
}

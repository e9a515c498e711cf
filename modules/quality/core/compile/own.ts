import type { RuleTable } from '../catalogue/declaration.ts';
import type { SqlWriter } from '../measure/sql.ts';
import { all, column, missing, present, any, type Aggregate, type Condition } from '../measure/tree.ts';
import { differencesFound, partnersOf, reconciled } from './partners.ts';
import { isWithin, narrowed, type Measured } from './plan.ts';
import { statisticsPlan } from './statistics.ts';
import { NONE, type Tables, type OwnPlan, type OwnStatement } from './tables.ts';

const whole = (value: string | null | undefined): number => Number(value ?? 0);
const thereAll = (names: readonly string[]): Condition => all(...names.map((name) => present(column(name))));
const missingOne = (names: readonly string[]): Condition => any(...names.map((name) => missing(column(name))));

/** Groups of a combination: one row per value, so it is a statement of its own. */
function repeated(tables: Tables, { measure, filter, nulls }: Measured & { measure: { columns: readonly string[] } }): OwnPlan {
  const { t } = tables;
  const there = thereAll(measure.columns);
  const grouped = `select count(*) as n from ${tables.from()} where ${t.condition(all(filter, there))} group by ${measure.columns.map((name) => t.value(column(name))).join(', ')}`;
  const groups = `select coalesce(sum(g.n), 0) as c0, coalesce(sum(g.n - 1), 0) as c1 from (${grouped}) g`;
  const counted = `select ${t.aggregate({ is: 'count', where: filter })} as c0, ${t.aggregate({ is: 'count', where: all(filter, missingOne(measure.columns)) })} as c1 from ${tables.from()}`;
  const { id: tableId } = tables.table;
  return {
    statements: [
      { text: groups, tableId, why: '组合唯一需要按字段分组，单独统计' },
      { text: counted, tableId, why: '组合中缺值的行单独统计' },
    ],
    finish([found = NONE, all_ = NONE]) {
      const rows = whole(all_[0]);
      return {
        rows,
        checked: nulls === 'bad' ? rows : whole(found[0]),
        bad: whole(found[1]) + (nulls === 'bad' ? whole(all_[1]) : 0),
      };
    },
  };
}

/** Join to the different values of another table, and the condition for rows without one. */
export function orphanJoin(tables: Tables, measure: { columns: readonly string[]; table: RuleTable; to: readonly string[] }) {
  const u = tables.writer('u', measure.table);
  const isSameKind = (i: number) => tables.kindOf(measure.columns[i]!) === tables.kindOf(measure.to[i]!, measure.table);
  const bare = (writer: SqlWriter, name: string, i: number) =>
    isSameKind(i) ? writer.name(name) : writer.value({ is: 'call', fn: 'toText', args: [column(name)] });
  const keys = measure.to.map((name, i) => `${bare(u, name, i)} as k${i}`).join(', ');
  // one source fills unmatched rows with zeros instead of nulls, so a mark says whether there was a match
  const there = `select distinct ${keys}, 1 as hit from ${tables.from(measure.table, 'u')} where ${u.condition(thereAll(measure.to))}`;
  const on = measure.columns.map((name, i) => `o.k${i} = ${bare(tables.t, name, i)}`).join(' and ');
  return { join: `left join (${there}) o on ${on}`, isOrphan: 'coalesce(o.hit, 0) = 0' };
}

function orphans(
  tables: Tables,
  measured: Measured & { measure: { columns: readonly string[]; table: RuleTable; to: readonly string[] } },
): OwnPlan {
  const { measure, filter, nulls } = measured;
  const { t } = tables;
  const { join, isOrphan } = orphanJoin(tables, measure);
  const there = t.condition(thereAll(measure.columns));
  const [rows, looked, lacking] = [
    t.aggregate({ is: 'count', where: filter }),
    t.aggregate({ is: 'count', where: all(filter, thereAll(measure.columns)) }),
    t.aggregate({ is: 'count', where: all(filter, missingOne(measure.columns)) }),
  ];
  const bad = `count(case when ${isOrphan} and ${there} and ${t.condition(filter)} then 1 end)`;
  return {
    statements: [
      {
        text: `select ${rows} as c0, ${looked} as c1, ${lacking} as c2, ${bad} as c3 from ${tables.from()} ${join}`,
        tableId: tables.table.id,
        why: '引用检查需要与关联表左连接，单独统计',
      },
    ],
    finish([[n, some, none, wrong] = NONE]) {
      const isBad = nulls === 'bad';
      return { rows: whole(n), checked: isBad ? whole(n) : whole(some), bad: whole(wrong) + (isBad ? whole(none) : 0) };
    },
  };
}

const OPPOSITE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
function ordered(
  tables: Tables,
  { measure, filter }: Measured & { measure: { column: string; by: string; op: '<' | '<=' | '>' | '>=' } },
): OwnPlan {
  const { t } = tables;
  const value = t.value(column(measure.column));
  const there = all(filter, present(column(measure.column)), present(column(measure.by)));
  const inner = `select ${value} as v, lag(${value}) over (order by ${t.value(column(measure.by))}) as p from ${tables.from()} where ${t.condition(there)}`;
  return {
    statements: [
      {
        text: `select count(*) as c0, count(case when w.v ${OPPOSITE[measure.op]} w.p then 1 end) as c1 from (${inner}) w`,
        tableId: tables.table.id,
        why: '逐行比较前一行需要窗口函数，单独统计',
      },
    ],
    finish: ([[n, bad] = NONE]) => ({ rows: whole(n), checked: whole(n), bad: whole(bad) }),
  };
}

/** A quantile where the source has no function for it: by windows, between the two values that enclose it. */
function quantileByWindows(tables: Tables, aggregate: Extract<Aggregate, { is: 'quantile' }>): OwnStatement {
  const { t } = tables;
  const value = t.words.real(t.value(aggregate.value));
  const where = t.condition(all(aggregate.where, present(aggregate.value)));
  const inner = `select ${value} as v, row_number() over (order by ${value}) as r, count(*) over () as n from ${tables.from()} where ${where}`;
  const at = `(1 + (w.n - 1) * ${aggregate.share})`;
  const low = `max(case when w.r <= ${at} then w.v end)`;
  const high = `min(case when w.r >= ${at} then w.v end)`;
  const rest = `(max(${at}) - max(case when w.r <= ${at} then w.r end))`;
  return {
    text: `select ${low} + (${high} - ${low}) * ${rest} as c0 from (${inner}) w`,
    tableId: tables.table.id,
    why: '该类数据源没有分位数函数，用窗口函数单独统计',
  };
}

function quantile(
  tables: Tables,
  { measure, filter }: Measured & { measure: Extract<Measured['measure'], { of: 'value' | 'history' }> },
): OwnPlan {
  const { value } = measure;
  if (value.is !== 'quantile') throw new TypeError('no quantile');
  const counted = `select ${tables.t.aggregate({ is: 'count', where: filter })} as c0 from ${tables.from()}`;
  return {
    statements: [
      quantileByWindows(tables, { ...value, where: all(filter, value.where) }),
      { text: counted, tableId: tables.table.id, why: '行数' },
    ],
    finish([[found] = NONE, [n] = NONE]) {
      if (found === null || found === undefined) return { rows: whole(n), problem: { state: 'skip', message: '没有可统计的值，本次跳过' } };
      return { rows: whole(n), value: found, ...(measure.of === 'value' && { isGood: isWithin(found, measure.bounds) }) };
    },
  };
}

/** A number here and one of another table. */
function reconcile(
  tables: Tables,
  { measure, filter }: Measured & { measure: Extract<Measured['measure'], { of: 'reconcile' }> },
): OwnPlan {
  const other = tables.writer('t', measure.table);
  return {
    statements: [
      {
        text: `select ${tables.t.aggregate({ is: 'count', where: filter })} as c0, ${tables.t.aggregate(narrowed(measure.value, filter))} as c1 from ${tables.from()}`,
        tableId: tables.table.id,
        why: '对账：本表的汇总值',
      },
      {
        text: `select ${other.aggregate(narrowed(measure.other, measure.otherFilter))} as c0 from ${tables.from(measure.table)}`,
        tableId: measure.table.id,
        why: '对账：对方表的汇总值',
      },
    ],
    finish: ([[n, here = null] = NONE, [there = null] = NONE]) => ({ rows: whole(n), ...reconciled(tables.table, measure, here, there) }),
  };
}

/** Rows that are missing there, differ there, or stand there alone. */
function differences(
  tables: Tables,
  { measure, filter }: Measured & { measure: Extract<Measured['measure'], { of: 'differences' }> },
): OwnPlan {
  const { t } = tables;
  const o = tables.writer('o', measure.table);
  const there = o.name(measure.otherKeys[0]!);
  const where = t.condition(all(filter, thereAll(measure.keys)));
  const { joined, differs, isOther } = partnersOf(tables, measure);
  // with a condition for the other table, the rows of both conditions are held against each other; without one all of the other table
  const isHere = isOther === null ? '' : ` and ${t.condition(filter)}`;
  const extra = `${t.name(measure.keys[0]!)} is null${isOther === null ? '' : ` and ${isOther}`}`;
  return {
    statements: [
      {
        text: `select count(*) as c0, count(case when ${there} is null then 1 end) as c1, count(case when ${there} is not null and (${differs}) then 1 end) as c2 from ${tables.from()} left join ${tables.from(measure.table, 'o')} on ${joined}${isOther === null ? '' : ` and ${isOther}`} where ${where}`,
        tableId: tables.table.id,
        why: '逐键比对需要与对方表连接，单独统计',
      },
      {
        text: `select count(*) as c0 from ${tables.from(measure.table, 'o')} left join ${tables.from()} on ${joined}${isHere} where ${extra}`,
        tableId: tables.table.id,
        why: '对方表多出的行单独统计',
      },
    ],
    finish: ([[n, lacking, differing] = NONE, [extra_] = NONE]) =>
      differencesFound({ rows: whole(n), missing: whole(lacking), different: whole(differing), extra: whole(extra_) }, '行'),
  };
}

/** What a rule asks beside the scan; null = nothing. */
export function ownPlan(tables: Tables, measured: Measured): OwnPlan | null {
  const { measure } = measured;
  switch (measure.of) {
    case 'repeated':
      return measure.columns.length === 1 ? null : repeated(tables, { ...measured, measure });
    case 'orphans':
      return orphans(tables, { ...measured, measure });
    case 'order':
      return ordered(tables, { ...measured, measure });
    case 'reconcile':
      return measure.groups.length > 0 ? null : reconcile(tables, { ...measured, measure });
    case 'differences':
      return differences(tables, { ...measured, measure });
    case 'mode':
    case 'outliers':
    case 'association':
    case 'gap':
      return statisticsPlan(tables, measured);
    case 'value':
    case 'history':
      return measure.value.is === 'quantile' && tables.t.words.quantile === null ? quantile(tables, { ...measured, measure }) : null;
    default:
      return null;
  }
}

import type { FieldType } from '../../contract/field.ts';
import type { SqlDialect } from './dialects.ts';
import { bind, joined, raw, sql, type Sql } from './sql.ts';

/** A column by which rows are told apart. */
export interface GroupKey {
  readonly name: string;
  readonly type: FieldType;
  /** values are buckets of time, whatever the type */
  readonly isBucket: boolean;
}
interface SuppressionOptions {
  readonly dialect: SqlDialect;
  /** columns of the rows */
  readonly columns: readonly string[];
  /** dimensions of the answer */
  readonly keys: readonly GroupKey[];
  /** number that tells spans of time apart which are compared with each other; each is looked at by itself */
  readonly span: string | null;
  /** rows that a group must have */
  readonly minSize: number;
  /** column that says for how many each row stands, null = for one */
  readonly size: string | null;
}

/** A value that is compared where `=` alone would never find an empty one; the emptiness is compared beside it. */
export const sameValue = (dialect: SqlDialect, { type, isBucket }: Pick<GroupKey, 'type' | 'isBucket'>, column: string): Sql =>
  type === 'number' && !isBucket
    ? sql`coalesce(${raw(column)}, 0)`
    : sql`coalesce(${type === 'string' && dialect.name === 'mysql' ? raw(column) : dialect.toText(raw(column))}, '')`;

/**
 * Rows of groups that are large enough to be told, everything else left out before anything is computed: totals, shares, ranks and 其他 are
 * those of what is told, so that no total minus the groups that are shown gives one that is not. A group goes when it has fewer rows than
 * `least`; when those that go have together fewer rows than that, the next larger one goes with them, so that the sum of all rows (in a chart
 * beside this one) minus what is shown still stands for enough rows. With several dimensions this holds among all groups and along each
 * dimension by itself.
 */
export function suppressSmallGroups(rows: Sql, { dialect, columns, keys, span, minSize, size }: SuppressionOptions): Sql {
  const as = (name: string): Sql => raw(dialect.alias(name));
  const enough = bind(minSize, 'int');
  const many = raw(size === null ? 'count(*)' : `sum(coalesce(b.${size}, 0))`);
  const shown = raw((columns.length > 0 ? columns : ['x']).map((name) => `b.${name} as ${name}`).join(', '));
  const names = [...keys.map(({ name }) => name), ...(span ? [span] : [])];
  if (names.length === 0)
    return sql`select ${shown} from (${rows}) ${as('b')} inner join (select g.c as c from (select ${many} as c from (${rows}) ${as('b')}) ${as(
      'g',
    )} where g.c >= ${enough}) ${as('r')} on 1 = 1`;
  const counted = sql`select ${raw(names.map((name) => `b.${name} as ${name}`).join(', '))}, ${many} as c from (${rows}) ${as('b')} group by ${raw(
    names.map((name) => `b.${name}`).join(', '),
  )}`;
  const parts = [[], ...(keys.length > 1 ? keys.map((left) => keys.filter((key) => key !== left).map(({ name }) => name)) : [])].map(
    (part) => [...part, ...(span ? [span] : [])],
  );
  const order = ['c', ...names].map((name) => `g.${name}`).join(', ');
  // rows of the smaller groups before each: no two groups are alike in this order, so the sum up to one needs no frame
  const before = parts.map(
    (part, i) =>
      `sum(g.c) over (${part.length > 0 ? `partition by ${part.map((name) => `g.${name}`).join(', ')} ` : ''}order by ${order}) - g.c as h${i}`,
  );
  const measured = sql`select ${raw([...names, 'c'].map((name) => `g.${name} as ${name}`).join(', '))}, ${raw(before.join(', '))} from (${counted}) ${as('g')}`;
  const large = [sql`h.c >= ${enough}`, ...parts.map((_, i) => sql`(h.h${raw(String(i))} = 0 or h.h${raw(String(i))} >= ${enough})`)];
  const told = [
    ...keys.flatMap(({ name }, i) => [`h.${name} as k${i}`, `case when h.${name} is null then 1 else 0 end as z${i}`]),
    ...(span ? [`h.${span} as ${span}`] : []),
  ];
  const on = [
    ...keys.flatMap((key, i) => [
      sql`${sameValue(dialect, key, `b.${key.name}`)} = ${sameValue(dialect, key, `r.k${i}`)}`,
      raw(`case when b.${key.name} is null then 1 else 0 end = r.z${i}`),
    ]),
    ...(span ? [raw(`b.${span} = r.${span}`)] : []),
  ];
  return sql`select ${shown} from (${rows}) ${as('b')} inner join (select ${raw(told.join(', '))} from (${measured}) ${as('h')} where ${joined(
    large,
    ' and ',
  )}) ${as('r')} on ${joined(on, ' and ')}`;
}

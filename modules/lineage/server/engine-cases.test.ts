import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../core/analyse.ts';
import type { Lineage } from '../core/types.ts';
import { shapes } from '../core/shapes/index.ts';
import { type Case, compared, isConvention, keepsIntermediate } from '../core/shapes/score.ts';
import { engineHere } from './engine-test.ts';

const cases = (JSON.parse(readFileSync(new URL('../core/__cases__/statements.json', import.meta.url), 'utf8')) as { cases: Case[] }).cases;
/** Flink, without the columns of its tables: the names of `*` and of an unnamed SUM(price) cannot be known. */
const KNOWN_MISSES = ['L0854', 'L0855', 'L0858'];
/** The rows of a changed table as a source, which the parser does not know. */
const KNOWN_SHAPES = ['SELECT id FROM FINAL TABLE (INSERT INTO t (id) SELECT a FROM s)'];

let engine: (input: Analysis) => Lineage;
beforeAll(async () => {
  engine = await engineHere();
});
const read = (each: Case) =>
  engine({
    dialect: each.dialect,
    sql: each.sql,
    skipIntermediate: !keepsIntermediate(each),
    expressions: false,
    ...(each.schema && { schema: each.schema }),
  });

describe('statements of public test suites', () => {
  test.each([
    ['table', 0.97],
    ['tables', 0.92],
    ['column', 0.95],
    ['select-column', 0.9],
  ] as const)(
    'level %s: at least %d right, and every miss is a known one',
    (level, bar) => {
      const own = cases.filter((each) => each.level === level && !isConvention(each));
      const missed = own.filter((each) => {
        const { want, got } = compared(each, read(each));
        return want !== got;
      });
      expect(missed.map((each) => each.id).filter((id) => !KNOWN_MISSES.includes(id))).toEqual([]);
      expect((own.length - missed.length) / own.length).toBeGreaterThanOrEqual(bar);
    },
    60_000,
  );
});

const words = (text: string) => text.split(', ').filter(Boolean).toSorted();
/** `a.x > y` leads to the only target, `a.x > t.y` says it. */
function wanted(edges: string, targets: readonly string[]): string[] {
  const [only = '', second] = targets;
  return edges
    .split(/;\s*/)
    .filter(Boolean)
    .map((edge) => {
      const [from, to = ''] = edge.split(' > ');
      return `${from} > ${to.includes('.') ? to : `${second === undefined ? only : ''}.${to}`}`;
    })
    .toSorted();
}

describe('statements read by hand', () => {
  for (const [dialect, sql, sources, targets, edges, schema, further] of shapes) {
    if (KNOWN_SHAPES.includes(sql)) continue;
    test(`${dialect}: ${sql}`, () => {
      const lineage = engine({ dialect, sql, skipIntermediate: true, ...(schema && { schema }) });
      const values = lineage.edges.filter(({ kind }) => kind === 'value');
      expect(lineage.tables.sources.toSorted()).toEqual(words(sources));
      expect(lineage.tables.targets.toSorted()).toEqual(words(targets));
      expect(values.map(({ from, to }) => `${from.table}.${from.column} > ${to.table ?? ''}.${to.column}`).toSorted()).toEqual(
        wanted(edges, words(targets)),
      );
      const { decides, told } = further ?? {};
      if (decides !== undefined) {
        const deciding = lineage.edges
          .filter(({ kind }) => kind !== 'value')
          .map(({ kind, from }) => `${kind} ${from.table}.${from.column}`);
        expect([...new Set(deciding)].toSorted()).toEqual(decides.split('; ').filter(Boolean).toSorted());
      }
      // nothing is lost without a word: what was not understood is told, and nothing else
      if (told !== undefined)
        expect(lineage.unresolved.map(({ reason, text }) => `${reason} ${text}`).toSorted()).toEqual(
          told.split('; ').filter(Boolean).toSorted(),
        );
    });
  }
});

test('a table that nothing was read from is told with its line', () => {
  const { unresolved } = engine({ dialect: 'db2', sql: `-- rows\n${KNOWN_SHAPES[0]!}` });
  expect(unresolved).toMatchObject([{ reason: 'syntax', text: 'FROM s)', candidates: ['s'], line: 2 }]);
});

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

test('2,000 damaged statements: never an exception, always lists', () => {
  const random = numbers(7);
  const next = (below: number) => (random.next().value as number) % below;
  const junk = [
    "'",
    '"',
    '`',
    '(',
    ')',
    ';',
    '😀',
    '\0',
    '/*',
    '--',
    '$$',
    ' select ',
    ' from ',
    ' begin ',
    ' end ',
    ',',
    '.',
    '客户',
    '{{x}}',
  ];
  for (let round = 0; round < 2000; round++) {
    const each = cases[next(cases.length)]!;
    if (each.sql.length > 1500) continue;
    const at = next(each.sql.length + 1);
    const sql = [
      () => each.sql.slice(0, at),
      () => each.sql.slice(at),
      () => each.sql.slice(0, at) + junk[next(junk.length)] + each.sql.slice(at),
      () => each.sql.slice(0, at) + each.sql.slice(at + 1 + next(9)),
    ][next(4)]!();
    const lineage = engine({ dialect: each.dialect, sql, expressions: false });
    expect(Array.isArray(lineage.edges) && Array.isArray(lineage.tables.sources)).toBe(true);
  }
}, 300_000);

describe('deep and long texts', () => {
  const nested = (times: number, wrap: (inner: string, at: number) => string, core: string) =>
    Array.from({ length: times }).reduce<string>((inner, _, at) => wrap(inner, at), core);

  test.each([20, 60])(
    '%d nested sub-queries',
    (times) => {
      const sql = nested(times, (inner, at) => `SELECT a FROM (${inner}) q${at}`, 'SELECT a FROM t');
      expect(engine({ dialect: 'mysql', sql }).outputs).toEqual({ a: [{ table: 't', column: 'a' }] });
    },
    30_000,
  );

  test('40 nested CASE and 60 parentheses', () => {
    const sql = `insert into t select ${nested(40, (inner, at) => `case when a${at} = 1 then ${inner} else 0 end`, 'x')} v from s`;
    expect(engine({ dialect: 'mysql', sql }).edges.filter(({ kind }) => kind === 'value')).toHaveLength(41);
    const parentheses = `insert into t select ${'('.repeat(60)}x${')'.repeat(60)} v from s`;
    expect(engine({ dialect: 'mysql', sql: parentheses }).edges).toMatchObject([
      { from: { table: 's', column: 'x' }, to: { table: 't', column: 'v' } },
    ]);
  }, 30_000);

  test('a UNION of 700', () => {
    const sql = Array.from({ length: 700 }, (_, at) => `select a from t${at}`).join(' union all ');
    expect(engine({ dialect: 'mysql', sql }).tables.sources).toHaveLength(700);
  }, 30_000);
});

import { expect, it } from 'vitest';
import { RuleConfig } from '../../contract/rule-config.ts';
import { badRowsStatement, compileTable, judgeStream, type Outcome, type RuleToRun } from '../../core/index.ts';
import { onEngines, tableOf, type Engine, type Fixture } from './test-engines.ts';

/* The rules of the family over one small table, with counts made by hand, on every kind of database that runs here. */

const STAFF: Fixture = {
  name: 'staff',
  key: ['id'],
  columns: [
    ['id', 'integer', 'number'],
    ['code', 'varchar(40)', 'text'],
    ['name', 'varchar(40)', 'text'],
    ['dept', 'varchar(10)', 'text'],
    ['score', 'numeric(8,2)', 'number'],
    ['born', 'date', 'time'],
    ['signed', 'timestamp', 'time'],
    ['loaded', 'timestamp', 'time'],
    ['idcard', 'varchar(40)', 'text'],
    ['credit', 'varchar(40)', 'text'],
    ['card', 'varchar(40)', 'text'],
    ['mobile', 'varchar(40)', 'text'],
    ['mail', 'varchar(60)', 'text'],
  ],
  rows: [
    [
      1,
      'A001',
      '张三',
      'A',
      10,
      '1940-01-01',
      '2026-02-01 08:00:00',
      '2026-02-08 23:00:00',
      '11010519491231002X',
      '91350100M000100Y43',
      '6222021001116245702',
      '13800000001',
      'a@b.cn',
    ],
    [
      2,
      'A002',
      '李 四',
      'B',
      24,
      '2026-03-01',
      '2026-02-01 08:00:00',
      '2026-02-09 00:00:00',
      '110105194912310021',
      '91350100M000100Y44',
      '6222021001116245703',
      '1380000000',
      'a@b',
    ],
    [
      3,
      'a002',
      '王　五',
      'C',
      24.01,
      '1939-12-31',
      '2026-02-01 08:00:00',
      '2026-02-01 07:00:00',
      '11010519490229002X',
      'I1350100M000100Y43',
      '4111111111111111',
      '12800000001',
      'a b@c.cn',
    ],
    [
      4,
      'A002',
      '欧阳修文',
      'X',
      -1,
      '2026-03-02',
      null,
      '2026-02-01 07:00:00',
      '440524188001010014',
      '91350100m000100y43',
      '0000000000000000',
      ' ',
      '@b.cn',
    ],
    [5, null, '', null, null, null, '2026-02-20 09:00:00', null, null, null, null, null, null],
    [
      6,
      'B 01',
      '  ',
      'A',
      0,
      '1999-09-09',
      '2026-02-26 08:30:00',
      '2026-02-27 00:00:00',
      '',
      '',
      '6222 0210 0111 6245 702',
      '19912345678',
      'a.b+c@x-y.com.cn',
    ],
    [
      6,
      'B01',
      null,
      'B',
      1,
      '1999-09-09',
      '2026-02-26 08:30:01',
      '2026-03-01 00:00:00',
      '11010519491231002x',
      '91350100M000100Y4',
      '62220210011162457',
      '13800000001',
      'a@b..cn',
    ],
  ],
};
const DEPT: Fixture = {
  name: 'dept',
  columns: [['code', 'varchar(10)', 'text']],
  rows: [['A'], ['C'], ['D']],
};

interface Expected {
  readonly code: string;
  readonly column: string | null;
  readonly config?: object;
  /** checked and bad rows */
  readonly found: readonly [checked: number, bad: number];
  /** keys of the bad rows; of duplicates all rows of a group */
  readonly keys?: readonly number[];
}
const CASES: readonly Expected[] = [
  { code: 'unique_key', column: 'id', found: [7, 1], keys: [6, 6] },
  { code: 'unique_key', column: 'code', found: [6, 1], keys: [2, 4] },
  { code: 'unique_key', column: 'code', config: { nulls: 'bad' }, found: [7, 2], keys: [2, 4, 5] },
  { code: 'unique_key', column: 'code', config: { filter: '[id] <= 3' }, found: [3, 0] },
  { code: 'unique_columns', column: null, config: { unique: { columnIds: ['dept', 'mobile'] } }, found: [6, 0], keys: [] },
  { code: 'unique_columns', column: null, config: { unique: { columnIds: ['id', 'born'] } }, found: [6, 1], keys: [6, 6] },
  { code: 'integrity_key', column: 'name', found: [7, 1], keys: [6] },
  { code: 'integrity_not_blank', column: 'name', found: [7, 3], keys: [5, 6, 6] },
  { code: 'accuracy_key_length', column: 'name', config: { accuracy: { maxLength: 3 } }, found: [6, 1], keys: [4] },
  { code: 'accuracy_length', column: 'code', config: { accuracy: { length: 4 } }, found: [6, 1], keys: [6] },
  { code: 'accuracy_range', column: 'score', config: { accuracy: { min: '0', max: '24' } }, found: [6, 2], keys: [3, 4] },
  { code: 'accuracy_range', column: 'born', config: { accuracy: { min: '1940-01-01', max: '2026-03-01' } }, found: [6, 2], keys: [3, 4] },
  { code: 'accuracy_range', column: 'signed', config: { accuracy: { max: '2026-02-01' } }, found: [6, 3], keys: [5, 6, 6] },
  { code: 'accuracy_regex', column: 'code', config: { accuracy: { pattern: '^[A-Z]\\d{3}$' } }, found: [6, 3], keys: [3, 6, 6] },
  { code: 'accuracy_in_set', column: 'dept', config: { accuracy: { values: ['A', 'B', 'c'] } }, found: [6, 2], keys: [3, 4] },
  { code: 'accuracy_in_set', column: 'score', config: { accuracy: { values: ['10', '24', 'x'] } }, found: [6, 4] },
  { code: 'accuracy_no_space', column: 'name', found: [6, 3], keys: [2, 3, 6] },
  { code: 'accuracy_id_card', column: 'idcard', found: [6, 3], keys: [2, 3, 6] },
  { code: 'accuracy_credit_code', column: 'credit', found: [6, 4], keys: [2, 3, 6, 6] },
  { code: 'accuracy_bank_card', column: 'card', found: [6, 3], keys: [2, 4, 6] },
  { code: 'accuracy_mobile', column: 'mobile', found: [6, 3], keys: [2, 3, 4] },
  { code: 'accuracy_email', column: 'mail', found: [6, 4], keys: [2, 3, 4, 6] },
  { code: 'consistent_key', column: 'dept', config: { consistent: { gbTypeId: '1' } }, found: [6, 4] },
  {
    code: 'consistent_columns',
    column: 'loaded',
    config: { consistent: { columnId: 'signed', operator: 'le', days: 7 } },
    found: [5, 1],
    keys: [2],
  },
  {
    code: 'consistent_columns',
    column: 'loaded',
    config: { consistent: { columnId: 'signed', operator: 'ge' } },
    found: [5, 1],
    keys: [3],
  },
  {
    code: 'relevance_key',
    column: 'dept',
    config: { relevance: { relatedTableId: 'dept', relatedColumnId: 'code' } },
    found: [6, 3],
    keys: [2, 4, 6],
  },
  { code: 'timeliness_key', column: 'signed', config: { timeliness: { threshold: 3 } }, found: [6, 5] },
];
const NOW = '2026-03-01 08:30:00';
const ruleOf = ({ code, column, config }: Expected, i: number): RuleToRun => ({
  id: String(i),
  columnId: column,
  config: RuleConfig.parse({ ruleItemCode: code, ...config }),
  codeSet: { name: '部门', codes: ['A', 'D'] },
});
const RULES = CASES.map(ruleOf);
const runOf = (engine: Engine) => {
  const table = tableOf(STAFF, engine.schema());
  return { quotes: engine.quotes, table, tables: new Map([['dept', tableOf(DEPT, engine.schema())]]), now: NOW };
};

async function measured(engine: Engine, rules: readonly RuleToRun[]): Promise<Map<string, Outcome>> {
  const compiled = compileTable({ ...runOf(engine), rules });
  const results = [];
  for (const { text } of compiled.statements) results.push((await engine.ask(text))[0]!);
  const streamed = [];
  for (const stream of compiled.streams) streamed.push(judgeStream(stream, await engine.ask(stream.text)));
  return new Map([...compiled.finish(results), ...streamed].map((one) => [one.ruleId, one]));
}

onEngines([STAFF, DEPT], (engine) => {
  it('counts what was counted by hand', async () => {
    const found = await measured(engine, RULES);
    const got = CASES.map(({ code, column, config }, i) => {
      const one = found.get(String(i));
      return [code, column, JSON.stringify(config), one?.problem?.message ?? [one?.checked, one?.bad]];
    });
    expect(got).toEqual(CASES.map(({ code, column, config, found: counts }) => [code, column, JSON.stringify(config), [...counts]]));
  });

  it('finds the bad rows', async () => {
    for (const [i, rule] of RULES.entries()) {
      const { keys, code } = CASES[i]!;
      const statement = badRowsStatement(runOf(engine), rule, 100);
      if (statement === null) continue;
      const rows = await engine.ask(statement.text);
      if (keys) expect([code, rows.map(([id]) => Number(id)).sort()]).toEqual([code, [...keys]]);
    }
  });

  it('reads the table once for everything that one scan can say', () => {
    const { statements } = compileTable({ ...runOf(engine), rules: RULES });
    const scans = statements.filter(({ why }) => why === 'scan');
    expect(scans).toHaveLength(1);
    for (const { why, text } of statements.slice(scans.length)) {
      expect(why).toMatch(/单独统计/);
      expect(text).not.toMatch(/undefined|NaN/);
    }
  });

  it('keeps a filter that all rules share in WHERE', async () => {
    const rules = RULES.filter(({ config }) => ['integrity_key', 'accuracy_range'].includes(config.ruleItemCode)).map((rule) => ({
      ...rule,
      config: { ...rule.config, filter: "[dept] = 'A' or [signed] >= '2026-02-20'" },
    }));
    const { statements } = compileTable({ ...runOf(engine), rules });
    expect(statements).toHaveLength(1);
    expect(statements[0]!.text).toContain(' where ');
    const found = await measured(engine, rules);
    expect([...found.values()].map(({ rows }) => rows)).toEqual(rules.map(() => 4));
  });
});

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { afterAll, describe, expect, it } from 'vitest';
import { CN_KINDS } from '#kit/core/cn/index.ts';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { files, mysql, postgres, sqlite, type Connection, type SourceAdapter, setWorkDir } from '#modules/sources/server/test-adapters.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import type { MeasuredColumn } from './grammar.ts';
import { badCount, badKeys, type RowRule } from './rows.ts';
import { scans } from './statements.ts';

/*
 * What the measuring channel asks of each kind of database. Where one runs here the answers are held against the validators of the platform; elsewhere
 * the statements are held against their words.
 */

const isIdCard = (text: string) => CN_KINDS.idCard.problem(text) === null;
const isCreditCode = (text: string) => CN_KINDS.creditCode.problem(text) === null;
const ID = '11010519491231002X';
const CREDIT = '91350100M000100Y43';
/** A right number, and the same with each of its characters changed in turn. */
const mutated = (text: string): string[] => [...text].map((char, i) => text.slice(0, i) + (char === '7' ? '2' : '7') + text.slice(i + 1));
const IDS = [ID, ID.toLowerCase(), '440524188001010014', ' ', `${ID} 1`, `x${ID}`, '11010519491231002', ...mutated(ID)];
const CREDITS = [CREDIT, CREDIT.toLowerCase(), CREDIT.replace('M', 'I'), ...mutated(CREDIT)];
const MAILS = ['a@b.cn', 'a.b+c@x-y.com.cn', 'a@b', '@b.cn', 'a@@b.cn', 'a@b..cn', 'a@.cn', 'a@b.', 'a b@c.cn', 'a@b_c.cn', 'abc'];
const GOOD_MAILS = 2;
const MOBILES = ['13800000001', '19912345678', '12800000001', '1380000000', '138000000011', '+8613800000001', ' '];
const GOOD_MOBILES = 2;
const SIZE = 40;
const PEOPLE = Array.from({ length: SIZE }, (_, i) => ({
  id: i + 1,
  idcard: IDS[i] ?? null,
  credit: CREDITS[i] ?? null,
  mail: MAILS[i] ?? null,
  mobile: MOBILES[i] ?? null,
  dept: i < 30 ? 'AbC'[i % 3]! : null,
}));
const quoted = (value: string | number | null) => (value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`);
const TABLES = `create table person (id integer primary key, idcard varchar(40), credit varchar(40), mail varchar(60), mobile varchar(20), dept varchar(10));
  create table dept (code varchar(10) primary key);
  insert into dept values ('A'), ('C');
  insert into person values ${PEOPLE.map((row) => `(${Object.values(row).map(quoted).join(', ')})`).join(', ')}`;

const text = (columnName: string): MeasuredColumn => ({ columnName, dataType: 'varchar(40)', isMasked: false });
const table = (schemaName: string, tableName: string) => ({ schemaName, tableName, tableKind: 'table', rowEstimate: null });

/** Everything that the channel can ask, of one engine. */
function answers(adapter: SourceAdapter, connect: () => Connection, schema: () => string): void {
  const { dialect } = adapter;
  const ask = async (statement: string): Promise<unknown[][]> => {
    const pool = adapter.pool(connect());
    try {
      const signal = new AbortController().signal;
      const result = await pool.open({ text: statement, params: [], searchPath: [], timeoutMs: 30_000, signal });
      const rows = await result.read(1000);
      await result.close();
      return rows;
    } finally {
      await pool.close();
    }
  };
  const person = () => table(schema(), 'person');
  const numbers = async (rule: RowRule) => Number((await ask(badCount(dialect, person(), rule)!))[0]?.[0]);

  it('counts forms with right check characters as the validators of the platform do', async () => {
    const batch = [
      { column: text('idcard'), of: 'idCard' },
      { column: text('credit'), of: 'creditCode' },
      { column: text('mail'), of: 'email' },
      { column: text('mobile'), of: 'mobile' },
      { column: text('mobile'), of: 'blanks' },
      { column: text('dept'), of: 'inSet', codes: ['A', 'c', "b'; --"] },
    ] as const;
    const [scan] = scans(dialect, person(), batch, 'all');
    const [row] = await ask(scan!.text);
    expect(row?.map(Number)).toEqual([
      SIZE,
      IDS.filter(isIdCard).length,
      CREDITS.filter(isCreditCode).length,
      GOOD_MAILS,
      GOOD_MOBILES,
      1,
      10,
    ]);
    expect(IDS.filter(isIdCard).length).toBeGreaterThan(2);
  });

  it('names the rows that break a rule', async () => {
    expect(await numbers({ column: text('idcard'), of: 'idCard' })).toBe(IDS.length - IDS.filter(isIdCard).length);
    expect(await numbers({ column: text('dept'), of: 'present' })).toBe(10);
    expect(await numbers({ of: 'repeated', columns: [text('dept')] })).toBe(30);
    expect(await numbers({ of: 'repeated', columns: [text('dept'), text('mobile')] })).toBe(0);
    const orphans: RowRule = { of: 'orphans', columns: [text('dept')], table: table(schema(), 'dept'), to: [text('code')] };
    expect(await numbers(orphans)).toBe(10);
    const keys = await ask(badKeys(dialect, person(), { rule: orphans, keys: ['id'], most: 3 })!);
    expect(keys.map(([id]) => Number(id))).toEqual([2, 5, 8]);
  });
}

const none: Connection = {
  host: '',
  port: 0,
  database: '',
  username: null,
  password: null,
  sslMode: 'disable',
  sid: null,
  url: null,
  files: [],
};
const folder = mkdtempSync(join(tmpdir(), 'databrain-measure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('PostgreSQL', () => {
  const app = startApp();
  const source = testSource(app, TABLES);
  const connect = (): Connection => {
    const { host, port, dbName, username, password } = source.body().dbSchema as Record<string, string>;
    return { ...none, host: host!, port: Number(port), database: dbName!, username: username!, password: password! };
  };
  answers(postgres, connect, () => 'public');
});

describe.runIf(hasMariadb)('MariaDB', () => {
  const mariadb = startMariadb(TABLES);
  const connect = (): Connection => ({ ...none, host: mariadb.host, port: mariadb.port, database: mariadb.database, ...mariadb.reader });
  answers(mysql, connect, () => mariadb.database);
});

describe('SQLite', () => {
  const made = async () => {
    const database = new (await initSqlJs()).Database();
    database.run(TABLES);
    writeFileSync(join(folder, 'a.db'), database.export());
  };
  const ready = made();
  it('is there', () => ready);
  answers(
    sqlite,
    () => ({ ...none, files: [{ fileName: 'a.db', originalName: 'a.db', path: join(folder, 'a.db') }] }),
    () => 'main',
  );
});

describe('DuckDB', () => {
  setWorkDir(folder);
  const csv = (name: string, rows: readonly (readonly (string | number | null)[])[]) => {
    const fileName = `${createHash('md5').update(name).digest('hex')}.csv`;
    const line = (row: readonly (string | number | null)[]) =>
      row.map((cell) => (cell === null ? '' : typeof cell === 'number' ? cell : `"${cell}"`)).join(',');
    writeFileSync(join(folder, fileName), rows.map(line).join('\n'));
    return { fileName, originalName: name, path: join(folder, fileName) };
  };
  const given = [
    csv('person.csv', [Object.keys(PEOPLE[0]!), ...PEOPLE.map((row) => Object.values(row))]),
    csv('dept.csv', [['code'], ['A'], ['C']]),
  ];
  answers(
    files,
    () => ({ ...none, files: given }),
    () => 'main',
  );
});

describe('kinds of databases that do not run here', () => {
  const person = table('s', 'person');
  const rules: readonly RowRule[] = [
    { column: text('idcard'), of: 'idCard' },
    { column: text('credit'), of: 'creditCode' },
    { column: text('mail'), of: 'email' },
    { column: text('mobile'), of: 'mobile' },
    { column: text('dept'), of: 'inSet', codes: ["a'b"] },
    { of: 'repeated', columns: [text('dept')] },
    { of: 'orphans', columns: [text('dept')], table: table('s', 'dept'), to: [text('code')] },
  ];
  const all: readonly DialectName[] = 'postgres mysql doris starrocks oracle tsql clickhouse trino sqlite duckdb'.split(
    ' ',
  ) as DialectName[];
  it.each(all)('%s has a statement for every rule', (dialect) => {
    for (const rule of rules) {
      const count = badCount(dialect, person, rule)!;
      expect(count).toMatch(/^select count\(\*\) from .+ where /);
      expect(count).not.toMatch(/undefined|NaN|\bnull,/);
      const keys = badKeys(dialect, person, { rule, keys: ['id'], most: 5 })!;
      expect(keys).toMatch(dialect === 'tsql' ? /^select top 5 k0 / : dialect === 'oracle' ? /where rownum <= 5$/ : /limit 5$/);
      expect(keys).toContain('order by k0');
    }
  });
  const column = (dialect: DialectName) => `t.${dialectOf(dialect).quote('v')}`;
  const check = (dialect: DialectName, of: 'idCard' | 'email' | 'mobile') => badCount(dialect, person, { column: text('v'), of })!;
  it('SQL Server looks at characters by its own wildcards and adds them up', () => {
    const mobile = check('tsql', 'mobile');
    expect(mobile).toContain(`[v] collate Latin1_General_100_BIN2 like '[1][3-9]${'[0-9]'.repeat(9)}'`);
    const idCard = check('tsql', 'idCard');
    expect(idCard).toContain("7 * (charindex(substring(upper(t.[v] collate Latin1_General_100_BIN2), 1, 1), N'0123456789X') - 1)");
    expect(idCard).toContain('% 11 = 1');
    expect(check('tsql', 'email')).toContain("charindex('@', t.[v] collate Latin1_General_100_BIN2) > 1");
  });
  it('Oracle has mod() and regexp_like, and no blanks behind fixed lengths', () => {
    const fixed = badCount('oracle', person, { column: { ...text('v'), dataType: 'CHAR(20)' }, of: 'idCard' })!;
    expect(fixed).toContain(`regexp_like(upper(rtrim(t."v")), '^[1-9]{1}[0-9]{16}[0-9X]{1}$')`);
    expect(fixed).toContain(', 11) = 1');
    expect(fixed).toContain(`mod(7 * (instr('0123456789X', substr(upper(rtrim(t."v")), 1, 1)) - 1)`);
  });
  it('ClickHouse, Trino, Doris and StarRocks use their own functions', () => {
    expect(check('clickhouse', 'idCard')).toContain(`toInt32(position('0123456789X', substr(upper(${column('clickhouse')}), 1, 1)))`);
    expect(check('trino', 'idCard')).toContain(`strpos('0123456789X', substr(upper(t."v"), 1, 1))`);
    for (const dialect of ['doris', 'starrocks'] as const)
      expect(check(dialect, 'mobile')).toContain(`${column(dialect)} regexp '^[1]{1}[3-9]{1}[0-9]{9}$'`);
  });
});

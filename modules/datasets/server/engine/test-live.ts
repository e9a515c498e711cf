import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll } from 'vitest';
import initSqlJs from 'sql.js';
import type { TestApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { multipart } from '#kit/test/multipart.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { field, storeSet } from './test-documents.ts';

export type Row = readonly [
  id: number,
  region: string | null,
  city: string | null,
  status: string | null,
  amount: string | null,
  qty: number | null,
  day: string | null,
  at: string | null,
];
const REGIONS = ['华东', '华北', '华南', null, '西南', '东北', "O'Neil", '100%', 'a_b!'];
const CITIES = ['上海', '北京', '广州', '成都', '重庆', '阿坝', '张家口', null, '遵义'];

/** Rows that hold what servers see differently: gaps, edges of years and months, leap days, decimals, names in Chinese. */
export const ROWS: readonly Row[] = Array.from({ length: 720 }, (_, i): Row => {
  const day = new Date(Date.UTC(2023, 11, 25) + i * 36 * 3_600_000 * (i % 50 === 0 ? 1.01 : 1));
  const text = day.toISOString().slice(0, 10);
  return [
    i + 1,
    REGIONS[i % REGIONS.length]!,
    CITIES[(i * 5) % CITIES.length]!,
    ['0', '1', '2', null][(i * 7) % 4]!,
    i % 11 === 3 ? null : ((((i * 7919) % 100_000) - 20_000) / 100).toFixed(2),
    i % 13 === 5 ? null : (i * 31) % 17,
    i % 17 === 4 ? null : text,
    i % 19 === 6
      ? null
      : `${text} ${String((i * 7) % 24).padStart(2, '0')}:${String((i * 13) % 60).padStart(2, '0')}:${String((i * 29) % 60).padStart(2, '0')}`,
  ];
});
const literal = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
const insert = `insert into fact values ${ROWS.map((row) => `(${row.map(literal).join(',')})`).join(',')}`;
const lines = `insert into line select id * 10, id, qty from fact where id % 3 <> 0; insert into line select id * 10 + 1, id, 1 from fact where id % 5 = 0`;
const DDL = `create table fact (id int primary key, region varchar(20), city varchar(20), status varchar(2), amount decimal(12, 2), qty int, day date, made TIMESTAMPTYPE);
  ${insert}; create table line (id int primary key, fact_id int, pieces int); ${lines}`;

export const FIELDS = [
  field('id', 'dimension', 'number', { name: '编号' }),
  field('region', 'dimension', 'string', { name: '区域' }),
  field('city', 'dimension', 'string', { name: '城市' }),
  field('status', 'dimension', 'string', { name: '状态' }),
  field('amount', 'measure', 'number', { name: '金额', agg: 'sum' }),
  field('qty', 'measure', 'number', { name: '数量' }),
  field('day', 'dimension', 'date', { name: '日期' }),
  field('made', 'dimension', 'datetime', { name: '时间' }),
  field('price', 'measure', 'number', { name: '均价', expr: 'SUM([金额]) / SUM([数量])' }),
  field('half', 'measure', 'number', { name: '一半', expr: '[数量] / 2' }),
  field('rest', 'measure', 'number', { name: '余数', expr: '[数量] % 5' }),
  field('size', 'dimension', 'string', { name: '大小', expr: "CASE WHEN [金额] >= 500 THEN '大' WHEN [金额] < 0 THEN '负' ELSE '小' END" }),
  field('label', 'dimension', 'string', { name: '全称', expr: "CONCAT([区域], '-', UPPER(IFNULL([城市], '无')))" }),
  field('cut', 'dimension', 'string', { name: '截取', expr: 'IF(LENGTH([城市]) > 2, LEFT([城市], 2), RIGHT([城市], 1))' }),
  field('quarter', 'dimension', 'number', { name: '季', expr: 'QUARTER([日期])' }),
  field('weekday', 'dimension', 'number', { name: '周几', expr: 'WEEKDAY([日期])' }),
  field('hour', 'dimension', 'number', { name: '点', expr: 'HOUR([时间])' }),
  field('later', 'dimension', 'date', { name: '月后', expr: 'ADDDAYS([日期], 30)' }),
  field('age', 'measure', 'number', { name: '天数', expr: "DAYSBETWEEN([日期], '2026-01-01')" }),
  field('rounded', 'measure', 'number', { name: '整', expr: 'ROUND([金额] / 3 + 0.001, 1)' }),
  field('isBig', 'dimension', 'number', { name: '是否大', expr: 'IF([金额] > 300 AND NOT ISNULL([区域]), 1, 0)' }),
  field('isEast', 'dimension', 'number', { name: '含东', expr: "IF(CONTAINS([区域], '东') OR [状态] IN ('1', '2'), 1, 0)" }),
  field('double', 'measure', 'number', { name: '双倍均价', expr: '[均价] * 2 + COUNT() - COUNT()' }),
  field('steps', 'measure', 'number', { name: '阶', expr: 'FLOOR([金额] / 100) + CEIL([金额] / 100) + ABS([数量])' }),
];

export interface Live {
  /** data set by kind of database */
  readonly sets: Map<string, string>;
  readonly sources: Map<string, string>;
}

/** The same rows in a live PostgreSQL, MariaDB, SQLite and DuckDB, registered as sources, with a data set over each. */
export function liveSets(app: TestApp): Live {
  const live: Live = { sets: new Map(), sources: new Map() };
  const postgres = testSource(app, DDL.replace('TIMESTAMPTYPE', 'timestamp'));
  const mariadb = hasMariadb ? startMariadb(DDL.replace('TIMESTAMPTYPE)', 'datetime) character set utf8mb4 collate utf8mb4_bin')) : null;
  const register = async (body: Record<string, unknown>): Promise<string> => {
    const made = await app.admin('POST', '/data/metadata/sources', body);
    if (made.status !== 200) throw new Error(JSON.stringify(made));
    const id = made.data.id as string;
    const done = await synchronised(app, id);
    if (done.isSync !== '2') throw new Error(JSON.stringify(done));
    return id;
  };
  const uploaded = async (name: string, content: Buffer, dbType: string): Promise<string> => {
    const file = await app.admin('POST', '/data/metadata/sources/files', ...multipart(name, content));
    if (file.status !== 200) throw new Error(JSON.stringify(file));
    const fileName = (file.data.fileName ?? file.data) as string;
    return register({ sourceName: name, dbType, status: '1', remark: null, schemas: [], dbSchema: { fileNames: [fileName] } });
  };
  beforeAll(async () => {
    live.sources.set('postgres', await postgres.register());
    if (mariadb)
      live.sources.set(
        'mariadb',
        await register({
          sourceName: '对照 MariaDB',
          dbType: '2',
          status: '1',
          remark: null,
          schemas: [],
          dbSchema: { host: mariadb.host, port: mariadb.port, dbName: mariadb.database, ...mariadb.reader, sid: null, sslMode: 'disable' },
        }),
      );
    const sql = await initSqlJs();
    const database = new sql.Database();
    database.run(DDL.replace('TIMESTAMPTYPE', 'text'));
    live.sources.set('sqlite', await uploaded('fact.db', Buffer.from(database.export()), '9'));
    const folder = mkdtempSync(join(tmpdir(), 'databrain-live-'));
    const instance = await DuckDBInstance.create(join(folder, 'fact.duckdb'));
    const connection = await instance.connect();
    for (const statement of DDL.replace('TIMESTAMPTYPE', 'timestamp').split(/;\s*/)) await connection.run(statement);
    await connection.run('checkpoint');
    connection.closeSync();
    instance.closeSync();
    live.sources.set('duckdb', await uploaded('fact.duckdb', readFileSync(join(folder, 'fact.duckdb')), '21'));
    rmSync(folder, { recursive: true, force: true });
    for (const [kind, sourceId] of live.sources) {
      const table = await app.database.db
        .selectFrom('metadataTable')
        .select(['schemaName', 'tableName'])
        .where('sourceId', '=', sourceId)
        .where('tableName', '=', 'fact')
        .executeTakeFirstOrThrow();
      live.sets.set(
        kind,
        await storeSet(app, {
          sourceId,
          origin: { kind: 'table', table: { schema: table.schemaName, table: table.tableName } },
          fields: FIELDS,
        }),
      );
    }
  }, 240_000);
  return live;
}

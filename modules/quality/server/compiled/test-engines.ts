import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import initSqlJs from 'sql.js';
import { afterAll, describe } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { files, mysql, postgres, setWorkDir, sqlite, type Connection, type SourceAdapter } from '#modules/sources/server/test-adapters.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import type { RuleColumn, RuleTable } from '../../core/index.ts';

/** A table of a test: columns by name with type and kind, and its rows. */
export interface Fixture {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string, kind: RuleColumn['kind']])[];
  readonly key?: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}
/** A running database with the tables of a test. */
export interface Engine {
  readonly quotes: ReturnType<typeof dialectOf>;
  schema(): string;
  ask(text: string): Promise<unknown[][]>;
}

const quoted = (cell: string | number | null): string =>
  cell === null ? 'null' : typeof cell === 'number' ? String(cell) : `'${cell.replaceAll("'", "''")}'`;
const ddlOf = ({ name, columns, rows }: Fixture, moment: string): string =>
  `create table ${name} (${columns.map(([column, type]) => `${column} ${type === 'timestamp' ? moment : type}`).join(', ')});` +
  (rows.length > 0 ? `insert into ${name} values ${rows.map((row) => `(${row.map(quoted).join(', ')})`).join(', ')};` : '');

/** The table of a fixture as rules see it. */
export const tableOf = (fixture: Fixture, schema: string): RuleTable => ({
  id: fixture.name,
  schema,
  name: fixture.name,
  comment: null,
  key: fixture.key ?? null,
  columns: fixture.columns.map(([name, dataType, kind]) => ({ id: name, name, comment: null, dataType, kind })),
});

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

function engineOf(adapter: SourceAdapter, connect: () => Connection, schema: () => string): Engine {
  let pool: ReturnType<SourceAdapter['pool']> | undefined;
  afterAll(() => pool?.close());
  return {
    quotes: dialectOf(adapter.dialect),
    schema,
    async ask(text) {
      pool ??= adapter.pool(connect());
      const result = await pool.open({ text, params: [], searchPath: [], timeoutMs: 60_000, signal: new AbortController().signal });
      const rows: unknown[][] = [];
      // sources answer in portions
      for (let part = await result.read(1000); part.length > 0; part = await result.read(1000)) rows.push(...part);
      await result.close();
      return rows;
    },
  };
}

/** Says the tests once for each kind of database that runs here: PostgreSQL, MariaDB, DuckDB over a file, SQLite. */
export function onEngines(fixtures: readonly Fixture[], tests: (engine: Engine) => void): void {
  const ddlWith = (moment: string) => fixtures.map((fixture) => ddlOf(fixture, moment)).join('\n');
  const folder = mkdtempSync(join(tmpdir(), 'databrain-quality-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('PostgreSQL', () => {
    const app = startApp();
    const source = testSource(app, ddlWith('timestamp'));
    const connect = (): Connection => {
      const { host, port, dbName, username, password } = source.body().dbSchema as Record<string, string>;
      return { ...none, host: host!, port: Number(port), database: dbName!, username: username!, password: password! };
    };
    tests(engineOf(postgres, connect, () => 'public'));
  });
  describe.runIf(hasMariadb)('MariaDB', () => {
    const mariadb = startMariadb(ddlWith('datetime'));
    const connect = (): Connection => ({ ...none, host: mariadb.host, port: mariadb.port, database: mariadb.database, ...mariadb.reader });
    tests(engineOf(mysql, connect, () => mariadb.database));
  });
  describe('DuckDB', () => {
    setWorkDir(folder);
    const path = join(folder, 'made.bin');
    const ready = (async () => {
      const instance = await DuckDBInstance.create(path);
      const connection = await instance.connect();
      await connection.run(ddlWith('timestamp'));
      connection.closeSync();
      instance.closeSync();
    })();
    const given = [{ fileName: 'made.bin', originalName: '库.duckdb', path }];
    const engine = engineOf(
      files,
      () => ({ ...none, files: given }),
      () => 'main',
    );
    tests({ ...engine, ask: async (text) => (await ready, engine.ask(text)) });
  });
  describe('SQLite', () => {
    const path = join(folder, 'a.db');
    const ready = (async () => {
      const database = new (await initSqlJs()).Database();
      database.run(ddlWith('timestamp'));
      writeFileSync(path, database.export());
    })();
    const engine = engineOf(
      sqlite,
      () => ({ ...none, files: [{ fileName: 'a.db', originalName: 'a.db', path }] }),
      () => 'main',
    );
    tests({ ...engine, ask: async (text) => (await ready, engine.ask(text)) });
  });
}

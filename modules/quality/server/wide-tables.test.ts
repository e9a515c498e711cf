import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

const RULES = 70;

/** Rules of one table that ask more than 60 different numbers. */
function manyRules(register: () => Promise<string>, app: ReturnType<typeof startApp>): void {
  const calls = new QualityCalls(app);
  beforeAll(async () => {
    calls.sourceId = await register();
  }, 120_000);

  it('are two statements, and each rule has its result', async () => {
    const ids: string[] = [];
    for (let length = 1; length <= RULES; length++)
      ids.push(await calls.make(app.admin, 'wide', 'name', 'accuracy_key_length', { config: { accuracy: { maxLength: length } } }));
    const history = () =>
      app.database.db.selectFrom('metadataSqlHistory').select('sqlText').where('purpose', '=', 'quality').orderBy('id').execute();
    const { ended, of } = await calls.run(app.admin, ...ids);
    expect(ended.state).toBe('done');
    // one row of each length from 1 to 100
    expect(ids.map((id) => of(id).checkErrorCount)).toEqual(Array.from({ length: RULES }, (_, i) => 100 - (i + 1)));
    const texts = (await history()).map(({ sqlText }) => sqlText);
    expect(texts).toHaveLength(2);
    const expressions = texts.map((text) => [...text.matchAll(/ as c\d+/g)].length);
    expect(Math.max(...expressions)).toBeLessThanOrEqual(60);
    // rows, values that are there, and one number per rule; what both ask stands in both
    expect(expressions.reduce((sum, n) => sum + n, 0)).toBe(RULES + 4);
  }, 120_000);
}

describe('rules of one table on PostgreSQL', () => {
  const app = startApp();
  const source = testSource(app, `create table wide as select g as id, repeat('x', g) as name from generate_series(1, 100) g`);
  manyRules(() => source.register(), app);
});
describe.runIf(hasMariadb)('rules of one table on MariaDB', () => {
  const app = startApp();
  const mariadb = startMariadb(`create table wide as select seq as id, cast(repeat('x', seq) as char(100)) as name from seq_1_to_100`);
  manyRules(async () => {
    const { host, port, database: dbName } = mariadb;
    const dbSchema = { host, port, dbName, ...mariadb.reader, sid: null, sslMode: 'disable' };
    const made = await app.admin('POST', '/data/metadata/sources', {
      sourceName: '宽表库',
      dbType: '2',
      status: '1',
      remark: null,
      schemas: [dbName],
      dbSchema,
    });
    expect(made.status, made.msg).toBe(200);
    await synchronised(app, made.data.id);
    return made.data.id as string;
  }, app);
});

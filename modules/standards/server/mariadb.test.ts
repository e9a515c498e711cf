import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { synchronised } from '#modules/sources/server/test-source.ts';

describe.runIf(hasMariadb)('a source on MariaDB', () => {
  const app = startApp();
  const rows = Array.from(
    { length: 40 },
    (_, n) => `(${n}, '1380000${String(n).padStart(4, '0')}', '${n < 2 ? '未知' : n % 2 === 0 ? '1' : '2'}', ${n})`,
  );
  const mariadb = startMariadb(`
    create table staff (id int primary key, mobile text comment '手机号码', gender varchar(10) comment '性别', score int);
    insert into staff values ${rows.join(', ')}`);
  let S = '';
  let T = '';
  const columns = new Map<string, string>();

  beforeAll(async () => {
    const { host, port, database: dbName } = mariadb;
    const dbSchema = { host, port, dbName, ...mariadb.reader, sid: null, sslMode: 'disable' };
    const body = { sourceName: '人事库', dbType: '2', status: '1', remark: null, schemas: [dbName], dbSchema };
    const made = await app.admin('POST', '/data/metadata/sources', body);
    expect(made.status, made.msg).toBe(200);
    S = made.data.id;
    await synchronised(app, S);
    const found = await app.database.db
      .selectFrom('metadataColumn')
      .select(['id', 'tableId', 'columnName'])
      .where('sourceId', '=', S)
      .execute();
    for (const { id, columnName, tableId } of found) {
      columns.set(columnName, id);
      T = tableId;
    }
  }, 120_000);

  it('values are collected with their rows and mapped', async () => {
    const body = { sourceId: S, tableId: T, columnId: columns.get('gender'), gbTypeId: 'gb_2261_1' };
    const { id } = (await app.admin('POST', '/data/standard/contrasts', body)).data;
    expect((await app.admin('POST', `/data/standard/contrastDicts/collect/${id}`)).data).toMatchObject({
      values: 3,
      rowCount: 40,
      nullCount: 0,
    });
    expect((await app.admin('POST', `/data/standard/mappings/auto/${id}`)).data).toMatchObject({ mapped: 2, proposed: 1 });
  });

  it('bound columns are contrasted with what MariaDB measures', async () => {
    const bind = async (column: string, elementCode: string, more: object) => {
      const element = { elementCode, elementName: elementCode, elementNameEn: column, dataType: 'varchar', ...more };
      const { id: elementId } = (await app.admin('POST', '/data/standard/elements', element)).data;
      expect((await app.admin('POST', `/data/standard/elements/${elementId}/submit`)).status).toBe(200);
      const id = app.node.app.ids.next();
      const proposal = { id, sourceId: S, tableId: T, columnId: columns.get(column)!, elementId, score: '0.9', reasons: '[]' };
      await app.database.db.insertInto('standardProposal').values(proposal).execute();
      expect((await app.admin('POST', '/data/standard/proposals/decide', { ids: [id], decision: 'accept' })).status).toBe(200);
    };
    await bind('mobile', 'MOBILE', { dataLength: '11', classId: 'mobile' });
    await bind('gender', 'GENDER', { gbTypeId: 'gb_2261_1' });
    await bind('score', 'SCORE', { dataType: 'integer', valueRange: '0..100' });
    expect((await app.admin('POST', '/data/standard/contrasts/run', { sourceId: S })).data).toMatchObject({
      checked: 3,
      measured: 1,
      left: 0,
    });
    const { data } = (await app.admin('GET', `/data/standard/bindings/page?sourceId=${S}`)).data;
    const states = Object.fromEntries(data.map((row: { columnName: string; state: string }) => [row.columnName, row.state]));
    expect(states).toEqual({ mobile: 'conform', gender: 'bad', score: 'conform' });
    const gender = data.find((row: { columnName: string }) => row.columnName === 'gender');
    expect(gender.results).toContainEqual({ attribute: 'codes', isConform: false, rows: 2, say: '有取值不在GB/T 2261.1-2003内' });
  });
});

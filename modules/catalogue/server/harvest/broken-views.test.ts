import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { lineageTaken, sealColumns, synchronised } from '#modules/sources/server/test-source.ts';

describe.runIf(hasMariadb)('views of MariaDB whose base column is gone', () => {
  const app = startApp();
  const mariadb = startMariadb(`
    create table customer (id int primary key, name varchar(50), phone varchar(20));
    insert into customer values (1, '张三', '13812345678');
    create view contacts as select id, name, phone from customer;
    create view over_it as select id, phone from contacts`);
  let id = '';
  const table = async (tableName: string) => {
    const { data } = await app.admin('GET', `/data/metadata/tables/page?sourceId=${id}&tableName=${tableName}`);
    const row = data.data.find((one: { tableName: string }) => one.tableName === tableName);
    return row ? (await app.admin('GET', `/data/metadata/tables/${row.id}`)).data : undefined;
  };
  const changes = async (tableId: string) =>
    (await app.admin('GET', `/data/metadata/changeRecords/page?tableId=${tableId}`)).data.data as Record<string, unknown>[];

  beforeAll(async () => {
    const { host, port, database: dbName } = mariadb;
    const made = await app.admin('POST', '/data/metadata/sources', {
      sourceName: '客户库',
      dbType: '2',
      status: '1',
      remark: null,
      schemas: [],
      dbSchema: { host, port, dbName, ...mariadb.owner, sid: null, sslMode: 'disable' },
    });
    expect(made.status, made.msg).toBe(200);
    id = made.data.id;
    await synchronised(app, id);
    await lineageTaken(app);
    await sealColumns(app, id, 'phone');
  }, 120_000);

  test('they stay with their columns and levels, are shown as broken with the reason, and come back when mended', async () => {
    const before = await table('contacts');
    expect(before).toMatchObject({ brokenReason: null, columnCount: 3 });
    await mariadb.sql('alter table customer drop column name');
    const unread = await app.admin('POST', `/data/metadata/tables/${before.id}/sample`, { limit: 5 });
    expect(unread).toMatchObject({ status: 422, error: 'rule.broken', msg: expect.stringMatching(/视图已失效：.*请联系数据库负责人/) });
    await synchronised(app, id);
    await lineageTaken(app);
    const broken = await table('contacts');
    expect(broken.missingParts).toEqual([`${mariadb.database}.customer.name`]);
    expect((await table('over_it')).missingParts).toEqual([`${mariadb.database}.contacts`]);
    expect(broken.brokenReason).toContain('invalid');
    expect(broken).toMatchObject({ id: before.id, columnCount: 3, viewSql: before.viewSql });
    expect(broken.columns.map((column: { columnName: string; level: string | null }) => [column.columnName, column.level])).toEqual([
      ['id', null],
      ['name', null],
      ['phone', 'L3'],
    ]);
    expect((await table('over_it')).brokenReason).toContain('invalid');
    expect((await changes(before.id)).map(({ changeKind, fieldName, fieldOldValue }) => [changeKind, fieldName, fieldOldValue])).toEqual([
      ['changed', 'brokenReason', null],
    ]);
    // as long as nothing else happens nothing is written again
    const { runs } = await synchronised(app, id);
    expect(runs[0]).toMatchObject({ state: 'done', changed: 0, removed: 0 });
    expect((await table('contacts')).updateTime).toBe(broken.updateTime);

    await mariadb.sql('alter table customer add column name varchar(50) after id');
    await synchronised(app, id);
    await lineageTaken(app);
    const repaired = await table('contacts');
    expect(repaired).toMatchObject({ id: before.id, brokenReason: null, columnCount: 3 });
    expect(repaired.columns.find((column: { columnName: string }) => column.columnName === 'phone').level).toBe('L3');
    expect((await changes(before.id)).map(({ fieldName, fieldNewValue }) => [fieldName, fieldNewValue])[0]).toEqual(['brokenReason', null]);
  }, 120_000);

  test('one that is dropped is gone, and one that was never in order is listed with its reason', async () => {
    await mariadb.sql(`create table short_lived (a int); create view orphan as select a from short_lived; drop table short_lived;
      drop view over_it`);
    await synchronised(app, id);
    expect(await table('over_it')).toBeUndefined();
    expect(await table('orphan')).toMatchObject({ tableKind: 'view', columnCount: 0, brokenReason: expect.stringContaining('invalid') });
  }, 120_000);
});

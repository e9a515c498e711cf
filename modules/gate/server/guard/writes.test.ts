import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { sealColumns, synchronised, testSource } from '#modules/sources/server/test-source.ts';

const PHONE = '13812345678';
const TABLES = `
  create table customer (id int primary key, name varchar(50) not null, phone varchar(20), city varchar(20));
  insert into customer values (1, '张三', '${PHONE}', '杭州'), (2, '李四', '13987654321', '北京'),
    (3, '王五', '${PHONE}', '上海');
  create table plain (a int primary key, v varchar(200));
  insert into plain values (1, 'x'), (2, 'y')`;

/** Changes that take a masked value along, or whose number of rows tells about it. */
const ATTACKS = [
  'insert into plain select id + 10, phone from customer',
  'insert into plain (a, v) select id + 10, reverse(phone) from customer',
  'insert into plain values (3, (select phone from customer where id = 1))',
  'insert into plain select c.id + 10, x.p from customer c join (select id, phone p from customer) x on x.id = c.id',
  'insert into plain select id + 10, name from customer order by phone limit 1',
  `insert into plain select id + 10, name from customer where phone = '${PHONE}'`,
  'update customer set name = phone',
  "update customer set name = concat('a', phone) where id = 1",
  'update plain set v = (select phone from customer where id = 1)',
  "update customer set city = case when phone like '1%' then '1' else '2' end",
  "update plain set v = 'z' where exists (select 1 from customer where phone like '138%')",
  "update customer set city = 'x' where phone like '138%'",
  `update customer set city = 'x' where phone = '${PHONE}'`,
  "delete from customer where phone > '138'",
  "delete from plain where a in (select id from customer where phone like '%8')",
];
const OF_POSTGRES = [
  'update plain set v = c.phone from customer c where c.id = plain.a',
  'delete from plain using customer c where c.phone like plain.v',
  'insert into plain select id + 10, c::text from customer c',
  'insert into plain select id + 10, to_json(c)::text from customer c',
  "update customer set name = 'x' where id = 1 returning phone",
  'insert into plain table customer',
  'insert into plain with q as (select * from customer) select id + 10, phone from q',
];
const OF_MARIADB = [
  'replace into plain select id + 10, phone from customer',
  'replace into plain set a = 3, v = (select max(phone) from customer)',
  'insert into plain set a = 3, v = (select max(phone) from customer)',
  'update plain p join customer c on c.id = p.a set p.v = c.phone',
  "update plain p join customer c on c.phone = p.v set p.v = 'found'",
  "update plain p, customer c set p.v = c.city where c.phone like '138%'",
  'delete p from plain p join customer c on c.phone > p.v',
  'insert into plain (a, v) select 1, city from customer on duplicate key update v = (select phone from customer where id = 1)',
  'insert into plain (a, v) select c.id, c.city from customer c on duplicate key update v = c.phone',
  "insert into customer (id, name) values (1, 'x') on duplicate key update name = phone",
  "insert into customer (id, name) values (1, 'x') on duplicate key update customer.city = customer.phone",
  'update customer set city = PHONE',
  "update customer set city = 'x' order by phone limit 1",
  'delete from customer order by phone desc limit 1',
];

const app = startApp();
let keys = 0;

/** Who may change data and sees nothing in the clear; with everything an answer holds. */
async function writerOf(
  sourceId: string,
): Promise<{ send: Send; id: string; run: (sqlText: string, confirmed?: boolean) => ReturnType<Send> }> {
  const user = await app.make.user({
    perms: ['metadata:sqlconsole:run', 'metadata:sqlconsole:write', 'metadata:datasource:edit'],
    dataScope: '1',
  });
  const send = app.as(user.token);
  return {
    send,
    id: user.id,
    run: (sqlText, confirmed = false) => send('POST', '/data/console/sql/run', { sqlKey: `w${++keys}`, sourceId, sqlText, confirmed }),
  };
}
/** The promises that hold on every server. */
function promises(of: () => { sourceId: string; rows: (text: string) => Promise<unknown[]>; attacks: readonly string[] }) {
  test('a change that reads what its author may not see is refused, asked or confirmed, for everybody', async () => {
    const { sourceId, rows, attacks } = of();
    const state = async () =>
      JSON.stringify([await rows('select * from customer order by id'), await rows('select * from plain order by a')]);
    const before = await state();
    const writer = await writerOf(sourceId);
    const admin = (sqlText: string, confirmed: boolean) =>
      app.admin('POST', '/data/console/sql/run', { sqlKey: `w${++keys}`, sourceId, sqlText, confirmed });
    for (const attack of attacks)
      for (const answer of [await writer.run(attack), await writer.run(attack, true), await admin(attack, true)]) {
        expect([attack, answer.status, answer.error]).toEqual([attack, 422, 'gate.refused']);
        expect(answer.raw.toString(), attack).not.toContain('3987654');
      }
    expect(await state()).toBe(before);
  }, 90_000);

  test('a change that writes a sensitive column without reading it goes on, and errors do not quote what is hidden', async () => {
    const { sourceId, rows } = of();
    const { run } = await writerOf(sourceId);
    const works = [
      "insert into customer (id, name, phone) values (7, '新', '13700000000')",
      "update customer set phone = '13700000001' where id = 7",
      'insert into plain select id + 100, city from customer where id < 3',
      'update plain set v = (select name from customer where id = 1) where a = 101',
      'delete from customer where id = 7',
    ];
    for (const text of works) {
      const answer = await run(text, true);
      expect([text, answer.data?.[0]?.success, answer.msg]).toEqual([text, true, '操作成功']);
    }
    await rows('create unique index together on customer (city, phone)');
    for (const text of [
      "update customer set city = '杭州' where id = 3",
      'update customer set id = 1 where id = 2',
      'insert into customer (id, name) values (1, null)',
    ]) {
      const answer = await run(text);
      expect([text, answer.status, answer.data?.[0]?.success]).toEqual([text, 200, false]);
      expect(answer.raw.toString(), text).not.toMatch(/13812345678|13987654321/);
    }
  }, 60_000);

  test('who may see the column in the clear may use it', async () => {
    const { sourceId, rows } = of();
    const { id, run } = await writerOf(sourceId);
    const table = await app.database.db
      .selectFrom('metadataTable')
      .select('id')
      .where('sourceId', '=', sourceId)
      .where('tableName', '=', 'customer')
      .executeTakeFirstOrThrow();
    const made = await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: id,
      objectType: 'table',
      objectId: table.id,
      actions: ['unmask'],
    });
    expect(made.status).toBe(200);
    expect((await run('update plain set v = (select phone from customer where id = 1) where a = 1', true)).data[0].success).toBe(true);
    expect(await rows('select v from plain where a = 1')).toEqual([{ v: PHONE }]);
  });
}

describe('PostgreSQL', () => {
  const source = testSource(app, TABLES);
  let sourceId = '';
  beforeAll(async () => {
    sourceId = await source.register();
    await source.sql(`grant insert, update, delete on customer, plain to ${source.reader}`);
    await sealColumns(app, sourceId, 'phone');
  });
  promises(() => ({ sourceId, rows: async (text) => (await source.sql(text)).rows, attacks: [...ATTACKS, ...OF_POSTGRES] }));
});

describe.runIf(hasMariadb)('MariaDB', () => {
  const mariadb = startMariadb(TABLES);
  let sourceId = '';
  beforeAll(async () => {
    const made = await app.admin('POST', '/data/metadata/sources', {
      sourceName: '可写 MariaDB',
      dbType: '2',
      status: '1',
      remark: null,
      schemas: [],
      dbSchema: { host: mariadb.host, port: mariadb.port, dbName: mariadb.database, ...mariadb.owner, sid: null, sslMode: 'disable' },
    });
    sourceId = made.data.id;
    await synchronised(app, sourceId);
    await sealColumns(app, sourceId, 'phone');
  }, 120_000);
  promises(() => ({ sourceId, rows: (text) => mariadb.sql(text), attacks: [...ATTACKS, ...OF_MARIADB] }));
});

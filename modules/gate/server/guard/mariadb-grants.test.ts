import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { synchronised } from '#modules/sources/server/test-source.ts';

const PHONES = ['13812345678', '13987654321', '13711112222'];
const CARDS = ['11010519491231002X', '440524188001010014', '11010519491231002X'];

/** What a person of 杭州 must never see of the others. */
const HIDDEN_ROW = /李四|北京|4405241880|13987654321/;

describe.runIf(hasMariadb)('grants on a live MariaDB', () => {
  const app = startApp();
  const mariadb = startMariadb(`
    create table Customer (Id int primary key, Name varchar(50), Phone varchar(20), idCard varchar(20), city varchar(20));
    insert into Customer values (1, '张三', '${PHONES[0]}', '${CARDS[0]}', '杭州'), (2, '李四', '${PHONES[1]}', '${CARDS[1]}', '北京'),
      (3, '王五', '${PHONES[2]}', '${CARDS[2]}', '杭州');
    create table orders (oid int primary key, cid int, amt int, note varchar(50));
    insert into orders values (10, 1, 5, 'a'), (11, 2, 7, 'b'), (12, 3, 9, 'c');
    create table secret (x int); insert into secret values (424242)`);
  let id = '';
  let keys = 0;
  const tables: Record<string, string> = {};
  const columns: Record<string, string> = {};
  const run = (call: Send, sqlText: string) => call('POST', '/data/console/sql/run', { sqlKey: `mg${++keys}`, sourceId: id, sqlText });
  const grant = async (subjectId: string, over: Record<string, unknown>) => {
    const made = await app.admin('POST', '/data/metadata/authorizes', { subjectType: 'user', subjectId, actions: ['query'], ...over });
    expect(made.msg).toBe('操作成功');
    return made.data.id as string;
  };
  const person = async () => {
    const user = await app.make.user({
      perms: ['metadata:sqlconsole:run', 'metadata:sqlconsole:list', 'metadata:sqlconsole:export'],
      dataScope: '5',
    });
    return { id: user.id, call: app.as(user.token) };
  };
  const rowsOf = async (call: Send, text: string) => {
    const answer = await run(call, text);
    if (answer.status !== 200 || !answer.data[0].success) throw new Error(`${text}: ${answer.raw.toString()}`);
    return (answer.data[0].dataList as object[]).map((row) => Object.values(row).map(String));
  };

  beforeAll(async () => {
    const made = await app.admin('POST', '/data/metadata/sources', {
      sourceName: '授权 MariaDB',
      dbType: '2',
      status: '1',
      remark: null,
      schemas: [],
      dbSchema: { host: mariadb.host, port: mariadb.port, dbName: mariadb.database, ...mariadb.reader, sid: null, sslMode: 'disable' },
    });
    id = made.data.id;
    await synchronised(app, id);
    const { db } = app.database;
    for (const row of await db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', id).execute())
      tables[row.tableName] = row.id;
    for (const row of await db.selectFrom('metadataColumn').select(['id', 'columnName']).where('sourceId', '=', id).execute())
      columns[row.columnName] = row.id;
    await app.admin('POST', '/data/metadata/classes/columns', { columnIds: [columns['Phone']], classId: 'mobile', level: 'L4' });
    await app.admin('POST', '/data/metadata/classes/columns', { columnIds: [columns['idCard']], classId: 'id_card', level: null });
  }, 120_000);

  describe('rows', () => {
    let me!: Awaited<ReturnType<typeof person>>;
    beforeAll(async () => {
      me = await person();
      await grant(me.id, { objectType: 'table', objectId: tables['Customer'], rowFilter: "city = '杭州'" });
      await grant(me.id, { objectType: 'table', objectId: tables['orders'] });
    });
    test.each([
      'select id from Customer order by id',
      'select C.ID from Customer C order by 1',
      'select c.id from Customer as c order by 1',
      'select `Customer`.`Id` from `Customer` order by 1',
      'select id from (select * from Customer) q order by id',
      'select id from ((select * from Customer)) q order by id',
      'with x as (select * from Customer) select id from x order by 1',
      'select Customer.id from Customer, orders where cid = Customer.id order by 1',
      'select a.id from Customer a join Customer b on a.id = b.id order by 1',
      'select a.id from Customer a natural join (select id from Customer) b order by 1',
      'select id from Customer join (select id from Customer) b using (id) order by 1',
      'select id from Customer where id in (select id from Customer) order by 1',
      'select id from Customer union select id from Customer order by 1',
      'select id from Customer intersect select id from Customer order by 1',
      '(select id from Customer) order by 1',
      "select id from Customer where city = '北京' or true order by 1",
      "select id from Customer where (city = '北京') or (1 = 1) -- '\n order by 1",
      'select (select min(c.id) from Customer c where c.id = o.cid) id from orders o where exists (select 1 from Customer c where c.id = o.cid) order by 1',
      'with recursive r as (select id from Customer union select id from r) select id from r order by 1',
      'select straight_join id from Customer order by id',
      'select id from Customer where 1 / (id - 2) is not null order by id',
      'select distinct id from Customer group by id order by id',
      'select id from Customer limit 5 offset 0',
    ])('%s', async (text) => {
      expect(await rowsOf(me.call, text)).toEqual([['1'], ['3']]);
    });
    test.each([
      'select count(*) n, max(id) m, group_concat(city) c from Customer',
      'select o.oid, c.name from orders o left join Customer c on c.id = o.cid order by 1',
      'select o.oid, c.name from Customer c right join orders o on c.id = o.cid order by 1',
      'explain select * from Customer',
      'explain extended select * from Customer where id = 2',
      'explain format=json select name from Customer where id = 2',
      'select name from Customer where id = 2 having name > 1',
      'select * from Customer where id = 2',
      'select json_arrayagg(name) from Customer',
      'select * from Customer, secret',
      'select * from Customer where (select x from secret) > 1',
      'select * from Customer use index (primary) where id = 2',
      'select * from Customer partition (p0)',
      'select Customer.* from Customer',
      'select (select group_concat(name) from Customer) x',
      'select cast(name as signed), convert(city, date) from Customer where id <> 1',
      'select name from Customer where id = 2 union all select note from orders where oid = 10',
      'select name from Customer for update',
      'select * from Customer except select * from Customer where id in (1, 3)',
      "select 1 from Customer where city = '北京' and exp(id * 1000) > 0",
      "select (select name from Customer where city = '北京' limit 1) x from orders",
      'select name, sum(amt) from orders join Customer on id = cid group by name with rollup',
      'values (1), ((select name from Customer where id = 2))',
    ])('tells nothing of other rows: %s', async (text) => {
      const answer = await run(me.call, text);
      const raw = answer.raw.toString().replaceAll(JSON.stringify(text).slice(1, -1), '');
      expect(raw).not.toMatch(HIDDEN_ROW);
      expect(raw).not.toContain('424242');
      expect([200, 422]).toContain(answer.status);
    });
    test('an export holds the same rows', async () => {
      const other = await person();
      await grant(other.id, { objectType: 'table', objectId: tables['Customer'], actions: ['export'], rowFilter: "city = '杭州'" });
      const answer = await other.call('POST', '/data/console/sql/export', {
        sourceId: id,
        sqlText: 'select * from Customer',
        fileType: 'csv',
      });
      expect(answer.status).toBe(200);
      expect(answer.raw.toString()).toContain('张三');
      expect(answer.raw.toString()).not.toMatch(HIDDEN_ROW);
    });
    test('a name of the person cannot leave its place in the condition', async () => {
      for (const username of ["x' or '1'='1", "x\\' or 1=1 -- ", 'x\\']) {
        const user = await app.make.user({ perms: ['metadata:sqlconsole:run'], dataScope: '5', username: `${username}${++keys}` });
        await grant(user.id, { objectType: 'table', objectId: tables['Customer'], rowFilter: 'name = ${user.username}' });
        expect(await rowsOf(app.as(user.token), 'select id from Customer')).toEqual([]);
      }
    });
  });

  describe('columns', () => {
    let me!: Awaited<ReturnType<typeof person>>;
    beforeAll(async () => {
      me = await person();
      for (const name of ['Id', 'city']) await grant(me.id, { objectType: 'column', objectId: columns[name] });
    });
    test('those that are granted are the table', async () => {
      expect(await rowsOf(me.call, 'select * from Customer order by id')).toEqual([
        ['1', '杭州'],
        ['2', '北京'],
        ['3', '杭州'],
      ]);
      expect(await rowsOf(me.call, 'select a.city from Customer a join Customer b on a.ID = b.id where b.City = "北京"')).toEqual([
        ['北京'],
      ]);
    });
    test.each([
      'select name from Customer',
      'select NAME from Customer',
      'select c.`Name` from Customer c',
      'select id from Customer where name = "张三"',
      'select id from Customer order by name',
      'select id from Customer group by name',
      'select id from Customer c where exists (select 1 from orders where c.name = "x")',
      'select * from Customer a join Customer b using (name)',
      'select id as x from Customer having name = "张三"',
      'select count(name) from Customer',
      'select (select name from Customer limit 1)',
      'select phone from Customer',
      'with q as (select name from Customer) select 1 from q',
      'select id from Customer union select name from Customer',
      'explain select name from Customer',
      'select id, @x := name from Customer',
      'select default(name) from Customer',
      'select values(name) from Customer',
      'select match(name) against ("x") from Customer',
      'select * from orders',
    ])('the others are refused: %s', async (text) => {
      const answer = await run(me.call, text);
      expect([answer.status, answer.error]).toEqual([422, 'gate.refused']);
      expect(answer.raw.toString().replaceAll(JSON.stringify(text).slice(1, -1), '')).not.toMatch(/李四|王五/);
    });
  });

  describe('masks', () => {
    let me!: Awaited<ReturnType<typeof person>>;
    beforeAll(async () => {
      me = await person();
      await grant(me.id, { objectType: 'database', objectId: id, actions: ['query', 'preview', 'export'] });
    });
    test('each class shows its own shape, whatever the letters of the name', async () => {
      for (const text of [
        'select phone, idcard from Customer where id = 1',
        'select PHONE, `IDCARD` from Customer where id = 1',
        'select * from (select Phone, IdCard from Customer limit 1) q',
      ]) {
        const [row] = await rowsOf(me.call, text);
        expect(row![0], text).toMatch(/^138\*+5678$/);
        expect(row![1], text).toMatch(/\*/);
        expect(row![1], text).not.toContain('4912');
      }
    });
    test.each([
      'select concat(phone, idcard) x from Customer',
      'select c.PHONE + 0 x, left(IDCARD, 9) y, right(idCard, 9) z from Customer c',
      'select json_object("p", Phone) x from Customer',
      'select max(phone) from Customer union select name from Customer',
      'select phone as name from Customer union all select name from Customer',
      "select n from (select name n, phone p from Customer union all select 'k', '13812345000') q order by p",
      "select max(n) from (select name n, phone p from Customer union all select 'k', '13812345678') q group by p having count(*) > 1",
      "select name, phone like '138%' x from Customer",
      "select name from Customer where Phone regexp '^138'",
      'select cast(phone as date) x from Customer',
      "select * from Customer where date(phone) = 'x'",
      'select exp(phone) from Customer',
      'select a.phone from Customer a join Customer b on a.phone = concat(b.phone)',
      'explain format=json select * from Customer where phone like "1381%"',
    ])('no value leaves: %s', async (text) => {
      const answer = await run(me.call, text);
      const raw = JSON.stringify(answer.data?.map?.((one: object) => ({ ...one, sql: '' })) ?? answer.msg);
      for (const value of [...PHONES, ...CARDS])
        for (let at = 0; at + 8 <= value.length; at++) expect(raw).not.toContain(value.slice(at, at + 8));
      if (answer.status === 200 && answer.data[0].success)
        expect(answer.data[0].columns.some((column: { masked: boolean }) => column.masked)).toBe(true);
    });
  });
});

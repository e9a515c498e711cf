import { describe, expect, beforeAll, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { adapterOf } from '#modules/sources/server/test-adapters.ts';
import { PHONE, IDCARD, LEAKS, ATTACKS, ATTEMPTS } from './test-mariadb-attacks.ts';
import { sealColumns, synchronised } from '#modules/sources/server/test-source.ts';

const TABLES = `select table_schema, table_name, create_time from information_schema.tables
  where table_schema not in ('information_schema', 'performance_schema', 'sys') order by 1, 2`;

describe.runIf(hasMariadb)('MariaDB behind the gate', () => {
  const app = startApp();
  const mariadb = startMariadb(`
    create table customer (id int primary key, name varchar(50), phone varchar(20), idcard varchar(20), city varchar(20));
    insert into customer values (1, '张三', '${PHONE}', '${IDCARD}', '北京'), (2, '李四', '${PHONE}', '${IDCARD}', '上海');
    create table orders (oid int primary key, cid int, amt int);
    insert into orders values (1, 1, 10), (2, 2, 20);
    create table t (a int primary key, b int);
    insert into t values (1, 1), (2, 2)`);
  let id = '';
  let keys = 0;
  const run = (sqlText: string, more = {}) =>
    app.admin('POST', '/data/console/sql/run', { sqlKey: `m${++keys}`, sourceId: id, sqlText, ...more });
  const connection = () => ({
    host: mariadb.host,
    port: mariadb.port,
    database: mariadb.database,
    ...mariadb.owner,
    sslMode: 'disable' as const,
    sid: null,
    url: null,
    files: [],
  });
  /** Everything that an attack could change. */
  const state = async () =>
    JSON.stringify([
      await mariadb.sql(TABLES),
      await mariadb.sql('select * from t order by a'),
      await mariadb.sql('select count(*) n, sum(crc32(concat(phone, name))) s from customer'),
      await mariadb.sql('select user, host from mysql.user order by 1, 2'),
      await mariadb.sql('select @@global.general_log, @@global.sql_mode, @@global.event_scheduler'),
      await mariadb.sql('select routine_name from information_schema.routines where routine_schema = database()'),
      await mariadb.sql("select load_file('/tmp/databrain_leak') as f"),
    ]);

  beforeAll(async () => {
    const made = await app.admin('POST', '/data/metadata/sources', {
      sourceName: '演示 MariaDB',
      dbType: '2',
      status: '1',
      remark: null,
      schemas: [],
      dbSchema: {
        host: mariadb.host,
        port: mariadb.port,
        dbName: mariadb.database,
        username: mariadb.owner.username,
        password: mariadb.owner.password,
        sid: null,
        sslMode: 'disable',
      },
    });
    expect(made.msg).toBe('操作成功');
    id = made.data.id;
    await synchronised(app, id);
    await sealColumns(app, id, 'phone', 'idcard');
  }, 120_000);

  test('what may not run is refused, and nothing has changed', async () => {
    const before = await state();
    for (const attack of ATTACKS) {
      const answer = await run(attack, { confirmed: true });
      expect([attack, answer.status, answer.error]).toEqual([attack, 422, 'gate.refused']);
      expect(answer.msg, attack).toMatch(/[\u4e00-\u9fff]/);
    }
    expect((await state()) === before).toBe(true);
  }, 120_000);

  test('a sensitive value does not come out, in whatever way it is asked for', async () => {
    const through: string[] = [];
    for (const attempt of ATTEMPTS) {
      const answer = await run(attempt);
      const raw = answer.raw.toString();
      for (const leak of LEAKS) expect(raw, attempt).not.toContain(leak);
      if (answer.status === 422) continue;
      const [result] = answer.data;
      if (!result.success) continue;
      through.push(attempt);
      expect(
        result.columns.some((column: { masked: boolean }) => column.masked),
        attempt,
      ).toBe(true);
    }
    // a gate that refuses everything is none
    expect(through.length).toBeGreaterThan(8);
  }, 120_000);

  test.each([
    "select id, 1 as s from customer where phone = '13812345678'",
    "select id from customer where phone in ('13812345678', '2')",
    "select id from customer where id = 1 and idcard < '2'",
    'select 1 from customer c join t on t.a <= substr(c.phone, 1, 3) where c.id = 1',
    'select id from customer order by phone desc limit 1',
    'select min(id) from customer group by phone order by phone desc',
    'select distinct phone from customer',
    "select cast(phone as decimal(65)) * (case when phone like '138%' then 1e308 else 1 end) from customer",
    "select sleep(case when phone like '138%' then 2 else 0 end) from customer",
    'select phone as name, id from customer order by name',
    'select id from customer where phone <=> null',
  ])('nothing is chosen, sorted, grouped or computed by a masked value: %s', async (text) => {
    const answer = await run(text);
    expect([answer.status, answer.error]).toEqual([422, 'gate.refused']);
    expect(answer.msg).toMatch(/的字段“(phone|idcard)”对您已脱敏，不能用在/);
  });

  test('ordinary work goes on', async () => {
    const works: [string, unknown[]][] = [
      ['select Id, NAME as n from customer where id = 1', [{ Id: 1, n: '张三' }]],
      ['select city, count(*) as n from customer group by city having n >= 1 order by city limit 0, 1', [{ city: '上海', n: '1' }]],
      ["select date_format('2026-01-02', '%Y/%m') as m, if(1, \"a'b\", 'c') as s, 7 div 2 as d", [{ m: '2026/01', s: "a'b", d: 3 }]],
      ["select group_concat(name order by id separator '、') as names from customer", [{ names: '张三、李四' }]],
      ['with recursive r as (select 1 as n union all select n + 1 from r where n < 3) select sum(n) as s from r -- 求和', [{ s: '6' }]],
      ['select c.name, o.amt from customer c join orders o on o.cid = c.id and o.amt > 10', [{ name: '李四', amt: 20 }]],
      ['select name from customer where phone is not null and id = 2', [{ name: '李四' }]],
      ['select count(phone) as n, count(distinct phone) as d, sum(phone is null) as m from customer', [{ n: '2', d: '1', m: '0' }]],
      ["select timestampdiff(day, '2026-01-01', '2026-01-03') as d, 'a\\'b' as e from dual", [{ d: '2', e: "a'b" }]],
      ['select name, row_number() over (order by id) as n from customer limit 1', [{ name: '张三', n: '1' }]],
    ];
    for (const [text, rows] of works) {
      const answer = await run(text);
      expect([text, answer.status, answer.data?.[0]?.error ?? answer.msg]).toEqual([text, 200, expect.anything()]);
      expect(answer.data[0].success, text).toBe(true);
      expect(
        answer.data[0].dataList.map((row: object) => Object.values(row).map(String)),
        text,
      ).toEqual(rows.map((row) => Object.values(row as object).map(String)));
    }
    for (const text of ['explain select name from customer where id = 1', 'explain format=json select a from t']) {
      const answer = await run(text);
      expect([text, answer.data?.[0]?.success]).toEqual([text, true]);
    }
  }, 60_000);

  test('data is changed only after confirmation, by every kind of changing statement', async () => {
    const works: [string, number][] = [
      ['insert into t (a, b) values (3, 3)', 1],
      ['insert into t set a = 4, b = (select max(amt) from orders)', 1],
      ['replace into t (a, b) values (4, 5)', 2],
      ['insert into t (a, b) values (4, 6) on duplicate key update b = values(b)', 2],
      ['update t join orders o on o.oid = t.a set t.b = o.amt', 2],
      ['delete t from t join orders o on o.oid = t.a where o.amt = 20', 1],
      ['delete from t where a in (3, 4) order by a limit 2', 2],
    ];
    for (const [text, count] of works) {
      const before = await mariadb.sql('select * from t order by a');
      const asked = await run(text);
      expect([text, asked.status, asked.data?.count]).toEqual([text, 409, count]);
      expect(await mariadb.sql('select * from t order by a')).toEqual(before);
      const done = await run(text, { confirmed: true });
      expect([text, done.data?.[0]?.success]).toEqual([text, true]);
      expect(await mariadb.sql('select * from t order by a')).not.toEqual(before);
    }
    expect(await mariadb.sql('select * from t')).toEqual([{ a: 1, b: 10 }]);
  }, 60_000);

  test('who sleeps ends at the time limit', async () => {
    const pool = (await adapterOf('2')).pool(connection());
    const request = { params: [], searchPath: [mariadb.database], timeoutMs: 300, signal: new AbortController().signal };
    const started = performance.now();
    await expect(pool.open({ ...request, text: 'select sleep(3600)' })).rejects.toMatchObject({ kind: 'timeout' });
    expect(performance.now() - started).toBeLessThan(15_000);
    await pool.close();
    expect((await app.admin('POST', '/data/console/sql/check', { sourceId: id, sqlText: 'select sleep(3600)' })).data.errors).toEqual([]);
  }, 30_000);
});

import { describe, expect, beforeAll, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { until } from '#kit/test/until.ts';
import { adapterOf } from '../adapter/index.ts';

const PHONE = '13812345678';
const IDCARD = '110101199003071234';
/** The sensitive values and what they look like reversed, in base 16 and in base 64. */
const LEAKS = [PHONE, IDCARD].flatMap((value) => [
  value,
  [...value].reverse().join(''),
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('hex').toUpperCase(),
  Buffer.from(value).toString('base64').slice(0, 12),
]);

/** Everything here is refused with nothing changed, for the administrator too, and though the account of the source may do all of it. */
const ATTACKS = [
  // definitions in every disguise
  'drop table t',
  '/*!50000 drop table t */',
  '/*! drop table t */',
  '/*M!100000 drop table t */',
  'select 1; /*!50000 drop table t */',
  'select /*!50000 1; drop table t */ 1',
  'select 1 /* /*! */; drop table t -- */',
  '/*/ drop table t /*/ select 1',
  'create table leak as select * from customer',
  'create table leak select * from customer',
  'create temporary table leak as select * from customer',
  'create or replace table t as select 1 as a',
  'create view leak as select * from customer',
  'create database leak',
  'create function leak() returns int return 1',
  'create trigger leak before insert on t for each row set new.a = 1',
  "create user leak identified by 'x'",
  'alter table t add column leak int',
  'rename table t to leak',
  'truncate table t',
  'truncate t',
  'grant all on *.* to current_user',
  'analyze table t',
  'optimize table t',
  'check table t',
  'repair table t',
  'flush tables',
  'reset query cache',
  'purge binary logs',
  // reading into somewhere
  "select * from customer into outfile '/tmp/databrain_leak'",
  "select * into outfile '/tmp/databrain_leak' from customer",
  "select phone from customer limit 1 into dumpfile '/tmp/databrain_leak'",
  'select phone from customer limit 1 into @leak',
  'select phone into @leak from customer limit 1',
  "(select * from customer into outfile '/tmp/databrain_leak')",
  "select * from customer union select * from customer into outfile '/tmp/databrain_leak'",
  "load data infile '/etc/passwd' into table t",
  "load data local infile '/etc/passwd' into table t",
  "load xml infile '/etc/passwd' into table t",
  // files, network, other sessions
  "select load_file('/etc/passwd')",
  "select LOAD_FILE ('/etc/passwd')",
  "select `load_file`('/etc/passwd')",
  "select a from t where load_file('/etc/passwd') is null",
  "select a from t order by load_file('/etc/passwd')",
  "select benchmark(1000000000, md5('x'))",
  "select get_lock('a', 1)",
  "select release_lock('a')",
  "select is_used_lock('a')",
  'select release_all_locks()',
  "select sys_exec('id')",
  "select sys_eval('id')",
  "select master_pos_wait('x', 1)",
  'select uuid_short()',
  'select last_insert_id(5)',
  'select nextval(s)',
  "select name_const('a', 1)",
  'select my_function(1)',
  'select mysql.my_function(1)',
  'kill 1',
  'kill query 1',
  'shutdown',
  "install plugin x soname 'y'",
  "install soname 'ha_connect'",
  // changes hidden in reads
  'with d as (delete from t) select 1',
  'with d as (select 1) delete from t',
  'with d as (select 1) update t set a = 9',
  'explain delete from t',
  'explain analyze delete from t',
  'explain format=json update t set a = 9',
  'analyze delete from t',
  'analyze format=json delete from t',
  'analyze select * from t',
  'explain for connection 1',
  'describe customer',
  'desc t',
  'explain t',
  // locks
  'select * from t for update',
  'select * from t for update skip locked',
  'select * from t lock in share mode',
  'select * from t for share',
  '(select * from t for update)',
  'select * from (select * from t lock in share mode) x',
  'lock tables t write',
  'unlock tables',
  // session, transaction, programs
  'begin',
  'start transaction',
  'commit',
  'rollback',
  'savepoint x',
  'xa start "x"',
  'set @a = 1',
  'set global general_log = 1',
  "set session sql_mode = 'ANSI_QUOTES'",
  'set role none',
  "set password = password('x')",
  'set statement max_statement_time = 0 for select 1',
  'use mysql',
  "prepare p from 'drop table t'",
  'execute p',
  "execute immediate 'drop table t'",
  'deallocate prepare p',
  'call p()',
  'do sleep(1)',
  'do release_all_locks()',
  'handler t open',
  'handler t read first',
  'begin not atomic drop table t; end',
  'if 1 then drop table t; end if',
  'signal sqlstate "45000"',
  'help "select"',
  'show tables',
  'show grants',
  'show create table t',
  'show processlist',
  'show variables',
  'cache index t in x',
  "binlog 'x'",
  'delimiter //',
  // variables
  'select @a := 1',
  'select @a := phone from customer',
  'select @@version',
  'select @@global.secure_file_priv',
  'select @@datadir from t',
  'select a from t where (@x := a) is null',
  'insert into t values (@a, 1)',
  // system catalogues
  'select * from mysql.user',
  'select * from `mysql`.`user`',
  'select * from MYSQL.user',
  'select * from mysql . user',
  'select * from mysql.global_priv',
  'select * from information_schema.tables',
  'select * from INFORMATION_SCHEMA.PROCESSLIST',
  'select * from performance_schema.threads',
  'select * from sys.session',
  'select (select count(*) from mysql.user)',
  'select 1 from t where exists (select 1 from mysql.user)',
  'select 1 union select user from mysql.user',
  'with x as (select * from mysql.user) select * from x',
  'update t set a = (select count(*) from mysql.user)',
  'delete from mysql.user',
  'insert into t select 1, user from mysql.user',
  'select * from other.t',
  'select * from seq_1_to_10',
  'table t',
  'select * from (table customer) x',
  // several statements at once
  'select 1; drop table t',
  "select 'a\\'; drop table t; -- '; select 2; drop table t",
  'select "a\\"; drop table t; -- "; drop table t',
  "select 'it''s'; drop table t; -- '",
  'select 1 # ; comment\n; drop table t',
  'select 1 -- \n; drop table t',
  'select 1--\n; drop table t',
  'select `a``; drop table t; -- ` from t; drop table t',
  'delete from t; drop table t',
  'select * from t procedure analyse()',
  'select {fn now()}',
  "select _utf8'x'",
  "select _gbk 0xbf5c27, ' or 1=1 -- '",
  'select ?',
  'select 1\u00a0from t',
  'select \uff41 from t',
  'select \\N',
  'values (1), (load_file("x"))',
  'update t, mysql.user set a = 1',
  'delete t from t, mysql.user',
  "insert into t (a) values (load_file('/etc/passwd'))",
  'insert into t set a = benchmark(1, 1)',
  'insert into t values (1, 1) on duplicate key update a = benchmark(1, 1)',
  'replace into mysql.user values (1)',
];

/** Ways to get at a sensitive value: each is refused, or every output that holds something of it is hidden. */
const ATTEMPTS = [
  'select phone from customer',
  'select * from customer',
  'select c.* from customer c',
  'select distinctrow phone from customer',
  'select straight_join c.phone from customer c join t on 1 = 1',
  'select sql_no_cache phone x from customer',
  'select high_priority phone as `id` from customer',
  "select phone as 'id' from customer",
  'select phone "id" from customer',
  'select * from (select * from customer) as tmp',
  'select * from (select phone as id from (select * from customer) a) b',
  'select name from customer union all select phone from customer',
  'select name from customer union select idcard from customer order by 1',
  'select name from customer intersect select phone from customer',
  'select name from customer except select phone from customer',
  "select concat(phone, '') from customer",
  "select concat_ws('-', left(phone, 4), right(phone, 7)) from customer",
  'select substr(phone, 1, 6), substr(phone, 7) from customer',
  'select mid(phone, 2, 9), substring(phone from 2 for 9), substring_index(phone, 8, 1) from customer',
  'select reverse(phone) from customer',
  'select hex(phone), to_base64(phone) from customer',
  'select cast(phone as char), convert(phone using utf8mb4), binary phone from customer',
  'select phone + 0, phone * 1, -phone, ~phone from customer',
  'select insert(phone, 1, 0, id), replace(phone, 1, 1), trim(phone), lpad(phone, 20, 0) from customer',
  'select group_concat(phone) from customer',
  "select group_concat(distinct name, phone order by phone desc separator '|') from customer",
  'select json_arrayagg(phone), json_objectagg(id, phone) from customer',
  "select json_object('p', phone), json_array(phone), json_extract(json_array(phone), '$[0]') from customer",
  'select max(phone), min(phone), count(phone), count(distinct phone) from customer group by name',
  'select first_value(phone) over (order by id), lag(phone, 0) over (order by id) from customer',
  "select case when id = 1 then phone else '' end from customer",
  'select case phone when 1 then name else phone end from customer',
  "select if(id, phone, ''), ifnull(phone, ''), nullif(phone, ''), coalesce(null, phone), greatest(phone, '') from customer",
  'select (select phone from customer where id = 1) as id',
  'select (select c.phone) from customer c',
  'select t.a, (select max(phone) from customer where id = t.a) x from t',
  'with q(id) as (select phone from customer) select id from q',
  'with q as (select phone from customer), r as (select * from q) select r.phone as id from r',
  'with recursive r(n, v) as (select 1, phone from customer union all select n + 1, v from r where n < 2) select v from r',
  'with recursive r(n, v) as (select phone, id from customer union all select v, n from r where v < 2) select v from r',
  'select o.oid, c.phone from orders o left join customer c on c.id = o.cid',
  'select customer.phone, customer.idcard from customer natural join orders',
  'select phone from customer join (select phone from customer) b using (phone)',
  'select `max(phone)` from (select max(phone) from customer) q',
  'select (select `phone+0` from (select phone+0 from customer limit 1) q) x from (select 1 as `phone+0`) r',
  'select phone as x, (select x) as y from customer',
  'select phone as name from customer having name > 1',
  'select elt(1, phone), field(phone, 1), make_set(1, phone), export_set(1, phone, 0) from customer',
  "select date_format(phone, '%Y'), conv(phone, 10, 16), sec_to_time(phone), from_unixtime(phone) from customer",
  'select phone regexp "^1", phone like "1%", phone = 1, phone <=> 1, phone in (1, 2), phone between 1 and 2 from customer',
  'select md5(phone), sha1(phone), sha2(phone, 256), crc32(phone) from customer',
  'select a.phone, b.phone from customer a, customer b',
  'select phone from customer order by phone limit 1',
  'select all phone from customer group by phone with rollup',
  'select d.x from (select phone x, count(*) from customer group by phone with rollup) d',
  "select id from customer where phone like '138%'",
  "select name from customer where substr(phone, 1, 1) = '1'",
  "select count(*) from customer where phone > '13800000000'",
  "select exists (select 1 from customer where phone like '138%') as x",
  'select t.a from t join customer c on c.phone like concat("%", t.a, "%")',
  "select sum(substr(phone, 3, 1) = '8') from customer",
  'select name from customer having max(phone) > 1',
  'select row_number() over (order by phone), ntile(2) over (partition by phone order by id) from customer',
  'select Phone, PHONE from customer',
  'select `phone`, `customer`.`phone` from `customer`',
  'explain select phone from customer where phone like "1%"',
  'values (1), ((select phone from customer limit 1))',
  'select soundex(phone), quote(phone), space(phone), bin(phone), oct(phone), format(phone, 0) from customer',
];

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
    await app.admin('POST', `/data/metadata/sources/sync/${id}`);
    await until(
      () => app.admin('GET', `/data/metadata/sources/sync/${id}`),
      (answer) => answer.data.isSync === '2',
    );
    await app.database.db
      .updateTable('metadataColumn')
      .set({ level: 'L3' })
      .where('sourceId', '=', id)
      .where('columnName', 'in', ['phone', 'idcard'])
      .execute();
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
    expect(through.length).toBeGreaterThan(ATTEMPTS.length / 2);
  }, 120_000);

  test('ordinary work goes on', async () => {
    const works: [string, unknown[]][] = [
      ['select Id, NAME as n from customer where id = 1', [{ Id: 1, n: '张三' }]],
      ['select city, count(*) as n from customer group by city having n >= 1 order by city limit 0, 1', [{ city: '上海', n: '1' }]],
      ["select date_format('2026-01-02', '%Y/%m') as m, if(1, \"a'b\", 'c') as s, 7 div 2 as d", [{ m: '2026/01', s: "a'b", d: 3 }]],
      ["select group_concat(name order by id separator '、') as names from customer", [{ names: '张三、李四' }]],
      ['with recursive r as (select 1 as n union all select n + 1 from r where n < 3) select sum(n) as s from r -- 求和', [{ s: '6' }]],
      ['select c.name, o.amt from customer c join orders o on o.cid = c.id and o.amt > 10', [{ name: '李四', amt: 20 }]],
      ["select name from customer where phone = '13812345678' and id = 2", [{ name: '李四' }]],
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
    for (const text of ['explain select * from customer where id = 1', 'explain format=json select a from t']) {
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
    expect(performance.now() - started).toBeLessThan(5000);
    await pool.close();
    expect((await app.admin('POST', '/data/console/sql/check', { sourceId: id, sqlText: 'select sleep(3600)' })).data.errors).toEqual([]);
  }, 30_000);
});

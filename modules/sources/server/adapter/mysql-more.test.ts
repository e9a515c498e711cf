import { createServer, type AddressInfo, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hasMariadb, startMariadb, type MariadbAccount } from '#kit/test/mariadb.ts';
import { until } from '#kit/test/until.ts';
import { adapterOf } from './index.ts';
import type { Connection, HarvestBatch, HarvestScope, HarvestedRoutine, HarvestedTable } from './types.ts';

describe.runIf(hasMariadb)('MariaDB in detail', () => {
  const mariadb = startMariadb(`
    set time_zone = '+00:00';
    create table types (
      id int unsigned auto_increment primary key, flag tinyint(1) not null default 0, kind enum('甲','乙') default '甲', tags set('a','b'),
      b bit(10), y year, f float, d double, big bigint unsigned, dt datetime(3), ts timestamp null, t time, j json, bl blob, vb varbinary(8),
      g point, total decimal(10,2) generated always as (y * 2) stored, made datetime default current_timestamp on update current_timestamp,
      unique key uq_big (big, flag), key part (bl(4)));
    insert into types (id, kind, tags, b, y, f, d, big, dt, ts, t, j, bl, vb, g) values
      (1, '乙', 'a,b', b'1000000001', 2026, 0.1, 1e300, 18446744073709551615, '2026-01-02 03:04:05.678', '2026-01-02 03:04:05', '-838:59:59',
       '{"a": [1, "中"]}', x'00ff', x'6869', point(1, 2));
    create table parts (id int, day date) partition by range (id) (partition p1 values less than (10), partition p2 values less than (20));
    create table heap (id int primary key) engine = MyISAM;
    create view over_heap as select * from heap;
    create table safe (id int primary key);
    insert into safe values (1);
    insert into heap values (1)`);
  const connect = (account: MariadbAccount = mariadb.owner, over: Partial<Connection> = {}): Connection => ({
    host: mariadb.host,
    port: mariadb.port,
    database: mariadb.database,
    ...account,
    sslMode: 'disable',
    sid: null,
    url: null,
    files: [],
    ...over,
  });
  const signal = () => new AbortController().signal;
  const harvest = async (account: MariadbAccount, scope: Partial<HarvestScope> = {}) => {
    const tables: HarvestedTable[] = [];
    const routines: HarvestedRoutine[] = [];
    let last: HarvestBatch | null = null;
    const adapter = await adapterOf('2');
    for await (const batch of adapter.harvest(connect(account), { schemas: [], include: [], exclude: [], ...scope }, signal())) {
      tables.push(...batch.tables);
      routines.push(...batch.routines);
      last = batch;
    }
    return { tables, routines, last: last!, get: (name: string) => tables.find((table) => table.name === name)! };
  };
  const read = async (text: string, params: readonly unknown[] = []) => {
    const pool = (await adapterOf('2')).pool(connect(mariadb.reader));
    try {
      const result = await pool.open({ text, params, searchPath: [mariadb.database], timeoutMs: 10_000, signal: signal() });
      const rows = await result.read(100);
      await result.close();
      return { columns: result.columns, rows };
    } finally {
      await pool.close();
    }
  };
  const write = async (texts: readonly string[], commit = true) => {
    const pool = (await adapterOf('2')).pool(connect());
    return pool.write({ texts, commit, searchPath: [mariadb.database], timeoutMs: 10_000, signal: signal() }).finally(() => pool.close());
  };

  it('reads every type exactly, and the same with and without values', async () => {
    const text = 'select kind, tags, b, y, f, d, big, dt, ts, t, j, bl, vb, total from types where id = ';
    const expected = [
      '乙',
      'a,b',
      '1000000001',
      2026,
      0.1,
      1e300,
      '18446744073709551615',
      '2026-01-02 03:04:05.678',
      '2026-01-02T11:04:05+08:00',
      '-838:59:59',
      '{"a": [1, "中"]}',
      '\\x00ff',
      '\\x6869',
    ];
    const plain = await read(`${text}1`);
    const prepared = await read(`${text}?`, [1]);
    expect(plain.rows[0]!.slice(0, -1)).toEqual(expected);
    expect(prepared.rows).toEqual(plain.rows);
    expect(plain.columns.map((column) => [column.type, column.kind]).slice(0, 13)).toEqual([
      ['enum', 'text'],
      ['set', 'text'],
      ['bit', 'text'],
      ['year', 'number'],
      ['float', 'number'],
      ['double', 'number'],
      ['bigint unsigned', 'number'],
      ['datetime', 'time'],
      ['timestamp', 'time'],
      ['time', 'text'],
      ['json', 'json'],
      ['blob', 'binary'],
      ['varbinary', 'binary'],
    ]);
  });

  it('harvests types, defaults, generated columns, indexes and partitions', async () => {
    const { get } = await harvest(mariadb.owner);
    const of = (name: string) => get('types').columns.find((column) => column.name === name);
    expect(of('id')).toMatchObject({ type: 'int unsigned', defaultText: 'auto_increment', isKey: true });
    expect(of('flag')).toMatchObject({ type: 'tinyint', length: '1', defaultText: '0', isNullable: false });
    expect(of('kind')).toMatchObject({ type: "enum('甲','乙')", defaultText: "'甲'" });
    expect(of('b')).toMatchObject({ type: 'bit', length: '10', defaultText: null });
    expect(of('vb')).toMatchObject({ type: 'varbinary', length: '8' });
    expect(of('total')).toMatchObject({
      precision: '10',
      scale: '2',
      defaultText: expect.stringMatching(/^generated always as .* stored$/),
    });
    expect(of('made')!.defaultText).toMatch(/current_timestamp\(\) on update current_timestamp\(\)/);
    expect(get('types').indexes.map(({ name, isUnique, columns }) => [name, isUnique, columns])).toEqual([
      ['part', false, ['bl(4)']],
      ['PRIMARY', true, ['id']],
      ['uq_big', true, ['big', 'flag']],
    ]);
    expect(get('parts')).toMatchObject({ kind: 'partitioned', partitionCount: 2 });
    expect(get('safe').rowEstimate).toBe(1);
  });

  it('harvests functions, procedures and triggers with their text', async () => {
    await mariadb.sql(`create function add_tax(a decimal(10,2)) returns decimal(10,2) deterministic comment '含税' return a * 1.13;
      create procedure fill() insert into safe values (7);
      create trigger after_safe after insert on safe for each row update types set flag = 1 where id = new.id`);
    const { routines } = await harvest(mariadb.owner);
    expect(routines.map(({ name, kind, signature, comment }) => [name, kind, signature, comment])).toEqual([
      ['add_tax', 'function', 'returns decimal(10,2)', '含税'],
      ['fill', 'procedure', '', null],
      ['after_safe', 'trigger', `after insert on ${mariadb.database}.safe`, null],
    ]);
    expect(routines[0]!.body).toContain('1.13');
    const asReader = await harvest(mariadb.reader);
    expect([asReader.routines, asReader.last.unread]).toEqual([[], ['routines']]);
    await mariadb.sql('drop trigger after_safe');
  });

  it('says which schemas it may answer for: with rights on single tables a missing table may be one it lost', async () => {
    expect((await harvest(mariadb.reader)).last.schemas).toEqual([mariadb.database]);
    await mariadb.sql(`create user narrow identified by 'N-arrow-9'; grant select on safe to narrow`);
    const narrow = await harvest({ username: 'narrow', password: 'N-arrow-9' });
    expect([narrow.tables.map((table) => table.name), narrow.last.schemas]).toEqual([['safe'], []]);
  });

  it('ends with an error when rights change while it reads, and when a wanted schema is not there for the account', async () => {
    await mariadb.sql(`create user fading identified by 'F-ading-9'; grant select on *.* to fading`);
    const adapter = await adapterOf('2');
    const run = async () => {
      const account = { username: 'fading', password: 'F-ading-9' };
      for await (const batch of adapter.harvest(connect(account), { schemas: [], include: [], exclude: [] }, signal()))
        if (batch.tables.length > 0) await mariadb.sql('revoke select on *.* from fading');
    };
    await expect(run()).rejects.toMatchObject({ kind: 'denied', message: '同步期间数据源账号的权限发生了变化，请重新同步' });
    await expect(harvest(mariadb.reader, { schemas: ['no_such'] })).rejects.toMatchObject({ kind: 'denied' });
  });

  it('warns of accounts that may do too much', async () => {
    const warnings = async (account: MariadbAccount) => (await (await adapterOf('2')).probe(connect(account))).warnings;
    expect(await warnings(mariadb.owner)).toEqual([expect.stringContaining('管理权限')]);
    await mariadb.sql(`create user writer identified by 'W-riter-9'; grant select, insert on ${mariadb.database}.* to writer`);
    expect(await warnings({ username: 'writer', password: 'W-riter-9' })).toEqual([
      `该账号可以修改 ${mariadb.database}.*，建议改用只读账号`,
    ]);
  });

  it('tells how many of the tables that it lists an account may read', async () => {
    const probe = async (account: MariadbAccount) => (await adapterOf('2')).probe(connect(account));
    const all = await probe(mariadb.owner);
    expect(all.readable).toBe(all.tables);
    await mariadb.sql(`create user filler identified by 'F-iller-9'; grant insert on ${mariadb.database}.* to filler;
      grant select on safe to filler; grant select (id) on heap to filler`);
    const some = await probe({ username: 'filler', password: 'F-iller-9' });
    expect(some.tables).toBeGreaterThan(2);
    expect(some.readable).toBe(2);
  });

  it('leaves nothing of one statement for the next', async () => {
    const pool = (await adapterOf('2')).pool(connect(mariadb.reader));
    const one = async (text: string) => {
      const result = await pool.open({ text, params: [], searchPath: [mariadb.database], timeoutMs: 10_000, signal: signal() });
      const rows = await result.read(10);
      await result.close();
      return rows;
    };
    const [[thread]] = (await one('select connection_id() from (select @secret := 42) s')) as [[string]];
    expect(await one('select connection_id(), @secret')).toEqual([[thread, null]]);
    await pool.close();
  });

  it('has the text read as the gate reads it, whatever the server says', async () => {
    await mariadb.sql(`set global sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'`);
    expect((await read(`select "a" as a, 'x\\'y' as b, 1 || 0 as c`)).rows).toEqual([['a', "x'y", 1]]);
    await mariadb.sql(`set global sql_mode = default`);
  });

  it('refuses to change tables that cannot be undone, by whatever way', async () => {
    for (const text of ['delete from heap', 'delete from over_heap where id = 1'])
      await expect(write([text], false)).rejects.toMatchObject({ kind: 'denied', message: expect.stringContaining('不支持事务') });
    expect(await mariadb.sql('select id from heap')).toEqual([{ id: 1 }]);
    expect((await write(['update safe set id = 1 where id = 1'], false)).counts).toEqual([1]);
  });

  it('gives up a lock that others hold', async () => {
    const holder = (await adapterOf('2')).pool(connect());
    const stop = new AbortController();
    const held = holder.write({
      texts: ['update safe set id = 1 where id = 1', 'select sleep(20)'],
      commit: false,
      searchPath: [mariadb.database],
      timeoutMs: 30_000,
      signal: stop.signal,
    });
    await until(
      async () => mariadb.sql(`select id from information_schema.processlist where info like 'select sleep(20)%'`),
      (rows) => rows.length > 0,
    );
    await expect(write(['delete from safe'])).rejects.toMatchObject({ kind: 'timeout', message: expect.stringContaining('释放锁') });
    stop.abort();
    await expect(held).rejects.toMatchObject({ kind: 'cancelled', message: '执行已停止，修改已撤销' });
    await holder.close();
  });

  it('does not send files of this machine to a server that asks for them', async () => {
    await mariadb.sql('set global local_infile = 1');
    await expect(write([`load data local infile '/etc/hostname' into table safe`])).rejects.toMatchObject({ name: 'SourceError' });
    expect(await mariadb.sql('select count(*) as n from safe')).toEqual([{ n: 1 }]);
  });
});

describe('a server that is none', () => {
  const listen = (greeting: Buffer | null) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => void (socket.on('error', () => undefined), greeting && socket.end(greeting)));
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
  it.each([
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')],
    ['PostgreSQL', Buffer.from('E')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is told in words', async (_what, greeting) => {
    const server = await listen(greeting);
    const { port } = server.address() as AddressInfo;
    const probe = (await adapterOf('2')).probe({
      host: '127.0.0.1',
      port,
      database: 'x',
      username: 'x',
      password: 'x',
      sslMode: 'prefer',
      sid: null,
      url: null,
      files: [],
    });
    await expect(probe).rejects.toMatchObject({ name: 'SourceError', kind: 'unreachable', message: expect.stringMatching(/[一-龥]/) });
    server.close();
  });
});

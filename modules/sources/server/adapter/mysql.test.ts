import { describe, expect, it } from 'vitest';
import { hasMariadb, startMariadb, type MariadbAccount } from '#kit/test/mariadb.ts';
import { conformance } from './test-conformance.ts';
import { adapterOf } from './index.ts';
import type { Connection } from './types.ts';

describe.runIf(hasMariadb)('MariaDB', () => {
  const mariadb = startMariadb(`
    create table customer (id int primary key, name varchar(50) not null comment '客户名称', phone varchar(20), balance decimal(18,2)) comment '客户';
    create table orders (id bigint primary key, customer_id int not null, amount decimal(12,2), key idx_orders_customer (customer_id),
      constraint fk_customer foreign key (customer_id) references customer (id));
    create view big_orders as select * from orders where amount > 1000;
    create table 销售明细 (编号 int, 金额 decimal(12,2));
    create table tmp_a (id int);
    insert into customer values (1, '甲😀', '13800000001', 5.5), (2, '乙', null, null)`);
  const connect = (account: MariadbAccount, over: Partial<Connection> = {}): Connection => ({
    host: mariadb.host,
    port: mariadb.port,
    database: mariadb.database,
    ...account,
    sslMode: 'prefer',
    sid: null,
    url: null,
    files: [],
    ...over,
  });
  conformance('MariaDB', {
    adapter: () => adapterOf('2'),
    connection: () => connect(mariadb.reader),
    schema: () => mariadb.database,
    searchPath: () => [mariadb.database],
    features: ['comments', 'foreignKeys', 'indexes', 'viewText', 'passwords', 'rights', 'write', 'params'],
    placeholder: '?',
    values: [
      ['cast(9007199254740993 as signed)', '9007199254740993', 'number'],
      ['cast(18446744073709551615 as unsigned)', '18446744073709551615', 'number'],
      ['cast(12345678901234567890.123456789 as decimal(40,9))', '12345678901234567890.123456789', 'number'],
      ['0.1', '0.1', 'number'],
      ['1.5e0', 1.5, 'number'],
      ["date '2026-01-02'", '2026-01-02', 'time'],
      ["timestamp '2026-01-02 03:04:05.123'", '2026-01-02 03:04:05.123', 'time'],
      ["time '-12:34:56'", '-12:34:56', 'text'],
      ["cast('a' as char)", 'a', 'text'],
      ["x'00ff6869'", '\\x00ff6869', 'binary'],
      ['null', null, 'text'],
      ["''", '', 'text'],
      ['true', 1, 'number'],
    ],
    numbers: (n) => `select seq, repeat('x', 1000) as t from seq_1_to_${n}`,
    slow: 'select /*s*/ sleep(30) from seq_1_to_20',
    running: async () =>
      (await mariadb.sql('select info from information_schema.processlist where info is not null')).map((row) => String(row['info'])),
    owner: () => connect(mariadb.owner),
    countOrders: async () => Number((await mariadb.sql('select count(*) as n from orders'))[0]!['n']),
  });

  it('knows what it talks to', async () => {
    const found = await (await adapterOf('2')).probe(connect(mariadb.reader));
    expect([found.version, found.database, found.tls]).toEqual([expect.stringMatching(/^MariaDB 1\d\.\d+\.\d+$/), mariadb.database, false]);
  });
});

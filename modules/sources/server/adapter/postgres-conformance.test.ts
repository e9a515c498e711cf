import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { testServer } from '#kit/test/template.ts';
import { conformance } from './test-conformance.ts';
import { adapterOf } from './index.ts';
import type { Connection } from './types.ts';

const database = `conf_${process.pid}_${randomBytes(3).toString('hex')}`;
const reader = `${database}_reader`;
const writer = `${database}_writer`;
const PASSWORD = 'Canary-pg-55c1!';
let admin!: pg.Client;
let owner!: pg.Client;
let proxy!: Server;

beforeAll(async () => {
  admin = new pg.Client(testServer());
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.query(`create role ${reader} login password '${PASSWORD}'`);
  await admin.query(`create role ${writer} login password '${PASSWORD}'`);
  owner = new pg.Client(testServer(database));
  await owner.connect();
  await owner.query(`
    create table customer (id int primary key, name varchar(50) not null, phone text, balance numeric(18,2));
    comment on table customer is '客户'; comment on column customer.name is '客户名称';
    create table orders (id bigint primary key, customer_id int not null references customer (id), amount numeric(12,2));
    create index idx_orders_customer on orders (customer_id);
    create view big_orders as select * from orders where amount > 1000;
    create table 销售明细 (编号 int, 金额 numeric(12,2));
    create table tmp_a (id int);
    create function add_tax(a numeric) returns numeric language sql as 'select a * 1.13';
    insert into customer values (1, '甲😀', '13800000001', 5.5), (2, '乙', null, null);
    grant select on all tables in schema public to ${reader};
    grant select, insert, update, delete on orders, customer to ${writer}`);
  // the test cluster has a unix socket only; a source is reached by host and port
  proxy = createServer((incoming) => {
    const { host, port } = testServer();
    const outgoing = connect(join(String(host), `.s.PGSQL.${port}`));
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.close();
  await owner.end();
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.query(`drop role if exists ${reader}`);
  await admin.query(`drop role if exists ${writer}`);
  await admin.end();
});

const account = (username: string): Connection => ({
  host: '127.0.0.1',
  port: (proxy.address() as AddressInfo).port,
  database,
  username,
  password: PASSWORD,
  sslMode: 'disable',
  sid: null,
  url: null,
  files: [],
});

conformance('PostgreSQL', {
  adapter: () => adapterOf('5'),
  connection: () => account(reader),
  schema: () => 'public',
  searchPath: () => ['public'],
  // the test cluster trusts its socket, so no password is wrong there
  features: ['comments', 'foreignKeys', 'indexes', 'viewText', 'routines', 'rights', 'write', 'params'],
  placeholder: '$1',
  values: [
    ['9007199254740993::bigint', '9007199254740993', 'number'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789', 'number'],
    ['0.1::real', 0.1, 'number'],
    ["date '2026-01-02'", '2026-01-02', 'time'],
    ["timestamp '2026-01-02 03:04:05.123'", '2026-01-02 03:04:05.123', 'time'],
    ["timestamptz '2026-01-02 03:04:05+00'", '2026-01-02T11:04:05+08:00', 'time'],
    ["'\\x00ff6869'::bytea", '\\x00ff6869', 'binary'],
    [`'{"a": 1}'::json`, '{"a": 1}', 'json'],
    ['null::text', null, 'text'],
    ["''::text", '', 'text'],
    ['true', true, 'boolean'],
  ],
  numbers: (n) => `select n, repeat('x', 1000) as t from generate_series(1, ${n}) n`,
  slow: 'select /*s*/ pg_sleep(30)',
  running: async () =>
    (
      await owner.query<{ query: string }>(`select query from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()`)
    ).rows.map(({ query }) => query),
  owner: () => account(writer),
  countOrders: async () => Number((await owner.query('select count(*) as n from orders')).rows[0].n),
});

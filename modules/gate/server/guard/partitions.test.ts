import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { sealColumns, synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create schema parts;
   create table visit (id int, phone text, note text, region text, day date) partition by range (day);
   create table visit_2025 partition of visit for values from ('2025-01-01') to ('2026-01-01');
   create table parts.visit_2026 (id int, note text, phone text, region text, day date);
   alter table visit attach partition parts.visit_2026 for values from ('2026-01-01') to ('2027-01-01') ;
   create table visit_2027 partition of visit for values from ('2027-01-01') to ('2028-01-01') partition by list (region);
   create table visit_2027_n partition of visit_2027 for values in ('north');
   create table plain (id int);
   insert into visit values (1, '13812345678', '一', 'north', '2025-05-05'), (2, '13912345678', '二', 'south', '2026-05-05'),
     (3, '13712345678', '三', 'north', '2027-05-05')`,
);
let id = '';
let asked = 0;
const run = (token: string, sqlText: string) =>
  app.as(token)('POST', '/data/console/sql/run', { sqlKey: `p${++asked}`, sourceId: id, sqlText });
const rows = async (token: string, sqlText: string): Promise<Record<string, unknown>[]> => {
  const answer = await run(token, sqlText);
  expect(answer.status, `${sqlText}: ${answer.msg}`).toBe(200);
  expect(answer.data[0].success, JSON.stringify(answer.data[0])).toBe(true);
  return answer.data[0].dataList;
};
const person = async (grants: Record<string, unknown>[]) => {
  const user = await app.make.user({ perms: ['metadata:sqlconsole:run'] });
  for (const grant of grants) {
    const made = await app.admin('POST', '/data/metadata/authorizes', { subjectType: 'user', subjectId: user.id, ...grant });
    expect(made.status, made.msg).toBe(200);
  }
  return user.token;
};
let tableId = '';
const sync = async () => {
  await source.sql(
    `grant usage on schema parts to ${source.reader}; grant select on all tables in schema public, parts to ${source.reader}`,
  );
  await synchronised(app, id);
};

beforeAll(async () => {
  id = await source.register();
  await sync();
  await sealColumns(app, id, 'phone');
  const { data } = await app.admin('GET', `/data/metadata/tables/page?sourceId=${id}&pageSize=50&pageNum=1`);
  // partitions are no tables of their own
  expect(data.data.map((table: { tableName: string }) => table.tableName).sort()).toEqual(['plain', 'visit']);
  tableId = data.data.find((table: { tableName: string }) => table.tableName === 'visit').id;
}, 120_000);

const PARTITIONS = [
  ['visit_2025', 1, '一'],
  ['parts.visit_2026', 2, '二'],
  ['visit_2027', 3, '三'],
  ['visit_2027_n', 3, '三'],
] as const;

test.each(PARTITIONS)('%s is read by whoever may read its table, masked alike', async (name, key, note) => {
  const reader = await person([{ objectType: 'schema', objectId: `${id}.public`, actions: ['meta', 'query'] }]);
  const [row] = await rows(reader, `select * from ${name}`);
  expect(row).toMatchObject({ id: key, note });
  expect(row!['phone']).toContain('*');
  // beyond being shown masked, nothing of it is told
  expect((await run(reader, `select id from ${name} where phone like '13%'`)).status).toBe(422);
  expect((await run(reader, `select length(phone) from ${name}`)).status).toBe(422);
  const clear = await person([{ objectType: 'table', objectId: tableId, actions: ['meta', 'query', 'unmask'] }]);
  expect(String((await rows(clear, `select phone from ${name} where phone like '13%'`))[0]!['phone'])).toMatch(/^13[789]12345678$/);
});

test('columns in another order stay masked where a table and its partition are read together', async () => {
  const reader = await person([{ objectType: 'schema', objectId: `${id}.public`, actions: ['meta', 'query'] }]);
  for (const text of [
    'select * from visit_2025 union all select * from parts.visit_2026',
    'select a.phone, b.phone as other, b.note from visit a join parts.visit_2026 b on a.id = b.id',
    'select x.c from parts.visit_2026 as x (a, b, c, d, e)',
  ])
    expect(JSON.stringify(await rows(reader, text)), text).not.toContain('12345678');
});

test('who may not read the table may not read its partitions, and rows that a grant leaves out stay out', async () => {
  const stranger = await person([]);
  expect((await run(stranger, 'select id from visit_2025')).status).toBe(422);
  const limited = await person([{ objectType: 'table', objectId: tableId, actions: ['meta', 'query'], rowFilter: "region = 'south'" }]);
  expect(await rows(limited, 'select id from visit_2025')).toEqual([]);
  expect((await rows(limited, 'select id from parts.visit_2026')).map((row) => row['id'])).toEqual([2]);
  const both = await rows(limited, 'select v.id, p.note from visit v join parts.visit_2026 p on p.id = v.id');
  expect(both).toEqual([{ id: 2, note: '二' }]);
  expect(await rows(limited, 'select v.id from visit v join visit_2025 p on p.id = v.id')).toEqual([]);
});

test('a partition that is new or gone is known after the next synchronisation', async () => {
  const reader = await person([{ objectType: 'table', objectId: tableId, actions: ['meta', 'query'] }]);
  await source.sql(`create table visit_2028 partition of visit for values from ('2028-01-01') to ('2029-01-01'); drop table visit_2025;
    insert into visit values (4, '13612345678', '四', 'north', '2028-05-05')`);
  expect((await run(reader, 'select id from visit_2028')).status).toBe(422);
  await sync();
  expect((await rows(reader, 'select id, phone from visit_2028'))[0]).toMatchObject({ id: 4, phone: expect.stringContaining('*') });
  expect((await run(reader, 'select id from visit_2025')).status).toBe(422);
});

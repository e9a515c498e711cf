import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { Access } from '../authorize/access.ts';
import { MaskReadings } from './mask-readings.ts';
import type { CheckedStatement } from './reader.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text, phone text);
   create table visit (customer_id int, phone text);
   insert into customer values (1, '张三', '13812345678')`,
);
let sourceId = '';
let reader!: Send;
let columns: { id: string; columnName: string; tableId: string; tableName: string }[] = [];

beforeAll(async () => {
  sourceId = await source.register();
  columns = await app.database.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select(['metadataColumn.id', 'columnName', 'tableId', 'tableName'])
    .where('metadataColumn.sourceId', '=', sourceId)
    .execute();
  await classify('phone', 'mobile');
  const user = await app.make.user({ perms: ['metadata:sqlconsole:run', 'metadata:sqlconsole:list'], dataScope: '5' });
  reader = app.as(user.token);
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: user.id,
    objectType: 'database',
    objectId: sourceId,
    actions: ['query'],
  });
});

const idsOf = (name: string) => columns.filter(({ columnName }) => columnName === name).map(({ id }) => id);
async function classify(column: string, classId: string): Promise<void> {
  const set = await app.admin('POST', '/data/metadata/classes/columns', { columnIds: idsOf(column), classId, level: null });
  expect(set.status).toBe(200);
}

/** How often the sensitive columns of tables are read from the application database meanwhile. */
async function readings(work: () => Promise<void>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as unknown as { text?: string }).text) ?? '');
  sent.mockRestore();
  return texts.filter((text) => text.includes('is_linkable') && text.includes('metadata_column')).length;
}
let runs = 0;
const run = async (sqlText: string) => {
  const { status, data } = await reader('POST', '/data/console/sql/run', { sqlKey: `once${++runs}`, sourceId, sqlText });
  expect(status).toBe(200);
  return data as { dataList: Record<string, string>[] }[];
};

test('a statement that is checked and run has the sensitive columns of its tables read once', async () => {
  await run('select id from customer'); // what is read only by the first call of a process
  const found = await readings(async () => {
    const [result] = await run('select id, phone from customer');
    expect(result!.dataList[0]!['phone']).toBe('138****5678');
  });
  expect(found).toBe(1);
});

test('so have several statements over the same tables; other tables are read for themselves', async () => {
  const script = 'select phone from customer; select count(*) from customer; select phone from visit';
  expect(await readings(async () => void (await run(script)))).toBe(2);
});

test('what was classified since is masked at the next reading, and other rights have readings of their own', async () => {
  const { tableId, tableName } = columns.find(({ columnName }) => columnName === 'name')!;
  const checked = { tables: [{ id: tableId, schema: 'public', name: tableName, columns: ['id', 'name', 'phone'] }] };
  const statement = (access: Access) => ({ checked, access, action: 'query' }) as unknown as CheckedStatement;
  const access = new Access(sourceId, ['shared'], []);
  const masks = new MaskReadings(app.node.app);
  const masked = async (as = access) => [...(await masks.of(statement(as))).keys()];
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  expect(await masked()).toHaveLength(1);
  await classify('name', 'person_name');
  expect(await masked()).toHaveLength(1);
  expect(await masked(new Access(sourceId, ['shared'], []))).toHaveLength(2);
  clock.mockReturnValue(1001);
  expect(await masked()).toHaveLength(2);
});

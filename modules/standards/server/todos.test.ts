import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table people (id int primary key, gender text, mobile varchar(11));
   insert into people select n, case when n % 2 = 0 then '1' else 'Q' end from generate_series(1, 30) n;`,
);
let K = '';
let binding = '';

beforeAll(async () => {
  const sourceId = await source.register();
  const columns = await app.database.db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId', 'columnName'])
    .where('sourceId', '=', sourceId)
    .execute();
  const [gender, mobile] = ['gender', 'mobile'].map((name) => columns.find(({ columnName }) => columnName === name)!) as [
    (typeof columns)[number],
    (typeof columns)[number],
  ];
  const body = { sourceId, tableId: gender.tableId, columnId: gender.id, gbTypeId: 'gb_2261_1' };
  K = (await app.admin('POST', '/data/standard/contrasts', body)).data.id;
  const element = (
    await app.admin('POST', '/data/standard/elements', {
      elementCode: 'MOBILE',
      elementName: '手机号码',
      elementNameEn: 'mobile',
      dataType: 'varchar',
    })
  ).data.id;
  await app.admin('POST', `/data/standard/elements/${element}/submit`);
  binding = app.node.app.ids.next();
  const values = { id: binding, sourceId, tableId: mobile.tableId, columnId: mobile.id, elementId: element, score: '0.9', reasons: '[]' };
  await app.database.db.insertInto('standardProposal').values(values).execute();
});

interface Todo {
  kind: string;
  title: string;
  detail: string;
}
const todos = async (kind: string, as = app.admin): Promise<Todo[]> =>
  (await as('GET', '/system/todos')).data.filter((todo: Todo) => todo.kind === kind);

it('proposals, values without an item and exemptions that end soon wait for the steward', async () => {
  expect(await todos('standard.proposal')).toMatchObject([{ title: '手机号码：1 个字段' }]);
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const exempt = { ids: [binding], decision: 'exempt', reason: '系统待下线', until };
  expect((await app.admin('POST', '/data/standard/proposals/decide', exempt)).status).toBe(200);
  expect(await todos('standard.proposal')).toEqual([]);
  expect(await todos('standard.exemption')).toMatchObject([{ title: 'people.mobile', detail: expect.stringContaining('系统待下线') }]);
  await app.admin('POST', `/data/standard/contrastDicts/collect/${K}`);
  await app.admin('POST', `/data/standard/mappings/auto/${K}`);
  expect(await todos('standard.value')).toMatchObject([{ title: 'people.gender', detail: '1 个取值未对照到人的性别代码' }]);
});

it('who does not see the columns, or may not decide, is not asked', async () => {
  const perms = ['standard:binding:decide', 'standard:mapping:manual', 'standard:binding:list', 'standard:mapping:list'];
  const blind = app.as((await app.make.user({ perms })).token);
  for (const kind of ['standard.proposal', 'standard.value', 'standard.exemption']) expect(await todos(kind, blind)).toEqual([]);
});

it('new values are told to the owner of the contrast, once, without the values', async () => {
  const owner = await app.make.user({ perms: ['standard:mapping:list'] });
  await app.database.db.updateTable('standardContrast').set({ createBy: owner.id }).where('id', '=', K).execute();
  await source.sql(`update people set gender = 'ZQX9' where id <= 3`);
  const collect = () => app.admin('POST', `/data/standard/contrastDicts/collect/${K}`);
  expect((await collect()).data).toMatchObject({ added: 1 });
  expect((await collect()).data).toMatchObject({ added: 0 });
  const { data } = (await app.as(owner.token)('GET', '/system/messages/page')).data;
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ title: 'people.gender 出现 1 个新取值' });
  expect(JSON.stringify(data)).not.toContain('ZQX9');
});

import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, mobile varchar(20), sex text, code text);
   insert into staff select g, '13812345678', '1', 'A1' from generate_series(1, 30) g;`,
);
const calls = new QualityCalls(app);
const BASE = '/data/quality/standardRules';
let element = '';
let coded = '';
let typeId = '';
let steward: Send;
type Candidate = { columnName: string; columnId: string; item: string; exists: boolean; ruleId: string | null };
const list = async (query: string, as: Send = app.admin): Promise<Candidate[]> => (await as('GET', `${BASE}?${query}`)).data;
const newElement = async (body: object): Promise<string> => {
  const { id } = (await app.admin('POST', '/data/standard/elements', { dataType: 'varchar', ...body })).data;
  await app.admin('POST', `/data/standard/elements/${id}/submit`);
  return id;
};

beforeAll(async () => {
  calls.sourceId = await source.register();
  typeId = (await app.admin('POST', '/data/standard/types', { gbTypeCode: 'Q/S', gbTypeName: '性别' })).data.id;
  await app.admin('POST', '/data/standard/dicts', { typeId, gbCode: '1', gbName: '男' });
  element = await newElement({ elementCode: 'MOBILE', elementName: '手机号码', dataLength: '11', classId: 'mobile', isNullable: '0' });
  coded = await newElement({ elementCode: 'SEX', elementName: '性别', gbTypeId: typeId });
  const pattern = await newElement({ elementCode: 'CODE', elementName: '编码', format: 'an..5' });
  for (const [column, elementId] of [
    ['mobile', element],
    ['sex', coded],
    ['code', pattern],
  ] as const)
    await app.admin('POST', '/data/standard/bindings', { columnId: await calls.column('staff', column), elementId });
  const perms = ['quality:rule:list', 'quality:rule:add', 'metadata:datacolumn:list', 'metadata:datasource:edit'];
  steward = app.as((await app.make.user({ perms, dataScope: '1' })).token);
}, 60_000);

describe('由标准生成规则', () => {
  it('asks of each column what its standard says', async () => {
    expect((await list(`elementId=${element}`)).map(({ columnName, item }) => `${columnName} ${item}`)).toEqual([
      'mobile integrity_key',
      'mobile accuracy_mobile',
    ]);
    const table = await list(`tableId=${await calls.table('staff')}`);
    expect(table.map(({ item }) => item)).toEqual(['integrity_key', 'accuracy_mobile', 'consistent_key', 'accuracy_regex']);
    expect(await app.admin('GET', BASE)).toMatchObject({ status: 400 });
  });

  it('makes them by the calls of rules, once, and they run', async () => {
    const rules = (await list(`elementId=${element}`)).map(({ columnId, item }) => ({ columnId, item }));
    const made = await app.admin('POST', BASE, { elementId: element, rules });
    expect(made, made.msg).toMatchObject({ status: 200 });
    expect(made.data.results.map(({ state }: { state: string }) => state)).toEqual(['made', 'made']);
    const again = await app.admin('POST', BASE, { elementId: element, rules });
    expect(again.data.results.map(({ state }: { state: string }) => state)).toEqual(['exists', 'exists']);
    expect((await list(`elementId=${element}`)).every(({ exists, ruleId }) => exists && ruleId !== null)).toBe(true);
    const rule = (await app.admin('GET', `/data/quality/checkRules/${made.data.results[1].ruleId}`)).data;
    expect(rule).toMatchObject({ ruleItemName: '手机号码', remark: expect.stringContaining('手机号码'), ruleProblem: null });
    expect((await app.admin('GET', `/data/quality/checkRules/page?ruleTableId=${await calls.table('staff')}`)).data.total).toBe(2);
  });

  it('tells of each column why a rule could not be made, and makes the others', async () => {
    await sealColumns(app, calls.sourceId, 'code');
    const tableId = await calls.table('staff');
    const rules = (await list(`tableId=${tableId}`, steward))
      .filter(({ exists }) => !exists)
      .map(({ columnId, item }) => ({ columnId, item }));
    const done = await steward('POST', BASE, { tableId, rules });
    expect(done, done.msg).toMatchObject({ status: 200 });
    expect(done.data.results).toMatchObject([
      { item: 'consistent_key', state: 'made' },
      { item: 'accuracy_regex', state: 'refused', message: expect.stringContaining('脱敏') },
    ]);
  });

  it('a code set knows the rules that use it', async () => {
    expect((await app.admin('GET', `${BASE}/types/${typeId}`)).data).toMatchObject([{ tableName: 'staff', columnName: 'sex' }]);
  });

  it('before a standard changes it is told which rules that concerns', async () => {
    const of = async (query: string, as: Send = app.admin) => (await as('GET', `${BASE}/affected?${query}`)).data;
    const names = ({ rules }: { rules: { columnName: string }[] }) => rules.map(({ columnName }) => columnName);
    expect(names(await of(`elementId=${element}`))).toEqual(['mobile', 'mobile']);
    expect(await of(`typeId=${typeId}`)).toMatchObject({ rules: [{ tableName: 'staff', columnName: 'sex' }], hidden: 0 });
    const blind = app.as((await app.make.user({ perms: ['quality:rule:list'], dataScope: '5' })).token);
    expect(await of(`elementId=${element}`, blind)).toEqual({ rules: [], hidden: 2 });
    expect(await app.admin('GET', `${BASE}/affected`)).toMatchObject({ status: 400 });
  });

  it('who does not see the columns is asked for nothing and makes nothing', async () => {
    const blind = app.as((await app.make.user({ perms: ['quality:rule:list', 'quality:rule:add'], dataScope: '5' })).token);
    expect(await list(`elementId=${element}`, blind)).toEqual([]);
    const rules = [{ columnId: await calls.column('staff', 'sex'), item: 'consistent_key' }];
    expect(await blind('POST', BASE, { elementId: coded, rules })).toMatchObject({ status: 404 });
    const reader = app.as((await app.make.user({ perms: ['quality:rule:list'] })).token);
    expect(await reader('POST', BASE, { elementId: coded, rules })).toMatchObject({ status: 403 });
  });
});

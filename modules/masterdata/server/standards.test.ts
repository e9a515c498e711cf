import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { builtModel, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table crm (id text, name text, mobile text, score numeric(9,3), sex text);
   insert into crm values ('1', '甲', '13800000001', 10, '1'), ('2', '甲乙丙丁戊己', '13800000002', 10, '1'), ('3', '丙', '1380', 10, '1'),
     ('4', '丁', '13800000004', 100.5, '2'), ('5', '戊', '13800000005', 1.25, '1'), ('6', '己', '13800000006', 1, '9');`,
);
let model = '';
const base = () => `${MODELS}/${model}/datas`;
const ids: Record<string, string> = {};
const GOOD = { name: '甲', mobile: '13800000009', score: '99.5', sex: '1' };
const add = (values: object) => app.admin('POST', base(), { values: { ...GOOD, ...values } });

async function element(key: string, attributes: object): Promise<void> {
  const made = await app.admin('POST', '/data/standard/elements', {
    elementCode: key,
    elementName: key,
    dataType: 'varchar',
    ...attributes,
  });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const submitted = await app.admin('POST', `/data/standard/elements/${made.data.id}/submit`);
  expect(submitted, submitted.msg).toMatchObject({ status: 200 });
  ids[key] = made.data.id;
}

beforeAll(async () => {
  const set = await app.admin('POST', '/data/standard/types', { gbTypeCode: 'SEX', gbTypeName: '性别' });
  for (const [gbCode, gbName] of [
    ['1', '男'],
    ['2', '女'],
  ])
    await app.admin('POST', '/data/standard/dicts', { typeId: set.data.id, gbCode, gbName });
  await element('NAME', { dataLength: '..5' });
  await element('MOB', { dataLength: '11', format: 'n11' });
  await element('SCORE', { dataType: 'decimal', dataLength: '6,1', valueRange: '0..100' });
  await element('SEX', { dataLength: '1', gbTypeId: set.data.id });
  const column = (columnName: string, elementId: string, more: object = {}) => ({
    columnName,
    columnComment: columnName,
    columnType: 'varchar',
    columnLength: '50',
    elementId: ids[elementId],
    ...more,
  });
  model = await builtModel(app.admin, {
    modelName: '人员',
    modelLogicTable: 'person',
    modelColumns: [
      column('name', 'NAME', { isUnique: '1' }),
      column('mobile', 'MOB'),
      column('score', 'SCORE', { columnType: 'decimal', columnLength: '9', columnScale: '3' }),
      column('sex', 'SEX'),
    ],
  });
}, 60_000);

describe('the data element that a column follows', () => {
  it('refuses what is longer, smaller, larger or written otherwise than it says, with the column', async () => {
    const wrong = await add({ name: '甲乙丙丁戊己', mobile: '1380', score: '100.5', sex: '9' });
    expect(wrong).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(wrong.data).toEqual([
      { path: 'values.name', message: '“name”不能超过5个字符（数据元要求）' },
      { path: 'values.mobile', message: '“mobile”应为11位数字（数据元要求）' },
      { path: 'values.score', message: '“score”不能大于100（数据元要求）' },
      { path: 'values.sex', message: '“sex”的“9”不在绑定的数据标准中' },
    ]);
    expect(await add({ score: '1.25' })).toMatchObject({ status: 400, msg: '“score”最多1位小数（数据元要求）' });
    const made = await add({});
    expect(made, made.msg).toMatchObject({ status: 200 });
    const url = `${base()}/${made.data.id}`;
    expect(await app.admin('PUT', url, { values: { mobile: '1' }, version: 0 })).toMatchObject({ status: 400 });
    expect(await app.admin('PUT', url, { values: { mobile: '13900000000' }, version: 0 })).toMatchObject({ status: 200 });
  });

  it('keeps rows of a load out, each with its reason', async () => {
    const sourceId = await source.register();
    const { data } = await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=crm`);
    const columns = ['name', 'mobile', 'score', 'sex'].map((name) => ({ from: name, to: name }));
    await app.database.pool.query(`update managed.md_person set name = '先前'`);
    const map = (await app.admin('POST', `${MODELS}/${model}/maps`, { sourceId, tableId: data[0].id, keyColumn: 'id', columns })).data.id;
    await app.admin('POST', `/data/masterdata/maps/${map}/load`);
    const read = async () => (await app.admin('GET', `/data/masterdata/maps/${map}`)).data;
    expect((await until(read, ({ lastLoad }) => ['done', 'failed'].includes(lastLoad?.state))).lastLoad).toMatchObject({
      state: 'done',
      inserted: 1,
      rejected: 5,
    });
    expect((await app.admin('GET', `/data/masterdata/maps/${map}/rejected`)).data).toEqual([
      { sourceKey: '2', column: 'name', message: '“name”不能超过5个字符（数据元要求）' },
      { sourceKey: '3', column: 'mobile', message: '“mobile”应为11位数字（数据元要求）' },
      { sourceKey: '4', column: 'score', message: '“score”不能大于100（数据元要求）' },
      { sourceKey: '5', column: 'score', message: '“score”最多1位小数（数据元要求）' },
      { sourceKey: '6', column: 'sex', message: '“sex”的“9”不在绑定的数据标准中' },
    ]);
  }, 60_000);

  it('asks for nothing any more once it is retired', async () => {
    const retired = await app.admin('POST', `/data/standard/elements/${ids['NAME']}/retire`, { reason: '不再使用' });
    expect(retired, retired.msg).toMatchObject({ status: 200 });
    expect(await add({ name: '甲乙丙丁戊己庚' })).toMatchObject({ status: 200 });
  });
});

import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
const COLUMNS = '/data/masterdata/columns';
const LEVEL = { columnName: 'level', columnComment: '等级', columnType: 'varchar', columnLength: '10' };
let model = '';
const names = async () =>
  (await app.admin('GET', `${COLUMNS}/page?modelId=${model}&pageSize=200`)).data.data.map((row: { columnName: string }) => row.columnName);

beforeAll(async () => {
  model = (await app.admin('POST', MODELS, CUSTOMER)).data.id;
});

it('adds, reads, changes and removes columns of a draft one by one', async () => {
  expect(await names()).toEqual(['customer_name', 'credit_code']);
  const made = await app.admin('POST', COLUMNS, { modelId: model, ...LEVEL });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const url = `${COLUMNS}/${made.data.id}`;
  const { data } = await app.admin('GET', url);
  expect(data).toMatchObject({ ...LEVEL, modelId: model, modelName: '客户', isSystem: '0', isPk: '0', sort: 3 });
  // what was read goes back as it is, with one change
  const changed = await app.admin('PUT', url, { ...data, columnComment: '客户等级' });
  expect(changed, changed.msg).toMatchObject({ status: 200, data: { version: data.version + 1 } });
  expect((await app.admin('GET', url)).data).toMatchObject({ id: data.id, columnComment: '客户等级', sort: 3 });
  expect(await app.admin('PUT', url, { ...data, columnComment: '旧' })).toMatchObject({ status: 409 });
  expect((await app.admin('GET', `${COLUMNS}/page?columnComment=${encodeURIComponent('等级')}`)).data).toMatchObject({ total: 1 });
  expect(await app.admin('DELETE', url)).toMatchObject({ status: 200 });
  expect(await app.admin('GET', url)).toMatchObject({ status: 404 });
  expect(await names()).toEqual(['customer_name', 'credit_code']);
});

it('refuses what the designer refuses', async () => {
  for (const body of [
    { ...LEVEL, columnName: 'customer_name' },
    { ...LEVEL, columnName: 'create_by' },
    { ...LEVEL, columnName: 'a";' },
    {},
  ])
    expect((await app.admin('POST', COLUMNS, { modelId: model, ...body })).status, JSON.stringify(body)).toBe(400);
  expect(await app.admin('POST', COLUMNS, { modelId: '1', ...LEVEL })).toMatchObject({ status: 404 });
  const { data } = await app.admin('GET', `${COLUMNS}/page?modelId=${model}`);
  const [first] = data.data as { id: string }[];
  // one of the ids is nobody's: nothing goes
  expect(await app.admin('DELETE', `${COLUMNS}/batch/${first!.id},1`)).toMatchObject({ status: 404 });
  expect(await names()).toHaveLength(2);
  expect(await app.admin('DELETE', `${COLUMNS}/batch/${data.data.map((row: { id: string }) => row.id).join(',')}`)).toMatchObject({
    status: 200,
  });
  expect(await names()).toEqual([]);
});

it('is for whom the model is within reach, and for drafts', async () => {
  const { data } = await app.admin('POST', COLUMNS, { modelId: model, ...LEVEL });
  const perms = ['list', 'detail', 'edit'].map((action) => `masterdata:model:${action}`);
  const stranger = app.as((await app.make.user({ perms, dataScope: '5' })).token);
  expect(await stranger('GET', `${COLUMNS}/${data.id}`)).toMatchObject({ status: 404 });
  expect(await stranger('POST', COLUMNS, { modelId: model, ...LEVEL, columnName: 'other' })).toMatchObject({ status: 404 });
  expect((await stranger('GET', `${COLUMNS}/page`)).data).toMatchObject({ total: 0 });
  const reader = app.as((await app.make.user({ perms: ['masterdata:model:list'], dataScope: '1' })).token);
  expect(await reader('DELETE', `${COLUMNS}/${data.id}`)).toMatchObject({ status: 403 });
  expect(await app.admin('POST', `${MODELS}/submit/${model}`)).toMatchObject({ status: 200 });
  expect(await app.admin('DELETE', `${COLUMNS}/${data.id}`)).toMatchObject({ status: 422, error: 'flow.closed' });
});

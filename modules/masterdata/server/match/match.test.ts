import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { sealColumns } from '#modules/sources/server/test-source.ts';
import { modelInForce } from '../model-in-force.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';
import { indexRecords } from './index-records.ts';
import { ruleOf } from './rule.ts';
import { matched, putRecords, type TestRecord } from './test-records.ts';

const app = startApp({ managed: true });
const CODE = '91350100M000100Y43';
const OTHER_CODE = '91110108551385082Q';
const record = (id: string, customer_name: string, credit_code: string | null = null): TestRecord => ({
  id,
  values: { customer_name, credit_code },
});

let modelId = '';
let made = 0;
const put = (...records: TestRecord[]) => putRecords(app.node.app, modelId, records);
interface Group {
  id: string;
  zone: string;
  score: number;
  state: string;
  title: string;
  records: { id: string; values: Record<string, string | null> }[];
  reasons: { columnName: string; score: number | null; text: string }[];
}
const groups = async (query = '', send: Send = app.admin): Promise<Group[]> => {
  const answer = await send('GET', `${MODELS}/${modelId}/candidates/page?pageSize=100${query}`);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  expect(answer.data.total).toBe(answer.data.data.length);
  return answer.data.data;
};
const members = (found: readonly Group[]): string[] => found.map((group) => group.records.map(({ id }) => id).join());
const decide = (id: string, body: object) => app.admin('POST', `/data/masterdata/candidates/${id}/decide`, body);

beforeEach(async () => {
  made += 1;
  modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: `客户${made}`, modelLogicTable: `customer_${made}` });
}, 60_000);

describe('matching', () => {
  it('proposes groups with score, zone and reasons, and leaves apart what has two valid codes', async () => {
    await put(
      record('a1', '江苏沿江城市建设投资有限公司', CODE),
      record('a2', '沿江城市建设投资有限责任公司（江苏）', CODE),
      record('b1', '南京市住房和城乡建设局', OTHER_CODE),
      record('b2', '南京市住房和城乡建设局', CODE),
      record('c1', '苏州鼎盛测绘仪器有限公司'),
      record('c2', '苏州鼎盛测绘仪器股份有限公司'),
    );
    expect(await matched(app.admin, modelId, { preset: 'strict' })).toBe('比较了 6 条，2 组待处理');
    const found = await groups();
    expect(members(found)).toEqual(['c1,c2', 'a1,a2,b2']);
    expect(found.map(({ zone }) => zone)).toEqual(['review', 'review']);
    expect(members(await groups('&recordId=a2'))).toEqual(['a1,a2,b2']);
    expect(await groups('&recordId=b9')).toEqual([]);
    const [alone] = found;
    expect(alone).toMatchObject({
      state: 'open',
      title: '苏州鼎盛测绘仪器有限公司',
      score: 0.94,
      reasons: [
        { columnName: 'customer_name', score: 0.97, text: '去公司后缀后相同' },
        { columnName: 'credit_code', score: null, text: '都没有值' },
      ],
    });
  });

  it('tells the names of codes and of records that are referred to', async () => {
    const set = await app.admin('POST', '/data/standard/types', { gbTypeCode: 'KIND', gbTypeName: '客户类型' });
    await app.admin('POST', '/data/standard/dicts', { typeId: set.data.id, gbCode: 'SOE', gbName: '国有企业' });
    const text = { columnType: 'varchar', columnLength: '32', htmlType: 'select' };
    const kind = {
      ...text,
      columnName: 'kind',
      columnComment: '类型',
      isBindDict: '1',
      bindDictTypeId: set.data.id,
      bindDictColumn: 'gb_code',
    };
    const above = { ...text, columnName: 'above', columnComment: '上级', htmlType: 'reference', refModelId: modelId };
    await put(record('p1', '南京市住房和城乡建设局'));
    const drawn = { ...CUSTOMER, modelName: '子公司', modelLogicTable: 'branch', modelColumns: [...CUSTOMER.modelColumns, kind, above] };
    modelId = await builtModel(app.admin, drawn);
    const branch = (id: string) => ({ id, values: { customer_name: '苏州鼎盛测绘仪器有限公司', kind: 'SOE', above: 'p1' } });
    await put(branch('b1'), branch('b2'));
    await matched(app.admin, modelId);
    const [group] = await groups();
    const { data } = await app.admin('GET', `/data/masterdata/candidates/${group!.id}`);
    expect(data.columns[2]).toMatchObject({ columnName: 'kind', dictList: [{ value: 'SOE', label: '国有企业' }] });
    expect(data.records[0].labels).toEqual({ above: '南京市住房和城乡建设局' });
    await sealColumns(app, (await managedSourceId(app.node.app.db))!, 'above');
    const perms = ['masterdata:match:list', 'masterdata:data:list'];
    const reader = app.as((await app.make.user({ perms, dataScope: '1' })).token);
    const { data: hidden } = await reader('GET', `/data/masterdata/candidates/${group!.id}`);
    expect(hidden.records[0].labels).toEqual({});
    const list = await reader('GET', `${MODELS}/${modelId}/datas/page`);
    expect(list.data.data.map(({ labels }: { labels: object }) => labels)).toEqual([{}, {}]);
  });

  it('compares only what is new or changed, and finds the same groups as at once', async () => {
    await put(record('a1', '江苏沿江城市建设投资有限公司', CODE), record('b1', '苏州鼎盛测绘仪器有限公司'));
    expect(await matched(app.admin, modelId)).toBe('比较了 2 条，0 组待处理');
    await put(record('a2', '江苏沿江城建投资有限公司', CODE), record('b2', '鼎盛测绘仪器有限公司（苏州）'));
    expect(await matched(app.admin, modelId)).toBe('比较了 2 条，2 组待处理');
    const bit = await groups();
    expect(members(bit).sort()).toEqual(['a1,a2', 'b1,b2']);
    expect(await matched(app.admin, modelId)).toBe('比较了 0 条，2 组待处理');
    expect(await groups()).toEqual(bit);
    expect(await matched(app.admin, modelId, { full: true })).toBe('比较了 4 条，2 组待处理');
    expect(await groups()).toEqual(bit);
  });

  it('with another rule fills the queue anew and merges nothing', async () => {
    await put(record('a1', '南京恒瑞检测技术有限公司'), record('a2', '南京恒通检测技术有限公司'));
    await matched(app.admin, modelId, { preset: 'strict' });
    expect(await groups()).toEqual([]);
    const { data: rule } = await app.admin('GET', `${MODELS}/${modelId}/matchRule`);
    expect(rule).toMatchObject({ preset: 'strict', auto: 0.95, review: 0.8, isSaved: true, isStale: false });
    const saved = await app.admin('PUT', `${MODELS}/${modelId}/matchRule`, { ...rule, preset: 'loose', auto: 0.9, review: 0.6 });
    expect(saved, saved.msg).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `${MODELS}/${modelId}/matchRule`)).data).toMatchObject({
      isStale: true,
      summary: { records: 2, groups: 0 },
    });
    await matched(app.admin, modelId);
    expect(members(await groups())).toEqual(['a1,a2']);
    expect((await app.admin('GET', `${MODELS}/${modelId}/merges/page`)).data.total).toBe(0);
  });

  it('refuses a rule that cannot be meant', async () => {
    const { data: rule } = await app.admin('GET', `${MODELS}/${modelId}/matchRule`);
    expect(rule).toMatchObject({ isSaved: false, attributes: [{ columnName: 'customer_name', kind: 'company' }, { kind: 'creditCode' }] });
    const save = (over: object) => app.admin('PUT', `${MODELS}/${modelId}/matchRule`, { ...rule, ...over });
    expect(await save({ attributes: [] })).toMatchObject({ status: 400 });
    expect(await save({ attributes: [{ columnName: 'nope', kind: 'text', weight: 1 }] })).toMatchObject({
      status: 400,
      msg: /没有列 nope/,
    });
    expect(await save({ auto: 0.8, review: 0.9 })).toMatchObject({ status: 400 });
    expect(await save({ attributes: [rule.attributes[0], rule.attributes[0]] })).toMatchObject({ status: 400 });
    expect(await save({ survivors: { nope: 'newest' } })).toMatchObject({ status: 400 });
    expect((await app.admin('POST', `${MODELS}/nope/match`)).status).toBe(404);
  });
});

describe('a decision', () => {
  it('never stays: after a full run too the pair is not proposed, until it is opened again', async () => {
    await put(record('a1', '江苏沿江城市建设投资有限公司', CODE), record('a2', '江苏沿江城建投资有限公司', CODE));
    await matched(app.admin, modelId);
    const [group] = await groups();
    expect(await decide(group!.id, { decision: 'never' })).toMatchObject({ status: 200 });
    expect(await groups()).toEqual([]);
    await matched(app.admin, modelId, { full: true });
    expect(await groups()).toEqual([]);
    expect(members(await groups('&state=never'))).toEqual(['a1,a2']);
    expect(await decide(group!.id, { decision: 'open' })).toMatchObject({ status: 200 });
    expect(members(await groups())).toEqual(['a1,a2']);
  });

  it('later keeps a group out of the queue until it changes', async () => {
    await put(record('a1', '江苏沿江城市建设投资有限公司', CODE), record('a2', '江苏沿江城建投资有限公司', CODE));
    await matched(app.admin, modelId);
    const [group] = await groups();
    await decide(group!.id, { decision: 'later' });
    await matched(app.admin, modelId);
    expect(await groups()).toEqual([]);
    await put(record('a3', '沿江城市建设投资有限公司', CODE));
    await matched(app.admin, modelId);
    expect(await groups()).toMatchObject([{ id: group!.id, state: 'open', records: [{ id: 'a1' }, { id: 'a2' }, { id: 'a3' }] }]);
  });

  it('split takes one record out for good', async () => {
    await put(...['a1', 'a2', 'a3'].map((id) => record(id, '江苏沿江城市建设投资有限公司', CODE)));
    await matched(app.admin, modelId);
    const [group] = await groups();
    expect(await decide(group!.id, { decision: 'split', recordId: 'nope' })).toMatchObject({ status: 400 });
    expect(await decide(group!.id, { decision: 'split', recordId: 'a2' })).toMatchObject({ status: 200 });
    expect(members(await groups())).toEqual(['a1,a3']);
    await matched(app.admin, modelId, { full: true });
    expect(members(await groups())).toEqual(['a1,a3']);
  });
});

describe('who may', () => {
  let dept = '';
  let viewer: Send;
  beforeAll(async () => {
    dept = (await app.make.dept()).id;
    const perms = ['masterdata:match:list', 'masterdata:match:decide', 'masterdata:data:merge'];
    viewer = app.as((await app.make.user({ deptId: dept, perms, dataScope: '3' })).token);
  });

  it('sees only groups whose records all lie in the own scope', async () => {
    const mine = (id: string) => ({ ...record(id, '江苏沿江城市建设投资有限公司', CODE), deptId: dept });
    await put(mine('a1'), record('a2', '江苏沿江城市建设投资有限公司', CODE));
    await matched(app.admin, modelId);
    const [group] = await groups();
    expect(await groups('', viewer)).toEqual([]);
    expect((await viewer('GET', `/data/masterdata/candidates/${group!.id}`)).status).toBe(404);
    expect((await viewer('POST', `/data/masterdata/candidates/${group!.id}/decide`, { decision: 'never' })).status).toBe(404);
    expect((await viewer('POST', `${MODELS}/${modelId}/merges`, { candidateId: group!.id })).status).toBe(404);
    expect((await viewer('POST', `${MODELS}/${modelId}/match`)).status).toBe(403);
    await app.admin('POST', `/data/masterdata/candidates/${group!.id}/decide`, { decision: 'split', recordId: 'a2' });
    await put(mine('a3'));
    await matched(app.admin, modelId);
    expect(members(await groups('', viewer))).toEqual(['a1,a3']);
  });

  it('sees sensitive attributes masked, and neither how alike they are nor which is kept for its length', async () => {
    const mine = (id: string, name: string) => ({ ...record(id, name, CODE), deptId: dept });
    await put(mine('a1', '江苏沿江城市建设投资有限公司'), mine('a2', '江苏沿江城建投资有限公司'));
    await matched(app.admin, modelId);
    const sourceId = (await managedSourceId(app.node.app.db))!;
    await sealColumns(app, sourceId, 'customer_name');
    const [group] = await groups('', viewer);
    const { data } = await viewer('GET', `/data/masterdata/candidates/${group!.id}`);
    expect(JSON.stringify([group, data])).not.toContain('沿江');
    expect(data.reasons[0]).toEqual({ columnName: 'customer_name', label: '名称', score: null, text: '已脱敏，不显示得分' });
    expect(data.records[0].values.credit_code).toBe(CODE);
    // with the score of the code, that of the whole would give away the one of the name
    expect([group!.score, data.score]).toEqual([null, null]);
  });
});

it('a run tells how many records it has indexed, of how many', async () => {
  await put(...Array.from({ length: 2_200 }, (_, at) => record(`m${at}`, `客户甲${at}号`)));
  const db = app.node.app.db;
  const model = await modelInForce(db, { id: modelId });
  const told: string[] = [];
  const progress = async (done: number, all: number) => void told.push(`${done}/${all}`);
  await indexRecords(db, model, await ruleOf(db, model), { signal: new AbortController().signal, progress });
  expect(told).toEqual(['1000/2200', '2000/2200', '2200/2200']);
}, 60_000);

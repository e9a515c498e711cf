import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { matched, putRecords } from '../match/test-records.ts';
import { builtModel, MODELS, rebuiltModel } from '../test-model.ts';

const app = startApp({ managed: true });
const NAME = '江苏沿江城市建设投资有限公司';
const CODE = '91350100M000100Y43';
const column = (columnName: string, columnComment: string, more: object = {}) => ({
  columnName,
  columnComment,
  columnType: 'varchar',
  columnLength: '64',
  isQuery: '1',
  ...more,
});
let made = 0;
let parent = '';
let child = '';
const base = (model = parent) => `${MODELS}/${model}/datas`;
const add = async (values: object, model = parent) => app.admin('POST', base(model), { values });
const change = async (id: string, values: object, model = parent) => {
  const { data } = await app.admin('GET', `${base(model)}/${id}`);
  return app.admin('PUT', `${base(model)}/${id}`, { values, version: data.version });
};
const above = async (id: string) => (await app.admin('GET', `${base()}/${id}`)).data.values.parent;
const aboves = async () =>
  (await sql<{ row: string }>`select x::text as row from ${sql.table(`managed.md_org_${made}`)} x order by id`.execute(app.database.db))
    .rows;
const refers = async () =>
  (await sql<{ row: string }>`select x::text as row from ${sql.table(`managed.md_deal_${made}`)} x order by id`.execute(app.database.db))
    .rows;

beforeEach(async () => {
  made += 1;
  parent = await builtModel(app.admin, {
    modelName: `机构${made}`,
    modelLogicTable: `org_${made}`,
    modelColumns: [column('org_name', '名称'), column('code', '代码')],
  });
  const rebuilt = await rebuiltModel(app.admin, parent, (before) => [
    ...before,
    column('parent', '上级', { htmlType: 'reference', refModelId: parent }),
  ]);
  if (rebuilt.status !== 200) throw new Error(rebuilt.msg);
  child = await builtModel(app.admin, {
    modelName: `往来${made}`,
    modelLogicTable: `deal_${made}`,
    modelColumns: [column('deal_name', '名称'), column('org', '机构', { htmlType: 'reference', refModelId: parent })],
  });
}, 60_000);

describe('a column that names records', () => {
  it('takes those that are there and in use alone', async () => {
    const { data } = await add({ org_name: '甲' });
    expect(await add({ deal_name: '一', org: 'nothing' }, child)).toMatchObject({ status: 400, msg: '“机构”引用的记录不存在或已禁用' });
    const deal = await add({ deal_name: '一', org: data.id }, child);
    expect(deal, deal.msg).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `${base(child)}/${deal.data.id}`)).data.labels).toEqual({ org: '甲' });
    expect(await app.admin('DELETE', `${base()}/batch/${data.id}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    expect(await app.admin('PUT', `${base()}/${data.id}/retire`, { version: 0 })).toMatchObject({ status: 200 });
    expect(await add({ deal_name: '二', org: data.id }, child)).toMatchObject({ status: 400, msg: '“机构”引用的记录不存在或已禁用' });
    // what named it before still may be changed otherwise
    expect(await change(deal.data.id, { deal_name: '一号' }, child)).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `${base()}/options?keyword=${encodeURIComponent('甲')}`)).data).toEqual([]);
  });

  it('makes a hierarchy without circles, also where two people change it at once', async () => {
    const ids: string[] = [];
    for (const org_name of ['一', '二', '三']) ids.push((await add({ org_name, parent: ids.at(-1) })).data.id);
    const [a, b, c] = ids as [string, string, string];
    expect(await change(a, { parent: a })).toMatchObject({ status: 400, msg: '“上级”不能是它自己或它的下级' });
    expect(await change(a, { parent: c })).toMatchObject({ status: 400, msg: '“上级”不能是它自己或它的下级' });
    expect(await change(b, { parent: null })).toMatchObject({ status: 200 });
    const both = await Promise.all([change(a, { parent: b }), change(b, { parent: a })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await above(a), await above(b)].filter((one) => one !== null)).toHaveLength(1);
  });
});

describe('a merge of records that others name', () => {
  const put = async (...records: { id: string; parent?: string }[]) => {
    await putRecords(
      app.node.app,
      parent,
      records.map(({ id, parent: up }) => ({
        id,
        values: { org_name: id.startsWith('m') ? NAME : `其他${id}`, code: id.startsWith('m') ? CODE : null, parent: up ?? null },
      })),
    );
  };
  const group = async (): Promise<string> => {
    const rule = (await app.admin('GET', `${MODELS}/${parent}/matchRule`)).data;
    const attributes = [
      { columnName: 'org_name', kind: 'company', weight: 3 },
      { columnName: 'code', kind: 'creditCode', weight: 5 },
    ];
    await app.admin('PUT', `${MODELS}/${parent}/matchRule`, { preset: 'strict', attributes, version: rule.version });
    await matched(app.admin, parent);
    return (await app.admin('GET', `${MODELS}/${parent}/candidates/page`)).data.data[0].id;
  };
  const merge = (body: object) => app.admin('POST', `${MODELS}/${parent}/merges`, body);
  const undo = (id: string) => app.admin('POST', `/data/masterdata/merges/${id}/undo`);

  it('lets them name the record that stays, of a disabled model too, and its undoing lets them name what they named', async () => {
    await put({ id: 'm1' }, { id: 'm2' }, { id: 'o1', parent: 'm2' });
    await putRecords(app.node.app, child, [{ id: 'd1', values: { deal_name: '一', org: 'm2' } }]);
    const model = (await app.admin('GET', `${MODELS}/${child}`)).data;
    await app.database.pool.query(`update masterdata_model set status = '0' where id = $1`, [model.id]);
    const before = [await aboves(), await refers()];
    const done = await merge({ candidateId: await group() });
    expect(done, done.msg).toMatchObject({ status: 200, data: { recordId: 'm1' } });
    expect(await above('o1')).toBe('m1');
    expect((await refers())[0]?.row).toContain('m1');
    expect(await undo(done.data.id)).toMatchObject({ status: 200 });
    expect([await aboves(), await refers()]).toEqual(before);
  });

  it('of a record and what stands above it leaves no record below itself', async () => {
    await put({ id: 'o1' }, { id: 'm1', parent: 'm2' }, { id: 'm2', parent: 'o1' });
    const before = await aboves();
    const done = await merge({ candidateId: await group(), keeps: 'm1', chosen: { parent: 'm1' } });
    expect(done, done.msg).toMatchObject({ status: 200 });
    expect(await above('m1')).toBe('o1');
    await undo(done.data.id);
    expect(await aboves()).toEqual(before);
  });

  it('is refused where it would make a circle', async () => {
    await put({ id: 'm2' }, { id: 'o1', parent: 'm2' }, { id: 'm1', parent: 'o1' });
    const before = await aboves();
    expect(await merge({ candidateId: await group(), keeps: 'm1', chosen: { parent: 'm1' } })).toMatchObject({
      status: 422,
      msg: '合并后“上级”会形成循环，请先调整上下级再合并',
    });
    expect(await aboves()).toEqual(before);
  });
});

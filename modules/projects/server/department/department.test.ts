import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { dayAt } from '../../core/expiry.ts';
import { importFile, itGuardsRecords, sheetOf } from '../test-records.ts';

const BASE = '/api/project/department';
const CODE = 'project:department';
const app = startApp();
const year = Number(dayAt(new Date()).slice(0, 4));

const sample = (n: number, over: Record<string, unknown> = {}): Record<string, unknown> => ({
  deptName: `试验单元${n}`,
  deptCode: `U-${n}`,
  deptType: '2',
  parentId: '0',
  sysDeptId: null,
  leader: '张三',
  leaderPhone: '13912345678',
  viceLeaders: ['李四', '王五'],
  provinceCode: '320000',
  cityCode: '320100',
  address: null,
  establishDate: '2012-03-01',
  mainBusiness: '工程设计',
  staffPlan: 60,
  staffActual: 56,
  certStaff: 18,
  targets: [
    { year: year - 1, contract: '7000.00', output: '6500.00', receipt: '6000.00', profit: '500.00' },
    { year, contract: '8000.00', output: '7200.00', receipt: '6500.00', profit: '-20.00' },
  ],
  status: '1',
  attachments: null,
  sort: n,
  remark: null,
  ...over,
});
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', BASE, sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};
const read = async (id: string) => (await app.admin('GET', `${BASE}/${id}`)).data;
const put = async (id: string, over: Record<string, unknown>) => app.admin('PUT', `${BASE}/${id}`, { ...(await read(id)), ...over });

itKeepsCrudPromises(app, { base: BASE, code: CODE, sample: (n) => sample(n), duplicate: '单元编码已存在' });

itGuardsRecords(app, { base: BASE, alias: '/api/department', code: CODE, sample: (n, sysDeptId) => sample(n, { sysDeptId }) });

describe('the tree', () => {
  it('has no circles, direct or through others', async () => {
    const top = await create(101);
    const middle = await create(102, { parentId: top });
    const low = await create(103, { parentId: middle });
    for (const parentId of [top, middle, low]) {
      const answer = await put(top, { parentId });
      expect(answer).toMatchObject({ status: 422, msg: '上级单元不能是本单元或其下级单元' });
      expect(answer.data[0].path).toBe('parentId');
    }
    expect((await put(low, { parentId: top })).status).toBe(200);
    expect((await put(middle, { parentId: low })).status).toBe(200);
    expect(await read(middle)).toMatchObject({ parentName: '试验单元103' });
    expect((await app.admin('POST', BASE, sample(104, { parentId: '424242' }))).data[0].path).toBe('parentId');
    const found = (await app.admin('GET', `${BASE}/page?below=${low}`)).data.data.map((row: { id: string }) => row.id);
    expect(found.sort()).toEqual([low, middle].sort());
  });

  it('keeps a unit that has others below it', async () => {
    const top = await create(110);
    const low = await create(111, { parentId: top });
    expect(await app.admin('DELETE', `${BASE}/${top}`)).toMatchObject({
      status: 409,
      error: 'entity.inUse',
      msg: '“试验单元110”还有下级单元“试验单元111”，请先删除下级单元',
    });
    expect((await app.admin('DELETE', `${BASE}/batch/${top},${low}`)).status).toBe(200);
  });

  it('links a department of the platform at most once', async () => {
    const dept = (await app.make.dept({ deptName: '关联部' })).id;
    const id = await create(120, { sysDeptId: dept });
    expect(await read(id)).toMatchObject({ sysDeptName: '关联部' });
    const answer = await app.admin('POST', BASE, sample(121, { sysDeptId: dept }));
    expect(answer).toMatchObject({ status: 409, error: 'entity.duplicate', msg: '该系统部门已关联生产单元“试验单元120”' });
    expect((await app.admin('POST', BASE, sample(121, { sysDeptId: '424242' }))).data[0].path).toBe('sysDeptId');
  });

  it('hands the rights of a unit on to what is below it', async () => {
    const dept = (await app.make.dept()).id;
    const top = await create(130);
    const low = await create(131, { parentId: top });
    const call = app.as((await app.make.user({ perms: [`${CODE}:list`, `${CODE}:detail`], dataScope: '4', deptId: dept })).token);
    expect((await call('GET', `${BASE}/${low}`)).status).toBe(404);
    expect((await put(top, { sysDeptId: dept })).status).toBe(200);
    expect((await call('GET', `${BASE}/${low}`)).status).toBe(200);
    expect((await call('GET', `${BASE}/page`)).data.total).toBe(2);
  });
});

describe('yearly targets', () => {
  it('are kept by year, once for each', async () => {
    const id = await create(140, {
      targets: [
        { year, contract: '100' },
        { year: 2020, contract: '1' },
      ],
    });
    expect((await read(id)).targets).toEqual([
      { year: 2020, contract: '1.00', output: null, receipt: null, profit: null },
      { year, contract: '100.00', output: null, receipt: null, profit: null },
    ]);
    expect(await put(id, { targets: [{ year }, { year }] })).toMatchObject({ status: 400 });
    expect((await put(id, { targets: [{ year: 1999 }] })).status).toBe(400);
    expect((await put(id, { targets: [] })).status).toBe(200);
    expect((await read(id)).targets).toEqual([]);
    const row = (await app.admin('GET', `${BASE}/page?keyword=U-140`)).data.data[0];
    expect(row.target).toBeNull();
  });

  it('of this year stand in the list', async () => {
    await create(141);
    const row = (await app.admin('GET', `${BASE}/page?keyword=U-141`)).data.data[0];
    expect(row.target).toEqual({ year, contract: '8000.00', output: '7200.00', receipt: '6500.00', profit: '-20.00' });
  });
});

describe('the telephone number of the head', () => {
  it('is masked but for those who may edit, and the mask that comes back keeps the stored one', async () => {
    const id = await create(150);
    const reader = app.as((await app.make.user({ perms: [`${CODE}:list`, `${CODE}:detail`] })).token);
    expect((await reader('GET', `${BASE}/${id}`)).data.leaderPhone).toBe('139****5678');
    expect((await app.admin('GET', `${BASE}/page?keyword=U-150`)).data.data[0].leaderPhone).toBe('139****5678');
    expect((await read(id)).leaderPhone).toBe('13912345678');
    expect((await put(id, { leaderPhone: '139****5678' })).status).toBe(200);
    expect((await read(id)).leaderPhone).toBe('13912345678');
    expect((await put(id, { leaderPhone: '138****0000' })).status).toBe(422);
    expect((await app.admin('POST', BASE, sample(151, { leaderPhone: '139****5678' }))).status).toBe(422);
    const logs = await app.database.db.selectFrom('sysOperLog').select('changes').execute();
    expect(JSON.stringify(logs)).not.toContain('13912345678');
  });
});

it('asks about a unit of the same name', async () => {
  const id = await create(160, { deptName: '设计 一所' });
  const answer = await app.admin('POST', BASE, sample(161, { deptName: '设计一所' }));
  expect(answer).toMatchObject({ status: 409, error: 'record.similar' });
  expect(answer.data.similar).toEqual([{ id, title: '设计 一所', detail: 'U-160' }]);
  expect((await app.admin('POST', BASE, sample(161, { deptName: '设计一所', confirmSimilar: true }))).status).toBe(200);
});

it('counts people and targets', async () => {
  const place = (await app.make.dept()).id;
  const call = app.as((await app.make.user({ perms: [`${CODE}:list`, `${CODE}:add`], dataScope: '4', deptId: place })).token);
  const top = (await call('POST', BASE, sample(200, { sysDeptId: place, deptType: '3' }))).data.id;
  expect((await call('POST', BASE, sample(201, { parentId: top, staffActual: 4, targets: [{ year, contract: '0.25' }] }))).status).toBe(
    200,
  );
  expect((await call('GET', `${BASE}/stat`)).data).toEqual({
    total: 2,
    staffPlan: 120,
    staffActual: 60,
    certStaff: 36,
    year,
    contract: '8000.25',
    output: '7200.00',
    receipt: '6500.00',
    profit: '-20.00',
    byType: [
      { key: '2', name: '生产院所', count: 1 },
      { key: '3', name: '分公司', count: 1 },
    ],
    byArea: [{ key: '320000', name: '江苏省', count: 2 }],
    byYear: [
      { year: year - 1, contract: '7000.00', output: '6500.00', receipt: '6000.00', profit: '500.00' },
      { year, contract: '8000.25', output: '7200.00', receipt: '6500.00', profit: '-20.00' },
    ],
  });
  expect((await call('GET', `${BASE}/stat?year=${year - 1}`)).data).toMatchObject({ year: year - 1, contract: '7000.00' });
  expect((await call('GET', `${BASE}/stat?year=2001`)).data).toMatchObject({ year: 2001, contract: '0.00' });
});

describe('Excel', () => {
  const TITLES = ['单元名称', '单元编码', '单元类型', '上级单元编码', '负责人', '省份', '城市', '指标年度', '新签合同指标（万元）'];
  const row = (n: number, over: Record<number, string | number | null> = {}) =>
    [`导入单元${n}`, `X-${n}`, '生产院所', null, '张三', '江苏省', '南京市', year, 900].map((cell, index) =>
      index in over ? (over[index] ?? null) : cell,
    );

  it('imports all rows or none, children after their parents', async () => {
    const bad = await importFile(TITLES, [
      row(1, { 3: 'X-2' }),
      row(2),
      row(2, { 0: '别的单元' }),
      row(4, { 7: null }),
      row(5, { 5: null }),
    ]);
    const checked = await app.admin('POST', `${BASE}/import?commit=0`, ...bad);
    expect(checked.data.errors.map((error: { row: number; column: string }) => [error.row, error.column])).toEqual([
      [2, '上级单元编码'],
      [4, '单元编码'],
      [5, '指标年度'],
      [6, '省份'],
    ]);
    const good = await importFile(TITLES, [row(1), row(2, { 3: 'X-1' })]);
    expect((await app.admin('POST', `/api/department/import?commit=1`, ...good)).status).toBe(200);
    const [child] = (await app.admin('GET', `${BASE}/page?keyword=X-2`)).data.data;
    expect(child).toMatchObject({ parentName: '导入单元1', areaName: '江苏省 / 南京市', target: { year, contract: '900.00' } });
  });

  it('exports the targets of this year, and whole telephone numbers only to those who may edit', async () => {
    await create(170);
    const columns = ['deptName', 'leaderPhone', 'targetYear', 'targetContract'];
    const asked = { keyword: 'U-170', columns };
    expect(await sheetOf((await app.admin('POST', `${BASE}/export`, asked)).raw)).toEqual([
      ['单元名称', '负责人电话', '指标年度', '新签合同指标（万元）'],
      ['试验单元170', '13912345678', year, 8000],
    ]);
    const reader = app.as((await app.make.user({ perms: [`${CODE}:export`] })).token);
    expect((await sheetOf((await reader('POST', `${BASE}/export`, asked)).raw))[1]?.[1]).toBe('139****5678');
  });
});

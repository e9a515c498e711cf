import { describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { creditCode, makeSupplier as sample } from './test-supplier.ts';

const BASE = '/api/project/supplier';
const CODE = 'project:supplier';
const app = startApp();
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', BASE, sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};
const read = async (id: string) => (await app.admin('GET', `${BASE}/${id}`)).data;
const move = (id: string, listStatus: string, reason?: string) => app.admin('POST', `${BASE}/${id}/status`, { listStatus, reason });

interface Judged {
  year: number;
  quality: number;
  score: number;
  grade: string;
  weights: { price: number };
}

describe('the state of a supplier', () => {
  it('moves with its history, and not by an ordinary change', async () => {
    const id = await create(1);
    expect(await move(id, '2')).toMatchObject({ status: 200 });
    expect(await move(id, '3')).toMatchObject({ status: 200 });
    await app.admin('PUT', `${BASE}/${id}`, { ...(await read(id)), listStatus: '5' });
    expect((await read(id)).listStatus).toBe('3');
    expect(await move(id, '4', '多次延误工期')).toMatchObject({ status: 200 });
    const found = await read(id);
    expect(found).toMatchObject({ listStatus: '4', statusReason: '多次延误工期' });
    expect(
      found.statusChanges.map((one: { fromStatus: string; toStatus: string; reason: string }) => [
        one.fromStatus,
        one.toStatus,
        one.reason,
      ]),
    ).toEqual([
      ['3', '4', '多次延误工期'],
      ['2', '3', null],
      ['1', '2', null],
      [null, '1', null],
    ]);
  });

  it('refuses steps that do not exist, and missing reasons', async () => {
    const id = await create(2);
    expect(await move(id, '3')).toMatchObject({ status: 422, msg: '潜在供应商不能直接转为战略，可转为：合格、暂停、黑名单' });
    expect(await move(id, '1')).toMatchObject({ status: 422, msg: /已经是/ });
    expect(await move(id, '4')).toMatchObject({ status: 422, data: [{ path: 'reason' }] });
    expect(await move(id, '5', '  ')).toMatchObject({ status: 422, data: [{ path: 'reason' }] });
    expect(await move(id, '9')).toMatchObject({ status: 400 });
    expect((await read(id)).statusChanges).toHaveLength(1);
  });

  it('is blacklisted and cleared only by those who may', async () => {
    const id = await create(3);
    const editor = app.as((await app.make.user({ perms: [`${CODE}:edit`] })).token);
    const warden = app.as((await app.make.user({ perms: [`${CODE}:blacklist`] })).token);
    const to = (call: typeof editor, listStatus: string) => call('POST', `${BASE}/${id}/status`, { listStatus, reason: '围标串标' });
    expect(await to(editor, '5')).toMatchObject({ status: 403, error: 'auth.noPermission' });
    expect(await to(warden, '2')).toMatchObject({ status: 403 });
    expect((await to(editor, '2')).status).toBe(200);
    expect((await to(warden, '5')).status).toBe(200);
    expect(await to(editor, '4')).toMatchObject({ status: 403 });
    expect(await to(warden, '2')).toMatchObject({ status: 422 });
    expect((await to(warden, '4')).status).toBe(200);
  });

  it('is judged by the reach of the very permission', async () => {
    const here = await app.make.dept();
    const id = await create(4, { ownerDeptId: here.id });
    const all = await app.make.role({ perms: [`${CODE}:edit`], dataScope: '1' });
    const user = await app.make.user({ perms: [`${CODE}:blacklist`], dataScope: '5', roles: [all] });
    const call = app.as(user.token);
    expect(await call('POST', `${BASE}/${id}/status`, { listStatus: '5', reason: '越权' })).toMatchObject({ status: 404 });
    expect((await call('POST', `${BASE}/${id}/status`, { listStatus: '2' })).status).toBe(200);
  });

  it('on the blacklist closes every way back in', async () => {
    const id = await create(5, { supplierName: '绍兴中桥劳务有限公司' });
    const options = async () => (await app.admin('GET', `${BASE}/list?keyword=${encodeURIComponent('绍兴中桥')}`)).data.length;
    expect(await options()).toBe(1);
    await move(id, '5', '拖欠农民工工资');
    expect(await options()).toBe(0);
    expect(await app.admin('POST', BASE, sample(5, { supplierName: '换个名字' }))).toMatchObject({ status: 422, msg: /黑名单/ });
    const other = await create(6);
    const taken = { ...(await read(other)), creditCode: creditCode(5) };
    expect(await app.admin('PUT', `${BASE}/${other}`, taken)).toMatchObject({ status: 422, msg: /黑名单/ });
    const renumbered = { ...(await read(id)), creditCode: creditCode(7) };
    expect(await app.admin('PUT', `${BASE}/${id}`, renumbered)).toMatchObject({ status: 422, data: [{ path: 'creditCode' }] });
    expect(await app.admin('DELETE', `${BASE}/${id}`)).toMatchObject({ status: 422, msg: /绍兴中桥/ });
    expect(await app.admin('DELETE', `${BASE}/batch/${other},${id}`)).toMatchObject({ status: 422 });
    expect((await app.admin('GET', `${BASE}/${other}`)).status).toBe(200);
    for (const listStatus of ['4', '5'])
      expect(await app.admin('POST', BASE, sample(8, { listStatus }))).toMatchObject({ status: 422, data: [{ path: 'listStatus' }] });
  });

  it('changes once when two people press at the same time', async () => {
    const id = await create(9);
    const answers = await Promise.all([move(id, '2'), move(id, '2')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect((await read(id)).statusChanges).toHaveLength(2);
  });
});

describe('the yearly evaluation', () => {
  const marks = { quality: 90, schedule: 80, price: 70, service: 60, safety: 95 };
  const judge = (id: string, body: Record<string, unknown>) => app.admin('POST', `${BASE}/${id}/scores`, { ...marks, ...body });

  it('has one row a year, replaced with a trace; the supplier shows its latest year', async () => {
    const id = await create(20);
    expect((await judge(id, { year: 2024 })).data).toEqual({ score: 81.5, grade: 'B', replaced: false, suggestsSuspension: false });
    await judge(id, { year: 2022, quality: 100, schedule: 100, price: 100, service: 100, safety: 100 });
    expect(await read(id)).toMatchObject({ score: '81.5', grade: 'B', scoreYear: 2024 });
    expect((await judge(id, { year: 2024, quality: 96, schedule: 92, price: 88, service: 90 })).data).toMatchObject({
      grade: 'A',
      replaced: true,
    });
    expect(await read(id)).toMatchObject({ grade: 'A', scoreYear: 2024 });
    const { scores, weights } = (await app.admin('GET', `${BASE}/${id}/scores`)).data;
    expect(scores.map((one: Judged) => [one.year, one.quality, one.grade])).toEqual([
      [2024, 96, 'A'],
      [2022, 100, 'A'],
    ]);
    expect(weights).toEqual({ quality: 30, schedule: 20, price: 15, service: 15, safety: 20 });
    expect(JSON.stringify((await app.admin('GET', `${BASE}/${id}/changes`)).data)).toMatch(/81\.5分 B级/);
  });

  it('suggests suspension at D, unless the supplier is suspended already', async () => {
    const id = await create(21);
    const bad = { year: 2025, quality: 40, schedule: 50, price: 60, service: 55, safety: 45 };
    expect((await judge(id, bad)).data).toMatchObject({ grade: 'D', suggestsSuspension: true });
    await move(id, '4', '评价为D级');
    expect((await judge(id, bad)).data).toMatchObject({ grade: 'D', suggestsSuspension: false });
  });

  it('follows the weights of the settings, and remembers those of earlier years', async () => {
    const id = await create(22);
    await judge(id, { year: 2023 });
    const key = 'project.supplier.weight.price';
    const { data } = await app.admin('GET', `/system/configs/page?configKey=${key}`);
    const [config] = data.data;
    const set = (configValue: string, version: number) =>
      app.admin('PUT', `/system/configs/${config.id}`, { ...config, configValue, version });
    expect((await set('85', config.version)).status).toBe(200);
    expect((await judge(id, { year: 2024 })).data.score).toBe(76.8);
    await set(config.configValue, config.version + 1);
    const { scores } = (await app.admin('GET', `${BASE}/${id}/scores`)).data;
    expect(scores.map((one: Judged) => [one.year, one.score, one.weights.price])).toEqual([
      [2024, 76.8, 85],
      [2023, 81.5, 15],
    ]);
  });

  it.each([
    [31, { quality: 101 }, /0到100/],
    [32, { quality: -1 }, /0到100/],
    [33, { quality: 90.55 }, /一位小数/],
    [34, { quality: null }, /质量/],
    [35, { year: 1999 }, /年度/],
  ])('refuses (%i) %j', async (n, body, message) => {
    const id = await create(n);
    expect(await judge(id, { year: 2025, ...body })).toMatchObject({ status: 400, msg: expect.stringMatching(message) });
  });

  it('does not judge the future', async () => {
    const id = await create(29);
    expect(await judge(id, { year: new Date().getUTCFullYear() + 2 })).toMatchObject({ status: 422, data: [{ path: 'year' }] });
  });
});

describe('Excel', () => {
  const TITLES = [
    '供应商名称',
    '统一社会信用代码',
    '供应商类型',
    '省份',
    '城市',
    '联系人',
    '联系电话',
    '资质名称',
    '资质有效期至',
    '确认重复',
  ];
  const file = async (rows: (string | null)[][]): Promise<[Buffer, Record<string, string>]> => {
    const chunks: Uint8Array[] = [];
    const columns = TITLES.map((title) => ({ title, width: 12 }));
    for await (const chunk of workbook([{ name: '供应商', columns, rows }])) chunks.push(chunk);
    return multipart('供应商.xlsx', Buffer.concat(chunks));
  };
  const row = (n: number, over: Partial<Record<string, string | null>> = {}) => {
    const values: Record<string, string | null> = {
      供应商名称: `导入公司${n}`,
      统一社会信用代码: creditCode(n),
      供应商类型: '材料',
      省份: '浙江省',
      城市: '杭州市',
      联系人: '张三',
      联系电话: '13900000001',
      资质名称: '预拌混凝土专业承包',
      资质有效期至: '2028-12-31',
      确认重复: null,
      ...over,
    };
    return TITLES.map((title) => values[title] ?? null);
  };
  const count = async () => (await app.admin('GET', `${BASE}/page?supplierName=${encodeURIComponent('导入公司')}`)).data.total as number;

  it('imports all rows or none, naming each row that is wrong', async () => {
    const twice = await create(300, { supplierName: '已有公司甲' });
    await move(twice, '5', '伪造资质');
    const bad = await file([
      row(301),
      row(302, { 统一社会信用代码: '91350100M000100Y44' }),
      row(303, { 省份: '浙江' }),
      row(304, { 城市: '南京市' }),
      row(305, { 供应商类型: '劳务分包' }),
      row(306, { 联系电话: '123' }),
      row(300),
      row(307, { 供应商名称: '导入公司301' }),
      row(301, { 供应商名称: '导入公司别名' }),
    ]);
    const checked = (await app.admin('POST', `${BASE}/import?commit=0`, ...bad)).data;
    expect(checked.errors.map((one: { row: number; column: string }) => [one.row, one.column])).toEqual([
      [3, '统一社会信用代码'],
      [4, '省份'],
      [5, '城市'],
      [6, '安全生产许可证号'],
      [7, '联系电话'],
      [8, '统一社会信用代码'],
      [9, '确认重复'],
      [10, '统一社会信用代码'],
    ]);
    expect(checked.errors[5].message).toMatch(/黑名单/);
    expect(checked.errors[6].message).toMatch(/导入公司301.*“是”/);
    expect(await app.admin('POST', `${BASE}/import?commit=1`, ...bad)).toMatchObject({ status: 422, error: 'import.invalid' });
    expect(await count()).toBe(0);
  });

  it('imports confirmed duplicates, qualifications and areas, and exports what it has imported', async () => {
    const good = await file([row(311), row(312, { 供应商名称: '导入公司311', 确认重复: '是' }), row(313, { 省份: '北京市', 城市: null })]);
    const answer = await app.admin('POST', `${BASE}/import?commit=1`, ...good);
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    expect(await count()).toBe(3);
    const exporter = app.as((await app.make.user({ perms: [`${CODE}:export`] })).token);
    const sheet = await exporter('POST', `${BASE}/export`, { supplierName: '导入公司' });
    const { rows } = await readSheet(sheet.raw, 100);
    const cells = rows.map((one) => one.cells.map(String));
    const at = (title: string) => cells[0]?.indexOf(title) ?? -1;
    expect(cells.slice(1, 4).map((one) => [one[at('供应商名称')], one[at('所在地')], one[at('联系电话')], one[at('资质')]])).toEqual([
      ['导入公司311', '浙江省 / 杭州市', '139****0001', '预拌混凝土专业承包 至2028-12-31'],
      ['导入公司311', '浙江省 / 杭州市', '139****0001', '预拌混凝土专业承包 至2028-12-31'],
      ['导入公司313', '北京市', '139****0001', '预拌混凝土专业承包 至2028-12-31'],
    ]);
    expect(cells[0]).not.toContain('银行账号');
  });

  it('works by the second path, too', async () => {
    const template = await app.admin('POST', '/api/supplier/import/template');
    const { rows } = await readSheet(template.raw, 10);
    expect(rows[0]?.cells).toContain('统一社会信用代码*');
    expect((await app.admin('POST', '/api/supplier/export', {})).status).toBe(200);
    const errors = await app.admin('POST', '/api/supplier/import/errors', ...(await file([row(320, { 省份: '无' })])));
    expect(JSON.stringify((await readSheet(errors.raw, 10)).rows)).toContain('省份“无”不存在');
  });
});

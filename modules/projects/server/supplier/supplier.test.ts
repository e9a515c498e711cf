import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { makeSupplier as sample, creditCode } from './test-supplier.ts';

const BASE = '/api/project/supplier';
const CODE = 'project:supplier';
const app = startApp();
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', BASE, sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};
const read = async (id: string) => (await app.admin('GET', `${BASE}/${id}`)).data;

itKeepsCrudPromises(app, { base: BASE, code: CODE, sample: (n) => sample(n) });
itKeepsCrudPromises(app, { base: '/api/supplier', code: CODE, sample: (n) => sample(n + 500) });

describe('every call', () => {
  let id = '';
  let mine = '';
  let far!: ReturnType<typeof app.as>;
  let near!: ReturnType<typeof app.as>;
  const all = ['list', 'detail', 'add', 'edit', 'remove', 'import', 'export', 'score', 'blacklist'].map((verb) => `${CODE}:${verb}`);
  const score = { year: 2025, quality: 80, schedule: 80, price: 80, service: 80, safety: 80 };
  const calls = (target: string) =>
    [
      ['GET', `${BASE}/${target}`],
      ['PUT', `${BASE}/${target}`, { ...sample(1001), version: 0 }],
      ['DELETE', `${BASE}/${target}`],
      ['DELETE', `${BASE}/batch/${target}`],
      ['GET', `${BASE}/${target}/changes`],
      ['GET', `${BASE}/${target}/scores`],
      ['POST', `${BASE}/${target}/scores`, score],
      ['POST', `${BASE}/${target}/status`, { listStatus: '2' }],
    ] as const;
  const others = [
    ['GET', `${BASE}/page`],
    ['GET', `${BASE}/stat`],
    ['POST', BASE, sample(1002)],
    ['POST', `${BASE}/export`, {}],
    ['POST', `${BASE}/import/template`],
    ['POST', `${BASE}/import`],
    ['POST', `${BASE}/import/errors`],
  ] as const;

  beforeAll(async () => {
    const here = await app.make.dept();
    const there = await app.make.dept();
    id = await create(1000, { ownerDeptId: here.id });
    near = app.as((await app.make.user({ perms: all, dataScope: '4', deptId: here.id })).token);
    far = app.as((await app.make.user({ perms: all, dataScope: '4', deptId: there.id })).token);
    const answer = await far('POST', BASE, sample(1003));
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    mine = answer.data.id;
  });

  it('is refused to strangers and to accounts without the right, also by its second path', async () => {
    const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
    for (const [method, path, body] of [...calls(id), ...others])
      for (const way of [path, path.replace(BASE, '/api/supplier')]) {
        expect((await app.stranger(method, way, body)).status, `${method} ${way}`).toBe(401);
        expect(await nobody(method, way, body), `${method} ${way}`).toMatchObject({ status: 403, error: 'auth.noPermission' });
      }
    expect((await app.stranger('GET', `${BASE}/list`)).status).toBe(401);
    expect((await nobody('GET', `${BASE}/list`)).status).toBe(200);
  });

  it('does not see what lies beyond the data scope', async () => {
    for (const [method, path, body] of calls(id))
      expect(await far(method, path, body), `${method} ${path}`).toMatchObject({ status: 404, error: 'entity.notFound' });
    expect((await far('GET', `${BASE}/page`)).data.data.map((row: { id: string }) => row.id)).toEqual([mine]);
    expect((await far('GET', `${BASE}/stat`)).data.total).toBe(1);
    expect(await read(id)).toMatchObject({ version: 0, listStatus: '1', score: null });
  });

  it('works within it, and a new supplier belongs to the department of its maker', async () => {
    expect(await far('GET', `${BASE}/${mine}`)).toMatchObject({ status: 200, data: { supplierName: sample(1003).supplierName } });
    expect((await near('GET', `${BASE}/${id}`)).status).toBe(200);
    expect(await near('POST', `${BASE}/${id}/scores`, score)).toMatchObject({ status: 200, data: { score: 80, grade: 'B' } });
    expect((await near('GET', `${BASE}/${id}/changes`)).data.length).toBeGreaterThanOrEqual(2);
  });

  it('does not put a supplier into a department beyond the reach, unknown or disabled', async () => {
    const { data } = await near('GET', `${BASE}/${id}`);
    const away = await app.make.dept();
    for (const ownerDeptId of [away.id, '4242'])
      expect(await near('PUT', `${BASE}/${id}`, { ...data, ownerDeptId })).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(await near('POST', BASE, sample(1004, { ownerDeptId: away.id }))).toMatchObject({ status: 422 });
  });
});

describe('what is filled in', () => {
  it.each([
    ['creditCode', '91350100M000100Y44', /校验位/],
    ['creditCode', '91350100M00010', /18位/],
    ['supplierType', '0', /类型/],
    ['contactPhone', '12', /联系电话/],
    ['contactPhone', "'; --", /联系电话/],
    ['email', 'nobody', /邮箱/],
    ['registeredCapital', '-1', /注册资本/],
    ['invoiceRate', '101', /税率/],
    ['bankAccount', '12ab', /银行账号/],
    ['cityCode', '33', /区划/],
    ['establishDate', '2024-02-30', /日期/],
    ['supplierName', ' ', /供应商名称/],
    ['supplierName', '长'.repeat(201), /200/],
  ])('%s %s is refused', async (field, value, message) => {
    expect(await app.admin('POST', BASE, sample(50, { [field]: value }))).toMatchObject({
      status: 400,
      msg: expect.stringMatching(message),
    });
  });

  it('belongs together: city to province, licence to subcontractors', async () => {
    expect(await app.admin('POST', BASE, sample(51, { provinceCode: '320000' }))).toMatchObject({ status: 422, msg: /不属于/ });
    expect(await app.admin('POST', BASE, sample(51, { provinceCode: '330100' }))).toMatchObject({ status: 422, msg: /省份/ });
    expect(await app.admin('POST', BASE, sample(51, { cityCode: '339900' }))).toMatchObject({ status: 422, msg: /城市/ });
    for (const supplierType of ['1', '2']) {
      const refused = await app.admin('POST', BASE, sample(52, { supplierType }));
      expect(refused).toMatchObject({ status: 422, data: [{ path: 'safetyLicenseNo' }] });
      const undated = await app.admin('POST', BASE, sample(52, { supplierType, safetyLicenseNo: '浙JZ安许证字2024-1' }));
      expect(undated).toMatchObject({ status: 422, data: [{ path: 'safetyValidTo' }] });
    }
    await create(52, { supplierType: '1', safetyLicenseNo: '浙JZ安许证字2024-1', safetyValidTo: '2028-01-01' });
  });

  it('keeps qualifications in their order and knows what ends first', async () => {
    const qualifications = [
      { qualName: '市政公用工程施工总承包', qualLevel: '二级', qualNo: 'D233', qualValidTo: '2029-06-30' },
      { qualName: '建筑装修装饰工程', qualLevel: '一级', qualNo: null, qualValidTo: '2028-03-01' },
      { qualName: '环保工程 😀', qualLevel: null, qualNo: null, qualValidTo: null },
    ];
    const id = await create(53, { qualifications });
    const found = await read(id);
    expect(found).toMatchObject({ qualifications, nextExpiry: '2028-03-01' });
    await app.admin('PUT', `${BASE}/${id}`, { ...found, qualifications: qualifications.slice(0, 1), safetyValidTo: '2027-01-01' });
    expect(await read(id)).toMatchObject({ qualifications: qualifications.slice(0, 1), nextExpiry: '2027-01-01' });
    await app.admin('PUT', `${BASE}/${id}`, { ...(await read(id)), qualifications: [], safetyValidTo: null });
    expect(await read(id)).toMatchObject({ qualifications: [], nextExpiry: null });
  });

  it('finds by keyword, grade, place and what ends soon', async () => {
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const id = await create(54, {
      supplierName: '杭州_百分%建材公司',
      qualifications: [
        { qualName: '已过期', qualValidTo: '2020-01-01' },
        { qualName: '快到期', qualValidTo: soon },
      ],
    });
    const ids = async (query: string) =>
      (await app.admin('GET', `${BASE}/page?pageSize=200&${query}`)).data.data.map((row: { id: string }) => row.id) as string[];
    for (const keyword of ['_百分%', '杭州_', creditCode(54), creditCode(54).toLowerCase(), (await read(id)).supplierCode])
      expect(await ids(`keyword=${encodeURIComponent(keyword)}`), keyword).toEqual([id]);
    expect(await ids('expiring=30')).toEqual([id]);
    expect(await ids('expiring=0')).toEqual([id]);
    expect(await ids('expiring=7')).toEqual([]);
    expect(await ids('areaCode=330100')).toContain(id);
    expect(await ids('areaCode=330000')).toContain(id);
    expect(await ids('areaCode=320000')).not.toContain(id);
    expect(await ids('grade=none')).toContain(id);
    expect((await app.admin('GET', `${BASE}/stat`)).data.expiring).toEqual({ within7: 0, within30: 1, within90: 1, ended: 1 });
  });
});

describe('numbers', () => {
  it('are different for suppliers that are added at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => app.admin('POST', BASE, sample(100 + n))));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    const codes = await Promise.all(answers.map(async (answer) => (await read(answer.data.id)).supplierCode as string));
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^GYS20\d\d-\d{4,}$/);
  });

  it('are not chosen by the caller', async () => {
    const id = await create(130, { supplierCode: 'GYS1999-0001' });
    expect((await read(id)).supplierCode).not.toBe('GYS1999-0001');
  });

  it('are masked for those who may not edit, and come back unchanged', async () => {
    const id = await create(131, { contactPhone: '13812340001', bankAccount: '6222 0212-3456 7890', bankName: '中国银行' });
    expect(await read(id)).toMatchObject({ contactPhone: '13812340001', bankAccount: '6222021234567890' });
    const reader = app.as((await app.make.user({ perms: [`${CODE}:detail`, `${CODE}:list`, `${CODE}:export`] })).token);
    const masked = (await reader('GET', `${BASE}/${id}`)).data;
    expect(masked).toMatchObject({ contactPhone: '138****0001', bankAccount: '********7890' });
    const listed = (await app.admin('GET', `${BASE}/page?keyword=${creditCode(131)}`)).data.data[0];
    expect(listed.contactPhone).toBe('138****0001');
    expect(listed).not.toHaveProperty('bankAccount');

    expect(await app.admin('PUT', `${BASE}/${id}`, { ...masked, contact: '王五' })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ contact: '王五', contactPhone: '13812340001', bankAccount: '6222021234567890' });
    const other = { ...(await read(id)), contactPhone: '139****0001' };
    expect(await app.admin('PUT', `${BASE}/${id}`, other)).toMatchObject({ status: 422, data: [{ path: 'contactPhone' }] });
    const account = { ...(await read(id)), bankAccount: '********0000' };
    expect(await app.admin('PUT', `${BASE}/${id}`, account)).toMatchObject({ status: 422, data: [{ path: 'bankAccount' }] });
    expect(await app.admin('PUT', `${BASE}/${id}`, { ...(await read(id)), bankAccount: null })).toMatchObject({ status: 200 });
    expect((await read(id)).bankAccount).toBeNull();
    expect(await app.admin('POST', BASE, sample(132, { contactPhone: '138****0001' }))).toMatchObject({ status: 422 });
  });

  it('of bank accounts rest sealed and never reach the logs', async () => {
    const id = await create(133, { bankAccount: '6222029876543210' });
    const row = await app.database.db.selectFrom('prjSupplier').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('6222029876543210');
    await app.admin('PUT', `${BASE}/${id}`, { ...(await read(id)), bankAccount: '6222020000001111' });
    const logs = await app.database.db.selectFrom('sysOperLog').selectAll().execute();
    expect(JSON.stringify(logs)).not.toMatch(/6222029876543210|6222020000001111/);
    expect(JSON.stringify((await app.admin('GET', `${BASE}/${id}/changes`)).data)).toContain('********1111');
  });
});

describe('duplicates', () => {
  it('with the same credit code are refused, in words that fit the reach', async () => {
    const { id: deptId } = await app.make.dept();
    await create(200, { supplierName: '宁波华泰设备租赁有限公司', ownerDeptId: deptId });
    const again = sample(200, { supplierName: '另一家公司' });
    expect(await app.admin('POST', BASE, again)).toMatchObject({ status: 409, error: 'entity.duplicate', msg: /宁波华泰/ });
    const other = app.as((await app.make.user({ perms: [`${CODE}:add`], dataScope: '5' })).token);
    const refused = await other('POST', BASE, again);
    expect(refused).toMatchObject({ status: 409, msg: '统一社会信用代码已存在，由其他部门维护' });
  });

  it('that look alike are shown once, and saved when the person insists', async () => {
    const id = await create(201, { supplierName: '温州（万润）建材有限公司' });
    const alike = sample(202, { supplierName: '温州万润 建材有限公司' });
    const asked = await app.admin('POST', BASE, alike);
    expect(asked).toMatchObject({ status: 409, error: 'record.similar' });
    expect(asked.data.similar).toEqual([{ id, title: '温州（万润）建材有限公司', detail: expect.stringContaining(creditCode(201)) }]);
    const other = app.as((await app.make.user({ perms: [`${CODE}:add`], dataScope: '5' })).token);
    expect((await other('POST', BASE, alike)).data.similar).toMatchObject([{ id: null, detail: '由其他部门维护' }]);
    const saved = await app.admin('POST', BASE, { ...alike, confirmSimilar: true });
    expect(saved.status).toBe(200);
    const kept = await read(saved.data.id);
    expect(await app.admin('PUT', `${BASE}/${saved.data.id}`, { ...kept, contact: '赵六' })).toMatchObject({ status: 200 });
  });

  it('by safety licence are shown too', async () => {
    await create(203, { safetyLicenseNo: '浙JZ-777', safetyValidTo: '2028-01-01' });
    const asked = await app.admin('POST', BASE, sample(204, { safetyLicenseNo: '浙JZ-777', safetyValidTo: '2028-01-01' }));
    expect(asked).toMatchObject({ status: 409, error: 'record.similar' });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Method, type Send } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { addDays, dayAt } from '../../core/expiry.ts';
import { makeQualification, qualificationInput, typeIdOf } from './make-for-test.ts';

const app = startApp();
const BASE = '/api/project/practicingQualification';
const CODE = 'project:practicingQualification';
const today = dayAt(new Date());
// numbers of GB 11643, appendix B
const ID_CARD = '11010519491231002X';
const OTHER_CARD = '440524188001010014';
const PERMS = ['list', 'detail', 'add', 'edit', 'remove', 'occupy', 'export', 'import'].map((action) => `${CODE}:${action}`);

let root = '';
let branch = '';
let type = '';
beforeAll(async () => {
  root = (await app.make.dept({ deptName: '衡远集团' })).id;
  branch = (await app.make.dept({ deptName: '江苏分公司', parentId: root })).id;
  type = await typeIdOf(app, '1001');
});
const input = (over: Record<string, unknown> = {}) => qualificationInput({ branchId: branch, typeId: type, ...over });
const post = (over: Record<string, unknown> = {}, call: Send = app.admin) => call('POST', BASE, input(over));
const read = async (id: string, call: Send = app.admin) => (await call('GET', `${BASE}/${id}`)).data;
const ids = async (query: string, call: Send = app.admin) =>
  (await call('GET', `${BASE}/page?pageSize=200&${query}`)).data.data.map((row: { id: string }) => row.id) as string[];

const fixed = { personName: '', certNo: '', branchId: '', typeId: '', registerUnit: '某单位', validTo: '2035-01-31', registerStatus: '1' };
itKeepsCrudPromises(app, {
  base: BASE,
  code: CODE,
  sample: (n) => ({ ...fixed, personName: `甲${n}`, certNo: `N-${n}`, branchId: branch, typeId: type }),
  duplicate: '该执业类型下已有相同的资格证书编号',
});

describe('a certificate', () => {
  it('takes its name, upper type and the facts of the identity number from elsewhere', async () => {
    const { data } = await post({ idCardNo: ID_CARD.toLowerCase() });
    expect(await read(data.id)).toMatchObject({
      certName: '一级注册建筑师',
      topTypeName: '注册建筑师',
      typeName: '一级注册建筑师',
      branchName: '江苏分公司',
      deptId: branch,
      idCardNo: ID_CARD,
      gender: '2',
      birthday: '1949-12-31',
      certStatus: '1',
      daysLeft: 700,
      occupied: '0',
    });
  });

  it.each([
    ['a wrong check digit', { idCardNo: '110105194912310021' }, 400, '身份证号校验位不正确'],
    ['a birthday that contradicts the number', { idCardNo: ID_CARD, birthday: '1950-01-01' }, 422, '出生日期与身份证号不一致'],
    ['a gender that contradicts the number', { idCardNo: ID_CARD, gender: '1' }, 422, '性别与身份证号不一致'],
    ['an end before the start', { validFrom: '2026-05-01', validTo: '2026-04-30' }, 422, '有效期至不能早于有效期起'],
    ['an issue in the future', { issueDate: addDays(today, 1) }, 422, '发证日期不能晚于今天'],
    ['a registration before the issue', { issueDate: '2020-05-01', registerDate: '2020-04-30' }, 422, '注册日期不能早于发证日期'],
    ['a day that does not exist', { validTo: '2026-02-30' }, 400, '日期格式'],
    ['no unit', { registerUnit: ' ' }, 400, '注册单位不能为空'],
    ['a phone that is none', { phone: '12345' }, 400, '手机号码格式不正确'],
    ['an unknown type', { typeId: '424242' }, 422, '执业类型不存在'],
    ['an unknown branch', { branchId: '424242' }, 422, '所属分公司不存在'],
    ['an unknown account', { userId: '424242' }, 422, '关联账号不存在'],
    ['an unknown file', { attachments: 'nobody-has-this.pdf' }, 400, '文件'],
  ])('is refused with %s', async (_, over, status, message) => {
    const answer = await post(over);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(message);
  });

  it('needs a specialty of its type, and a type of the lower level that is enabled', async () => {
    const builder = await typeIdOf(app, '1511');
    expect(await post({ typeId: builder })).toMatchObject({ status: 422, data: [{ path: 'specialty' }] });
    expect((await post({ typeId: builder, specialty: '烹饪' })).msg).toContain('机电');
    expect((await post({ typeId: builder, specialty: '机电' })).status).toBe(200);
    expect((await post({ typeId: await typeIdOf(app, '15') })).msg).toContain('下级');
    const off = (await app.admin('GET', `/api/practicingType/${await typeIdOf(app, '2109')}`)).data;
    await app.admin('PUT', `/api/practicingType/${off.id}`, { ...off, status: '0' });
    expect((await post({ typeId: off.id })).msg).toContain('已禁用');
  });

  it('has a number that is unique in its type only', async () => {
    await post({ personName: '乙', certNo: 'SAME-1' });
    expect(await post({ personName: '丙', certNo: 'SAME-1' })).toMatchObject({ status: 409, error: 'entity.duplicate' });
    expect((await post({ personName: '丙', certNo: 'SAME-1', typeId: await typeIdOf(app, '1002') })).status).toBe(200);
  });

  it('is kept from saving twice by accident, and saved when the person insists', async () => {
    const { data } = await post({ personName: '赵 一', certNo: 'AB（12）-3' });
    const twin = { personName: '赵一', certNo: 'ａｂ12 3' };
    const answer = await post(twin);
    expect(answer).toMatchObject({ status: 409, error: 'record.similar' });
    expect(answer.data.similar).toEqual([{ id: data.id, title: '赵 一', detail: '一级注册建筑师，编号 AB（12）-3' }]);
    expect((await post({ ...twin, confirmSimilar: true })).status).toBe(200);
    const other = (await app.make.dept()).id;
    const outsider = app.as((await app.make.user({ perms: PERMS, deptId: other, dataScope: '3' })).token);
    const seen = await post({ ...twin, certNo: 'AB-12-3', branchId: other }, outsider);
    expect(seen).toMatchObject({ status: 409, error: 'record.similar' });
    expect(JSON.stringify(seen.body)).not.toContain(data.id);
    expect(JSON.stringify(seen.body)).not.toContain('AB（12）-3');
  });

  it('knows whether it is registered with the company', async () => {
    const of = async (registerUnit: string) => (await read((await post({ registerUnit })).data.id)).isUnified;
    expect(await of('衡远集团')).toBe('1');
    expect(await of('江苏 分公司')).toBe('1');
    expect(await of('衡远集团江苏分公司')).toBe('1');
    expect(await of('衡远建筑设计有限公司')).toBe('0');
    const config = (await app.admin('GET', '/system/configs/page?configKey=project.company.names')).data.data[0];
    await app.admin('PUT', `/system/configs/${config.id}`, { ...config, configValue: '旧名公司、衡远建筑设计有限公司' });
    expect(await of('衡远建筑设计有限公司')).toBe('1');
  });
});

describe('states of certificates', () => {
  it('are right without any nightly run, and can be filtered', async () => {
    const dept = (await app.make.dept()).id;
    const of = (over: Record<string, unknown>) => makeQualification(app, { branchId: dept, ...over });
    const expired = await of({ validTo: addDays(today, -1) });
    const lastDay = await of({ validTo: today });
    const soon = await of({ validTo: addDays(today, 90) });
    const valid = await of({ validTo: addDays(today, 91) });
    const cancelled = await of({ validTo: addDays(today, 500), registerStatus: '4' });
    // what a nightly run stored long ago does not matter
    await app.database.db.updateTable('prjPracticingQualification').set({ certStatus: '1' }).where('branchId', '=', dept).execute();
    const by = async (query: string) => (await ids(`branchId=${dept}&${query}`)).toSorted();
    expect(await by('certStatus=1')).toEqual([valid]);
    expect(await by('certStatus=2')).toEqual([lastDay, soon].toSorted());
    expect(await by('certStatus=3')).toEqual([expired]);
    expect(await by('certStatus=4')).toEqual([cancelled]);
    expect(await by('dueDays=30')).toEqual([lastDay]);
    expect(await by(`validToBegin=${addDays(today, 91)}&validToEnd=${addDays(today, 200)}`)).toEqual([valid]);
    expect((await read(soon)).certStatus).toBe('2');
    const { data: stat } = await app.admin('GET', `${BASE}/stat?branchId=${dept}`);
    expect(stat).toMatchObject({ total: 5, valid: 1, soon: 2, expired: 1, cancelled: 1, due30: 1, occupied: 0 });
    expect(stat.byBranch).toEqual([{ key: dept, name: expect.any(String), count: 5 }]);
    expect(stat.byType).toEqual([{ key: type, name: '一级注册建筑师', count: 5 }]);
  });

  it('are filtered by either level of the type, specialty and registration', async () => {
    const dept = (await app.make.dept()).id;
    const builder = await typeIdOf(app, '1511');
    const id = await makeQualification(app, { branchId: dept, typeId: builder, specialty: '机电', registerStatus: '3' });
    await makeQualification(app, { branchId: dept });
    for (const query of [`typeId=${builder}`, `typeId=${await typeIdOf(app, '15')}`, 'specialty=机电', 'registerStatus=3'])
      expect(await ids(`branchId=${dept}&${encodeURI(query)}`)).toEqual([id]);
  });
});

describe('identity and phone numbers', () => {
  const secretOf = async () => {
    const dept = (await app.make.dept()).id;
    const id = await makeQualification(app, { branchId: dept, idCardNo: OTHER_CARD, phone: '13812340001', certNo: `S-${dept}` });
    return { id, dept };
  };
  it('are sealed at rest and appear in no log', async () => {
    const { id } = await secretOf();
    const row = await app.database.db.selectFrom('prjPracticingQualification').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(OTHER_CARD);
    expect(row.idCardSealed).toMatch(/^v1\./);
    await app.admin('POST', BASE, input({ idCardNo: '440524188001010011' }));
    const logs = await app.database.db.selectFrom('sysOperLog').select(['params', 'changes', 'note', 'exMsg']).execute();
    expect(JSON.stringify(logs)).not.toContain('4405241880010100');
    expect(JSON.stringify((await app.admin('GET', `${BASE}/${id}/changes`)).data)).not.toContain('13812340001');
  });
  it('are masked in lists, and in details for those who may not edit', async () => {
    const { id, dept } = await secretOf();
    const [row] = (await app.admin('GET', `${BASE}/page?branchId=${dept}`)).data.data;
    expect(row).toMatchObject({ idCardNo: '440524********0014', phone: '138****0001' });
    const reader = app.as((await app.make.user({ perms: [`${CODE}:list`, `${CODE}:detail`] })).token);
    expect(await read(id, reader)).toMatchObject({ idCardNo: '440524********0014', phone: '138****0001' });
    expect(await read(id)).toMatchObject({ idCardNo: OTHER_CARD, phone: '13812340001' });
  });
  it('stay as they are when the masked form is sent back', async () => {
    const { id } = await secretOf();
    const data = { ...(await read(id)), idCardNo: '440524********0014', phone: '138****0001' };
    expect((await app.admin('PUT', `${BASE}/${id}`, data)).status).toBe(200);
    expect(await read(id)).toMatchObject({ idCardNo: OTHER_CARD, phone: '13812340001' });
    const foreign = { ...(await read(id)), idCardNo: '110105********002X' };
    expect(await app.admin('PUT', `${BASE}/${id}`, foreign)).toMatchObject({ status: 422, data: [{ path: 'idCardNo' }] });
  });
  it('find their certificates', async () => {
    const { id, dept } = await secretOf();
    expect(await ids(`branchId=${dept}&keyword=${OTHER_CARD}`)).toEqual([id]);
    expect(await ids(`branchId=${dept}&idCardNo=${OTHER_CARD}`)).toEqual([id]);
    expect(await ids(`branchId=${dept}&idCardNo=${ID_CARD}`)).toEqual([]);
    expect(await ids(`branchId=${dept}&keyword=440524`)).toEqual([]);
  });
});

describe('rights', () => {
  it('every call refuses strangers and accounts without the right, under both paths', async () => {
    const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
    const calls: [Method, string, unknown?][] = [
      ['GET', '/stat'],
      ['GET', '/1/changes'],
      ['POST', '/1/occupy', { projectName: 'x' }],
      ['POST', '/1/release', {}],
      ['POST', '/1/renew', { validFrom: '2026-01-01', validTo: '2029-01-01' }],
      ['POST', '/export', {}],
      ['POST', '/import/template', {}],
    ];
    for (const base of [BASE, '/api/practicingQualification'])
      for (const [method, path, body] of calls) {
        expect((await app.stranger(method, base + path, body)).status).toBe(401);
        expect(await nobody(method, base + path, body), path).toMatchObject({ status: 403, error: 'auth.noPermission' });
      }
    for (const path of ['/list', '/getAllBranch']) expect((await app.stranger('GET', BASE + path)).status).toBe(401);
    // the picker is open to everyone signed in, and empty for those who may not list
    expect((await nobody('GET', `${BASE}/list`)).data).toEqual([]);
  });

  it('reach as far as the data scope, for every call', async () => {
    const mine = (await app.make.dept({ parentId: root })).id;
    const own = await makeQualification(app, { branchId: mine });
    const foreign = await makeQualification(app, { branchId: branch });
    const call = app.as((await app.make.user({ perms: PERMS, deptId: mine, dataScope: '4' })).token);
    expect(await ids('', call)).toEqual([own]);
    expect((await call('GET', `${BASE}/list`)).data.map((row: { id: string }) => row.id)).toEqual([own]);
    expect((await call('GET', `${BASE}/stat`)).data.total).toBe(1);
    for (const [method, path, body] of [
      ['GET', `/${foreign}`],
      ['GET', `/${foreign}/changes`],
      ['PUT', `/${foreign}`, { ...input(), version: 0 }],
      ['DELETE', `/${foreign}`],
      ['DELETE', `/batch/${own},${foreign}`],
      ['POST', `/${foreign}/occupy`, { projectName: '某项目' }],
      ['POST', `/${foreign}/release`, {}],
      ['POST', `/${foreign}/renew`, { validFrom: '2026-01-01', validTo: '2039-01-01' }],
    ] as const)
      expect(await call(method, BASE + path, body), `${method} ${path}`).toMatchObject({ status: 404, error: 'entity.notFound' });
    expect(await post({ branchId: branch }, call)).toMatchObject({ status: 422, msg: '所选部门不在您的数据范围内' });
    expect((await post({ branchId: mine }, call)).status).toBe(200);
    const row = await read(own, call);
    expect((await call('PUT', `${BASE}/${own}`, { ...row, branchId: branch, deptId: branch })).status).toBe(422);
    expect((await call('GET', `${BASE}/${own}`)).status).toBe(200);
  });

  it('of the narrowest scope let a person keep their own records in their own department', async () => {
    const call = app.as((await app.make.user({ perms: PERMS, deptId: branch, dataScope: '5' })).token);
    const { data } = await post({}, call);
    expect(await ids('', call)).toEqual([data.id]);
    expect((await post({ branchId: root }, call)).status).toBe(422);
  });

  it('branches are the two upper levels of the organisation', async () => {
    const team = await app.make.dept({ parentId: branch, deptName: '三级小组' });
    const { data } = await app.as((await app.make.user()).token)('GET', `${BASE}/getAllBranch`);
    expect(data).toEqual(
      expect.arrayContaining([
        { id: branch, name: '江苏分公司' },
        { id: root, name: '衡远集团' },
      ]),
    );
    expect(data.map((one: { id: string }) => one.id)).not.toContain(team.id);
    expect((await post({ branchId: team.id })).status).toBe(422);
    expect((await read((await post({ deptId: team.id })).data.id)).deptName).toBe('三级小组');
    expect((await post({ branchId: root, deptId: (await app.make.dept()).id })).status).toBe(422);
  });
});

it('the home page counts as many certificates as the list shows, and says how many are in force', async () => {
  await post({ personName: '过期者', certNo: 'OVER-1', validTo: addDays(today, -1) });
  const { total } = (await app.admin('GET', `${BASE}/page`)).data;
  const areas = (await app.admin('GET', '/system/home')).data.areas as { path: string; value: string; note: string }[];
  const figure = areas.find((area) => area.path === '/project/practicingQualification')!;
  expect(figure.value).toBe(String(total));
  expect(Number(/有效 (\d+) 本/.exec(figure.note)?.[1])).toBeLessThan(total);
});

import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { makeQualification } from './make-for-test.ts';

const app = startApp();
const BASE = '/api/practicingType';
const sample = (n: number, over: Record<string, unknown> = {}) => ({
  parentId: '0',
  typeCode: `T-${n}`,
  typeName: `类型${n}`,
  hasSpecialty: '0',
  specialties: [],
  regDept: '住建',
  validYears: 3,
  eduHours: 120,
  warnDays: 60,
  allowance: '800.00',
  sort: n,
  status: '1',
  remark: null,
  ...over,
});
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', BASE, sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};

itKeepsCrudPromises(app, { base: BASE, code: 'project:practicingType', sample, duplicate: '同一上级下已有同名类型' });

describe('the tree of types', () => {
  it('is there in an installation without demo data, with codes and specialties', async () => {
    const anyone = app.as((await app.make.user()).token);
    const tops = (await anyone('GET', `${BASE}/getTopList`)).data as { id: string; typeName: string }[];
    expect(tops.map((top) => top.typeName)).toEqual(expect.arrayContaining(['注册建筑师', '注册建造师', '其他']));
    const builders = tops.find((top) => top.typeName === '注册建造师');
    const children = (await anyone('GET', `${BASE}/getChildList?parentId=${builders?.id}`)).data;
    expect(children).toMatchObject([
      { typeCode: '1511', hasSpecialty: '1', specialties: expect.arrayContaining(['机电', '民航机场']), parentId: builders?.id },
      { typeCode: '1512' },
    ]);
    expect(children[0].specialties).toHaveLength(10);
    const tree = (await anyone('GET', `${BASE}/list`)).data;
    expect(tree.find((top: { id: string }) => top.id === builders?.id).children).toEqual(children);
  });

  it('answers the same under its second path', async () => {
    for (const path of ['/getTopList', '/list', '/page?typeCode=15', '/tree'])
      expect((await app.admin('GET', `/api/project/practicingType${path}`)).data).toEqual((await app.admin('GET', BASE + path)).data);
  });

  it('refuses strangers, and the management list without the right', async () => {
    for (const path of ['/getTopList', '/getChildList?parentId=0', '/list', '/tree'])
      expect((await app.stranger('GET', BASE + path)).status).toBe(401);
    const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
    expect((await nobody('GET', `${BASE}/tree`)).status).toBe(403);
  });

  it('has two levels and no cycle', async () => {
    const [top, other] = [await create(100), await create(101)];
    const child = await create(102, { parentId: top });
    expect(await app.admin('POST', BASE, sample(103, { parentId: child }))).toMatchObject({
      status: 422,
      msg: expect.stringContaining('两级'),
    });
    expect((await app.admin('POST', BASE, sample(103, { parentId: '424242' }))).status).toBe(422);
    const moved = async (id: string, parentId: string) => {
      const { data } = await app.admin('GET', `${BASE}/${id}`);
      return app.admin('PUT', `${BASE}/${id}`, { ...data, parentId });
    };
    expect((await moved(top, top)).status).toBe(422);
    expect((await moved(top, child)).status).toBe(422);
    expect((await moved(top, other)).msg).toContain('有下级');
    expect((await moved(child, other)).status).toBe(200);
    expect((await app.admin('GET', `${BASE}/${child}`)).data).toMatchObject({ parentId: other, typeLevel: '2' });
  });

  it('stays two levels when two moves meet', async () => {
    const [a, b] = [await create(110), await create(111)];
    const read = async (id: string) => (await app.admin('GET', `${BASE}/${id}`)).data;
    const [rowA, rowB] = [await read(a), await read(b)];
    const answers = await Promise.all([
      app.admin('PUT', `${BASE}/${a}`, { ...rowA, parentId: b }),
      app.admin('PUT', `${BASE}/${b}`, { ...rowB, parentId: a }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422]);
  });

  it('refuses a code that is taken, a second brother of the same name, and specialties that are promised but missing', async () => {
    const top = await create(120);
    await create(121, { parentId: top, typeName: '一级' });
    expect((await app.admin('POST', BASE, sample(123, { typeCode: 'T-121' }))).msg).toBe('类型编码已存在');
    expect(await app.admin('POST', BASE, sample(122, { parentId: top, typeName: '一级' }))).toMatchObject({
      status: 409,
      error: 'entity.duplicate',
    });
    expect((await app.admin('POST', BASE, sample(122, { parentId: top, hasSpecialty: '1' }))).msg).toContain('专业');
  });

  it('does not lose a type that has children or certificates', async () => {
    const top = await create(130);
    const child = await create(131, { parentId: top });
    expect(await app.admin('DELETE', `${BASE}/${top}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    const id = await makeQualification(app, { typeId: child });
    expect((await app.admin('DELETE', `${BASE}/${child}`)).msg).toContain('1本');
    expect((await app.admin('DELETE', `${BASE}/batch/${top},${child}`)).status).toBe(409);
    expect((await app.admin('DELETE', `/api/project/practicingQualification/${id}`)).status).toBe(200);
    expect((await app.admin('DELETE', `${BASE}/batch/${top},${child}`)).status).toBe(200);
  });

  it('takes its certificates along when it moves or warns earlier', async () => {
    const [top, other] = [await create(140), await create(141)];
    const child = await create(142, { parentId: top, warnDays: 10 });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const id = await makeQualification(app, { typeId: child, validTo: inDays(60) });
    const read = async () => (await app.admin('GET', `/api/project/practicingQualification/${id}`)).data;
    expect(await read()).toMatchObject({ certStatus: '1', topTypeId: top });
    const { data } = await app.admin('GET', `${BASE}/${child}`);
    await app.admin('PUT', `${BASE}/${child}`, { ...data, parentId: other, warnDays: 90 });
    expect(await read()).toMatchObject({ certStatus: '2', topTypeId: other });
  });

  it('shows the allowance only to those who may edit types', async () => {
    const id = await create(150, { allowance: '1234.50' });
    const reader = app.as((await app.make.user({ perms: ['project:practicingType:list', 'project:practicingType:detail'] })).token);
    expect((await reader('GET', `${BASE}/${id}`)).data.allowance).toBeNull();
    expect(JSON.stringify((await reader('GET', `${BASE}/page?typeCode=T-150`)).data)).not.toContain('1234.50');
    expect(JSON.stringify((await reader('GET', `${BASE}/tree`)).data)).not.toContain('1234.50');
    expect((await app.admin('GET', `${BASE}/${id}`)).data.allowance).toBe('1234.50');
  });
});

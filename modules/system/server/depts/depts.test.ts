import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';

const app = startApp();
let root = '';
beforeAll(async () => {
  root = (await app.make.dept({ deptName: '试验集团' })).id;
});

const sample = (n: number, over: Record<string, unknown> = {}) => ({
  parentId: root,
  deptName: `部门编号${n}`,
  deptNo: `D-${n}`,
  sortNo: n,
  leaderId: null,
  phone: null,
  status: '1',
  remark: null,
  ...over,
});
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', '/system/depts', sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};
const pathOf = async (id: string) =>
  (await app.database.db.selectFrom('sysDept').select('path').where('id', '=', id).executeTakeFirstOrThrow()).path;
const moveTo = async (id: string, parentId: string, call = app.admin) => {
  const { data } = await app.admin('GET', `/system/depts/${id}`);
  return call('PUT', `/system/depts/${id}`, { ...data, parentId });
};

itKeepsCrudPromises(app, { base: '/system/depts', code: 'system:dept', sample, duplicate: '同一上级下已有同名部门' });

describe('departments', () => {
  it('are listed flat with their parents for everyone signed in', async () => {
    const anyone = app.as((await app.make.user()).token);
    const { data } = await anyone('GET', '/system/depts/list');
    expect(data.find((dept: { id: string }) => dept.id === root)).toEqual({
      id: root,
      parentId: '0',
      deptName: '试验集团',
      deptNo: expect.any(String),
      sortNo: 0,
      status: '1',
    });
  });

  it('have a code that is unique', async () => {
    await create(100);
    expect(await app.admin('POST', '/system/depts', sample(101, { deptNo: 'D-100' }))).toMatchObject({
      status: 409,
      msg: '部门编码已存在',
    });
  });

  it('move with everything below them', async () => {
    const [a, b] = [await create(110), await create(111)];
    const child = await create(112, { parentId: a });
    const leaf = await create(113, { parentId: child });
    expect((await moveTo(child, b)).status).toBe(200);
    expect(await pathOf(leaf)).toBe(`/${root}/${b}/${child}/${leaf}/`);
  });

  it('never form a cycle, not even when two moves meet', async () => {
    const a = await create(120);
    const b = await create(121, { parentId: a });
    expect((await moveTo(a, b)).status).toBe(422);
    expect((await moveTo(a, a)).status).toBe(422);
    const [c, d] = [await create(122), await create(123)];
    const answers = await Promise.all([moveTo(c, d), moveTo(d, c)]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const [pathC, pathD] = [await pathOf(c), await pathOf(d)];
    expect(pathC.startsWith(pathD) || pathD.startsWith(pathC)).toBe(true);
  });

  it('refuse an unknown parent and fields that are not theirs', async () => {
    expect((await app.admin('POST', '/system/depts', sample(130, { parentId: '424242' }))).status).toBe(422);
    const id = await create(130);
    const { data } = await app.admin('GET', `/system/depts/${id}`);
    const before = await pathOf(id);
    await app.admin('PUT', `/system/depts/${id}`, { ...data, ancestors: "0') or 1=1--", path: '/1/', params: { dataScope: 'or 1=1' } });
    expect(await pathOf(id)).toBe(before);
  });

  it('show what a move would change before it happens', async () => {
    const [a, b] = [await create(140), await create(141)];
    const child = await create(142, { parentId: a });
    await app.make.user({ deptId: child });
    await app.make.user({ deptId: b, perms: ['system:user:list'], dataScope: '4' });
    const { data } = await app.admin('GET', `/system/depts/${child}/move-preview?parentId=${b}`);
    expect(data).toMatchObject({
      problem: null,
      deptCount: 1,
      userCount: 1,
      gaining: 1,
      losing: 0,
      toPath: ['试验集团', '部门编号141', '部门编号142'],
    });
    expect((await app.admin('GET', `/system/depts/${a}/move-preview?parentId=${child}`)).data.problem).toContain('下级');
  });

  it('in use are not deleted, and the answer names what uses them', async () => {
    const a = await create(150);
    const child = await create(151, { parentId: a, deptName: '孩子部门' });
    expect((await app.admin('DELETE', `/system/depts/${a}`)).msg).toContain('孩子部门');
    await app.make.user({ deptId: child, nickname: '留守' });
    expect(await app.admin('DELETE', `/system/depts/batch/${a},${child}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
    expect((await app.admin('DELETE', `/system/depts/${child}`)).msg).toContain('留守');
  });

  it('out of reach are like missing ones, and nothing is put below them', async () => {
    const [mine, other] = [await create(160), await create(161)];
    const PERMS = ['system:dept:list', 'system:dept:detail', 'system:dept:add', 'system:dept:edit', 'system:dept:remove'];
    const call = app.as((await app.make.user({ deptId: mine, dataScope: '4', perms: PERMS })).token);
    expect((await call('GET', `/system/depts/${other}`)).status).toBe(404);
    expect((await call('DELETE', `/system/depts/${other}`)).status).toBe(404);
    expect((await call('GET', '/system/depts/tree')).data.map((dept: { id: string }) => dept.id)).toEqual([mine]);
    expect((await call('POST', '/system/depts', sample(162, { parentId: other }))).status).toBe(422);
    expect((await call('POST', '/system/depts', sample(162, { parentId: '0' }))).status).toBe(422);
    const own = (await call('POST', '/system/depts', sample(162, { parentId: mine }))).data.id;
    expect((await moveTo(own, other, call)).status).toBe(422);
  });
});

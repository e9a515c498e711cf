import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { accountNames, deptNames, postNames } from './names.ts';

const app = startApp();

it('gives the names that are asked for, by id, by name and by a part of it; of two equal ones each with its 用户名', async () => {
  const { db } = app.database;
  const dept = await app.make.dept({ deptName: '质量部' });
  const one = await app.make.user({ perms: [], nickname: '张三', deptId: dept.id });
  const two = await app.make.user({ perms: [], nickname: '张三', deptId: dept.id });
  const other = await app.make.user({ perms: [], nickname: '李四_100%', deptId: dept.id });
  const usernames = new Map(
    (await db.selectFrom('sysUser').select(['id', 'username']).execute()).map(({ id, username }) => [id, username] as const),
  );
  const told = (id: string) => `张三（${usernames.get(id)}）`;
  expect([...(await accountNames(db, { ids: [one.id, other.id, '没有', ''] }))]).toEqual([
    [one.id, told(one.id)],
    [other.id, '李四_100%'],
  ]);
  expect([...(await accountNames(db, { names: [told(two.id), '李四_100%'] })).keys()].toSorted()).toEqual([two.id, other.id].toSorted());
  expect([...(await accountNames(db, { names: ['张三'] }))]).toEqual([]);
  expect([...(await accountNames(db, { like: '四_1' })).keys()]).toEqual([other.id]);
  expect((await accountNames(db, { like: usernames.get(two.id)! })).has(two.id)).toBe(true);
  expect([...(await accountNames(db, { ids: [] }))]).toEqual([]);
  expect([...(await deptNames(db, { names: ['质量部'] }))]).toEqual([[dept.id, '质量部']]);
  expect([...(await deptNames(db, { like: '量' }))]).toEqual([[dept.id, '质量部']]);
  expect([...(await postNames(db, { ids: [dept.id] }))]).toEqual([]);
});

import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';

const app = startApp();

async function staleSave(perms: string[]) {
  const target = await app.make.user({ nickname: '被改的人', deptId: (await app.make.dept()).id, perms: ['system:post:list'] });
  const first = await app.make.user({ nickname: '先保存的人', perms: ['system:user:list', 'system:user:edit', 'system:post:list'] });
  const late = await app.make.user({ nickname: '后保存的人', perms });
  const path = `/system/users/${target.id}`;
  const post = (await app.admin('POST', '/system/posts', { postName: `岗位${target.id}` })).data.id;
  const data = { ...(await app.admin('GET', path)).data, postList: [post] };
  const saved = await app.as(first.token)('PUT', path, { ...data, email: 'first@example.com' });
  expect(saved, saved.msg).toMatchObject({ status: 200 });
  const stale = await app.as(late.token)('PUT', path, { ...data, email: 'late@example.com' });
  expect(stale).toMatchObject({ status: 409, error: 'entity.versionConflict' });
  return { stale, read: await app.as(late.token)('GET', path) };
}

it('a stale save is told who saved the other version, when, and what it holds', async () => {
  const { stale } = await staleSave(['system:user:list', 'system:user:edit', 'system:post:list']);
  expect(stale.msg).toMatch(/^数据已被先保存的人于\d{4}-\d{2}-\d{2} \d{2}:\d{2}修改，请核对后重新保存$/);
  expect(stale.data).toMatchObject({
    mine: { email: 'late@example.com' },
    theirs: { email: 'first@example.com' },
    changed: { by: '先保存的人', isOwn: false },
  });
  expect(Date.now() - Date.parse(stale.data.changed.time)).toBeLessThan(60_000);
});

it('the other version holds just what reading the record answers', async () => {
  const { stale, read } = await staleSave(['system:user:list', 'system:user:edit', 'system:post:list']);
  expect(read.status).toBe(200);
  expect(stale.data.theirs).toEqual(read.data);
  expect(JSON.stringify(stale.data)).not.toMatch(/argon2|password_?hash/i);
});

it('the telephone number of an account is told to nobody who sees it masked: not by a conflict, not by a search', async () => {
  const phone = '13812345678';
  const target = await app.make.user({ nickname: '有号码的人', deptId: (await app.make.dept()).id, perms: ['system:post:list'] });
  const post = (await app.admin('POST', '/system/posts', { postName: `岗位${target.id}` })).data.id;
  const row = (await app.admin('GET', `/system/users/${target.id}`)).data;
  const saved = await app.admin('PUT', `/system/users/${target.id}`, { ...row, postList: [post], phone });
  expect(saved, saved.msg).toMatchObject({ status: 200 });
  const reader = app.as(
    (await app.make.user({ perms: ['system:user:list', 'system:user:detail', 'system:user:assign:role', 'system:post:list'] })).token,
  );
  expect((await reader('GET', `/system/users/${target.id}`)).data.phone).toBe('138****5678');
  const late = await reader('PUT', `/system/users/${target.id}/roles`, { roleList: row.roleList, version: 999 });
  expect(late).toMatchObject({ status: 409, error: 'entity.versionConflict' });
  expect(JSON.stringify(late.data)).not.toContain(phone);
  const found = async (as: typeof reader, part: string) => (await as('GET', `/system/users/page?phone=${part}`)).data.total as number;
  // parts of a number would spell what the mask hides
  expect([await found(reader, '1234'), await found(reader, '138123'), await found(reader, phone)]).toEqual([0, 0, 1]);
  expect(await found(app.admin, '1234')).toBe(1);
});

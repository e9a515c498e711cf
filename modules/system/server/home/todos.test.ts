import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';

const app = startApp();
type Todo = { kind: string; title: string; path: string; detail: string };

describe('what waits for people', () => {
  it('nothing waits for an account without rights', async () => {
    const guest = app.as((await app.make.user()).token);
    expect((await guest('GET', '/system/home')).data.todos).toEqual([]);
    expect((await guest('GET', '/system/todos')).data).toEqual([]);
    expect((await guest('GET', '/system/todos/counts')).data).toEqual({ total: 0, kinds: [] });
  });

  it('strangers are told nothing', async () => {
    for (const path of ['/system/todos', '/system/todos/counts']) expect((await app.stranger('GET', path)).status).toBe(401);
  });

  it('roles that were asked for wait for whoever may give them there, and for nobody else', async () => {
    const [here, there] = [await app.make.dept(), await app.make.dept()];
    const waiting = await app.make.user({ deptId: here.id, username: 'waitinga' });
    const role = await app.database.db.selectFrom('sysRole').select('id').limit(1).executeTakeFirstOrThrow();
    await app.database.db
      .insertInto('sysRoleRequest')
      .values({ userId: waiting.id, roleId: role.id, createBy: waiting.id, createTime: new Date() })
      .execute();
    const perms = ['system:user:list', 'system:user:assign:role'];
    const near = await app.make.user({ perms, dataScope: '3', deptId: here.id });
    const far = await app.make.user({ perms, dataScope: '3', deptId: there.id });
    const reader = await app.make.user({ perms: ['system:user:list'], dataScope: '1' });
    const todosOf = async (token: string) => (await app.as(token)('GET', '/system/home')).data.todos as Todo[];
    const [todo, ...others] = await todosOf(near.token);
    expect(others).toEqual([]);
    expect(todo).toMatchObject({ kind: 'system.roleRequest', title: expect.stringContaining('waitinga') });
    expect((await app.as(near.token)('GET', '/system/todos/counts')).data).toEqual({
      total: 1,
      kinds: [{ kind: 'system.roleRequest', label: '角色分配', verb: '去审批', count: 1 }],
    });
    for (const other of [far, reader]) {
      expect(await todosOf(other.token)).toEqual([]);
      expect((await app.as(other.token)('GET', '/system/todos/counts')).data.total).toBe(0);
    }
  });
});

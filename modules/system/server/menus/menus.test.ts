import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { applySeeds } from '../seed/apply.ts';

const app = startApp();

interface Row {
  id: string;
  parentId: string;
  menuName: string;
  menuPath: string | null;
  version: number;
  [field: string]: unknown;
}
const tree = async (): Promise<Row[]> => (await app.admin('GET', '/system/menus/tree')).data;
const byPath = async (path: string): Promise<Row> => {
  const row = (await tree()).find((menu) => menu.menuPath === path);
  if (!row) throw new Error(`no menu ${path}`);
  return row;
};
const folder = (n: number, over: Record<string, unknown> = {}) => ({
  parentId: '0',
  menuName: `模块${n}`,
  menuType: '0',
  menuPath: `/test${n}`,
  menuComponent: 'Layout',
  menuHidden: '0',
  menuSort: 900 + n,
  status: '1',
  ...over,
});
const page = (n: number, parentId: string, over: Record<string, unknown> = {}) =>
  folder(n, { parentId, menuType: '1', menuPath: `page${n}`, menuComponent: `test/page${n}/index`, menuPerms: `test:page:list`, ...over });
const create = async (body: unknown): Promise<string> => {
  const answer = await app.admin('POST', '/system/menus', body);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};

interface Node {
  path: string;
  redirect?: string;
  hidden: boolean;
  component: string | null;
  children?: Node[];
}
const routesOf = async (token: string): Promise<Node[]> => (await app.as(token)('GET', '/system/users/route')).data.routes;

describe('menus', () => {
  it('take a path relative to the parent and store it in full', async () => {
    const parent = await create(folder(1));
    const id = await create(page(1, parent));
    expect((await app.admin('GET', `/system/menus/${id}`)).data.menuPath).toBe('/test1/page1');
  });

  it('refuse duplicate paths, unknown parents, wrong places and cycles', async () => {
    const parent = await create(folder(2));
    const child = await create(folder(3, { parentId: parent, menuPath: '/test2/inner' }));
    const leaf = await create(page(2, child));
    const refused = async (body: unknown) => (await app.admin('POST', '/system/menus', body)).status;
    expect(await refused(folder(4, { menuPath: '/test2' }))).toBe(409);
    expect(await refused(folder(4, { parentId: '424242' }))).toBe(422);
    expect(await refused(page(4, leaf))).toBe(422);
    expect(await refused(folder(4, { menuType: '2', menuPerms: 'test:page:add' }))).toBe(422);
    expect(await refused(folder(4, { menuPath: '' }))).toBe(422);
    expect(await refused(folder(4, { menuPath: 'javascript:alert(1)' }))).toBe(400);
    expect(await refused(folder(4, { menuPerms: '*:*:*' }))).toBe(400);
    const { data } = await app.admin('GET', `/system/menus/${parent}`);
    expect((await app.admin('PUT', `/system/menus/${parent}`, { ...data, parentId: child })).status).toBe(422);
    expect((await app.admin('PUT', `/system/menus/${parent}`, { ...data, parentId: parent })).status).toBe(422);
  });

  it('accept the body of GET sent back and refuse a stale version', async () => {
    const id = await create(folder(5));
    const { data } = await app.admin('GET', `/system/menus/${id}`);
    expect((await app.admin('PUT', `/system/menus/${id}`, data)).status).toBe(200);
    expect(await app.admin('PUT', `/system/menus/${id}`, data)).toMatchObject({ status: 409, error: 'entity.versionConflict' });
  });

  it('are put in order in one go; a move that makes a cycle moves nothing', async () => {
    const a = await create(folder(6));
    const b = await create(folder(7));
    expect(
      (
        await app.admin('PUT', '/system/menus/sort', {
          moves: [
            { id: b, parentId: '0', menuSort: 1 },
            { id: a, parentId: b, menuSort: 1 },
          ],
        })
      ).status,
    ).toBe(200);
    expect(await byPath('/test6')).toMatchObject({ parentId: b, menuSort: 1 });
    const cycle = await app.admin('PUT', '/system/menus/sort', { moves: [{ id: b, parentId: a, menuSort: 1 }] });
    expect(cycle.status).toBe(422);
    expect(await byPath('/test7')).toMatchObject({ parentId: '0' });
  });

  it('in use are not deleted, and the answer names what uses them', async () => {
    const parent = await create(folder(8));
    const id = await create(page(8, parent, { menuName: '占用页面' }));
    expect((await app.admin('DELETE', `/system/menus/${parent}`)).msg).toContain('占用页面');
    const role = (await app.admin('POST', '/system/roles', { roleName: '占用者', roleCode: 'occupier', dataScope: '5', menuList: [id] }))
      .data.id;
    expect((await app.admin('DELETE', `/system/menus/batch/${parent},${id}`)).msg).toContain('占用者');
    await app.admin('DELETE', `/system/roles/${role}`);
    expect((await app.admin('DELETE', `/system/menus/batch/${parent},${id}`)).status).toBe(200);
  });

  it('that are built in keep path, page and permission and are not deleted', async () => {
    const post = await byPath('/basic/system/post');
    for (const change of [{ menuPath: '/elsewhere' }, { menuComponent: 'other/index' }, { menuPerms: 'system:user:list' }])
      expect((await app.admin('PUT', `/system/menus/${post.id}`, { ...post, ...change })).status, JSON.stringify(change)).toBe(422);
    expect((await app.admin('DELETE', `/system/menus/${post.id}`)).status).toBe(422);
    expect((await app.admin('PUT', `/system/menus/${post.id}`, { ...post, menuName: '岗位', menuSort: 1 })).status).toBe(200);
  });

  it('keep what administrators changed when the seeds run again', async () => {
    const count = (await tree()).length;
    await applySeeds(app.node.app.db, app.node.app.ids, app.node.app.modules);
    expect((await tree()).length).toBe(count);
    expect((await byPath('/basic/system/post')).menuName).toBe('岗位');
  });

  it('offer the permissions that the running server asks for', async () => {
    const { data } = await app.admin('GET', '/system/menus/permissions');
    const edit = data.find((info: { perm: string }) => info.perm === 'system:post:edit');
    expect(edit.calls).toContainEqual({ method: 'PUT', path: '/system/posts/:id', summary: '修改岗位' });
    expect(edit.menus).toEqual(['岗位修改']);
  });

  it('with a code are offered as workflow business', async () => {
    const { data } = await app.admin('GET', '/system/menus/list/flow');
    expect(data).toContainEqual(expect.objectContaining({ menuCode: '1015', menuName: '用户管理' }));
  });

  it('carry no permission strings in the list for everyone', async () => {
    const anyone = app.as((await app.make.user()).token);
    const { data } = await anyone('GET', '/system/menus/list');
    expect(data[0]).not.toHaveProperty('menuPerms');
    expect((await anyone('GET', '/system/menus/tree')).status).toBe(403);
  });

  it('every permission of the seed is asked for by some call', async () => {
    const { data } = await app.admin('GET', '/system/menus/permissions');
    const unused = data
      .filter((info: { calls: unknown[]; perm: string }) => info.calls.length === 0)
      .map((info: { perm: string }) => info.perm)
      .filter((perm: string) => /^(system|monitor):/.test(perm))
      // the API document belongs to the platform and to no module; the metrics also take a scrape token, and transfers are everybody's own
      // unless these rights say more; whether a host may lead into private networks is a field of its form: their calls ask themselves
      .filter(
        (perm: string) =>
          !['monitor:api:view', 'monitor:metrics:view', 'system:export:list', 'system:export:remove', 'system:host:private'].includes(perm),
      );
    expect(unused).toEqual([]);
  });
});

describe('routes of an account', () => {
  it('are none without a granted menu, so that the seed message shows', async () => {
    expect(await routesOf((await app.make.user()).token)).toEqual([]);
    expect(await routesOf((await app.make.user({ perms: ['only:a:button'] })).token)).toEqual([]);
  });

  it('bring the folders along, redirect to the first permitted page, and add what everybody gets', async () => {
    const routes = await routesOf((await app.make.user({ perms: ['system:dict:list', 'monitor:operlog:list'] })).token);
    expect(routes.map((node) => node.path)).toEqual(['/screen', '/basic']);
    const [screen, basic] = routes;
    expect(screen).toMatchObject({ component: 'ScreenLayout', hidden: true, children: [{ path: '/screen/userInfo', hidden: true }] });
    expect(basic).toMatchObject({ component: 'Layout', redirect: '/basic/system/dict', hidden: false });
    expect(basic?.children?.map((node) => [node.path, node.component, node.redirect])).toEqual([
      ['/basic/system', null, '/basic/system/dict'],
      ['/basic/monitor', null, '/basic/monitor/operlog'],
    ]);
  });

  it('leave out what is disabled, with everything below it, and its permissions', async () => {
    const user = await app.make.user({ perms: ['system:config:list', 'system:dict:list', 'system:dict:add'] });
    const monitor = await byPath('/basic/system');
    await app.admin('PUT', `/system/menus/${monitor.id}`, { ...monitor, status: '0' });
    expect(await routesOf(user.token)).toEqual([]);
    expect((await app.as(user.token)('GET', '/system/dicts/page')).status).toBe(403);
    const now = await byPath('/basic/system');
    await app.admin('PUT', `/system/menus/${monitor.id}`, { ...now, status: '1' });
    expect((await app.as(user.token)('GET', '/system/dicts/page')).status).toBe(200);
  });
});

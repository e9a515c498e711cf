import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import type { RouteNode } from '../../contract/session.ts';
import { areasOf } from './home.ts';

const app = startApp();
const node = (path: string, title: string, children: RouteNode[] = [], hidden = false): RouteNode => ({
  path,
  component: 'Layout',
  name: path,
  hidden,
  meta: { title, icon: null },
  children,
});

describe('home', () => {
  it('answers the last 24 hours of calls, hours without any included', async () => {
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000);
    await app.database.db
      .insertInto('kitCallStat')
      .values([
        { hour, node: 900, calls: 7, failures: 1 },
        { hour, node: 901, calls: 5, failures: 0 },
      ])
      .execute();
    const user = await app.make.user({ perms: ['system:post:list', 'monitor:server:view'] });
    const call = app.as(user.token);
    await call('PUT', '/system/users/profile/preferences/home.recent', { value: [{ path: '/basic/system/post', title: '岗位管理' }] });
    const { data } = await call('GET', '/system/home');
    expect(data.calls).toHaveLength(24);
    expect(data.calls).toContainEqual({ hour: hour.toISOString(), count: 12, failures: 1 });
    expect(data.online).toBeGreaterThanOrEqual(1);
    expect(data.recent).toEqual([{ path: '/basic/system/post', title: '岗位管理' }]);
  });

  it('tells how the platform is doing only to those who look after it', async () => {
    const plain = await app.make.user({ perms: ['system:post:list'] });
    expect((await app.as(plain.token)('GET', '/system/home')).data).toMatchObject({ calls: [], online: null });
  });

  it('shows figures only of pages that the account has', () => {
    const routes = [
      node('/meta', '元数据', [node('/meta/source', '数据源'), node('/meta/secret', '隐藏', [], true)]),
      node('/basic', '基础', [node('/basic/system', '系统')]),
    ];
    const figure = (path: string) => ({ path, value: '3', unit: '个', note: '' });
    expect(areasOf(routes, [figure('/meta/source'), figure('/meta/secret'), figure('/market/api')])).toEqual([
      { path: '/meta/source', title: '数据源', icon: null, value: '3', unit: '个', note: '' },
      { path: '/basic', title: '基础', icon: null, value: null, unit: null, note: null },
    ]);
  });

  it('the palette asks for a keyword and for a session', async () => {
    expect((await app.admin('GET', '/system/palette?keyword=')).status).toBe(400);
    expect((await app.admin('GET', '/system/palette?keyword=a')).status).toBe(200);
    expect((await app.stranger('GET', '/system/palette?keyword=a')).status).toBe(401);
  });

  it('figures and finds stay inside permission and data scope', async () => {
    const [mine, theirs] = [await app.make.dept(), await app.make.dept()];
    const reader = await app.make.user({ perms: ['system:user:list'], dataScope: '3', deptId: mine.id, username: 'palettea' });
    await app.make.user({ deptId: theirs.id, username: 'paletteb' });
    const plain = await app.make.user();
    const find = async (token: string) =>
      (await app.as(token)('GET', '/system/palette?keyword=palette')).data.map((hit: { path: string }) => hit.path);
    expect(await find(reader.token)).toEqual(['/basic/system/user?q=username:palettea']);
    expect(await find(plain.token)).toEqual([]);
    const areas = (await app.admin('GET', '/system/home')).data.areas as { path: string; value: string }[];
    expect(Number(areas.find((area) => area.path === '/basic/system/user')?.value)).toBeGreaterThanOrEqual(4);
    expect(areas.map((area) => area.path)).toContain('/basic/monitor/online');
  });

  it('strangers see the title of the site and nothing more', async () => {
    expect((await app.stranger('GET', '/system/site')).data).toEqual({ title: '数智大脑', version: '0.0.0-test', demo: false });
  });
});

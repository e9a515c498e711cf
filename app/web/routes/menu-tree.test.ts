import { describe, expect, it } from 'vitest';
import { buildTree, isExternal, landing, nameAmongAll, needsSidebar, pathsOf } from './menu-tree.ts';

const routes = [
  {
    path: '/basic',
    component: 'Layout',
    meta: { title: '平台基础设置' },
    children: [
      {
        path: '/basic/system',
        component: null,
        meta: { title: '系统管理' },
        children: [
          { path: 'user', component: 'basic/system/user/index', meta: { title: '用户管理', icon: 'UserOutlined' } },
          { path: 'user/:id', component: 'basic/system/user/detail', hidden: true, meta: { title: '用户详情' } },
          { path: 'role', component: '/basic/system/role/index', meta: { title: '角色管理' } },
        ],
      },
    ],
  },
  {
    path: '/screen',
    component: 'ScreenLayout',
    meta: { title: '大屏' },
    redirect: '/screen/cockpit',
    children: [{ path: 'cockpit', component: 'screen/cockpit/index', meta: { title: '驾驶舱' } }],
  },
  { path: 'https://example.com', meta: { title: '外部站点' } },
];

describe('menus of an account', () => {
  const tree = buildTree(routes);
  it('joins relative paths and finds pages with their way', () => {
    const node = tree.find('/basic/system/user');
    expect(node).toMatchObject({ title: '用户管理', page: 'basic/system/user/index', layout: 'main' });
    expect(node?.parents.map((parent) => parent.title)).toEqual(['平台基础设置', '系统管理']);
    expect(tree.find('/basic/system/user/17')?.title).toBe('用户详情');
    expect(tree.find('/basic/system/none')).toBeNull();
  });
  it('hands the layout down', () => expect(tree.find('/screen/cockpit')?.layout).toBe('screen'));
  it('lands a folder on its redirect or first visible page', () => {
    expect(landing(tree.find('/basic')!)).toBe('/basic/system/user');
    expect(landing(tree.find('/screen')!)).toBe('/screen/cockpit');
  });
  it('hides the sidebar for a single page', () => {
    expect(needsSidebar(tree.find('/basic'))).toBe(true);
    expect(needsSidebar(tree.find('/screen'))).toBe(false);
    expect(needsSidebar(null)).toBe(false);
  });
  it('calls pages of one name by their area as well', () => {
    const area = (path: string, title: string) => ({
      path,
      component: 'Layout',
      meta: { title },
      children: [
        { path: 'index', component: `${path}/index`, meta: { title: '概览' } },
        { path: 'list', component: `${path}/list`, meta: { title: `${title}清单` } },
      ],
    });
    const two = buildTree([area('/metadata', '元数据管理'), area('/visual', '可视化管理')]);
    expect(nameAmongAll(two.find('/metadata/index')!, two)).toBe('元数据概览');
    expect(nameAmongAll(two.find('/metadata/list')!, two)).toBe('元数据管理清单');
    const one = buildTree([area('/visual', '可视化管理')]);
    expect(nameAmongAll(one.find('/visual/index')!, one)).toBe('概览');
  });
  it('refuses what is no route list', () => expect(() => buildTree([{ path: '', meta: { title: '坏' } }])).toThrow('坏'));
  it('knows stored paths, and none when they are damaged', () => {
    expect(pathsOf(routes)('/basic/system/role')).toBe(true);
    expect(pathsOf([{ path: '' }])('/basic')).toBe(false);
  });
  it.each(['http://a', 'https://a', 'mailto:a@b', 'tel:1'])('takes %s for external', (link) => expect(isExternal(link)).toBe(true));
});

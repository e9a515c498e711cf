import { beforeEach, describe, expect, it } from 'vitest';
import { setPageKeys } from '#kit/web/page/page-keys.ts';
import { findings } from './findings.ts';

type Row = Parameters<typeof findings>[0][number];

const rowOf = (over: Partial<Row>): Row => ({
  id: '1',
  version: 0,
  parentId: '0',
  menuName: '岗位管理',
  menuType: '1',
  menuPath: '/basic/system/post',
  menuComponent: 'basic/system/post/index',
  menuRedirect: null,
  menuPerms: null,
  menuIcon: null,
  menuCode: null,
  menuHidden: '0',
  menuSort: 0,
  isBuiltIn: '0',
  forEverybody: '0',
  status: '1',
  remark: null,
  createBy: null,
  createTime: '2026-11-01T00:00:00Z',
  updateBy: null,
  updateTime: '2026-11-01T00:00:00Z',
  ...over,
});
const permissions = [{ perm: 'system:post:list', calls: [{ method: 'GET', path: '/system/posts/page', summary: '岗位分页' }], menus: [] }];
const textsOf = (...rows: Row[]) => findings(rows, permissions).map((finding) => finding.text);

describe('check of the menus', () => {
  beforeEach(() => setPageKeys(['system/post/index']));

  it('finds nothing odd about a page that exists or a web address', () => {
    expect(
      textsOf(
        rowOf({ menuPerms: 'system:post:list' }),
        rowOf({ id: '2', menuPath: 'https://example.org', menuComponent: null }),
        rowOf({ id: '4', menuType: '0', menuPath: '/basic', menuComponent: 'Layout', menuRedirect: '/basic/system/post' }),
      ),
    ).toEqual([]);
  });

  it('names unknown pages and pages without a component', () => {
    expect(textsOf(rowOf({ menuComponent: 'basic/system/gone/index' }))).toEqual(['组件路径 basic/system/gone/index 没有对应的页面']);
    expect(textsOf(rowOf({ menuComponent: null }))).toEqual(['没有填写组件路径，打开后没有页面']);
  });

  it('names both menus of a path that is used twice', () => {
    expect(findings([rowOf({}), rowOf({ id: '2', menuName: '岗位' })], []).map((finding) => finding.name)).toEqual(['岗位管理', '岗位']);
  });

  it('names redirects to nowhere', () => {
    expect(textsOf(rowOf({ menuType: '0', menuComponent: 'Layout', menuRedirect: '/gone' }))).toEqual(['跳转地址 /gone 没有对应的菜单']);
  });

  it('names permissions that no call asks for, except of built-in menus and before the catalogue is there', () => {
    const odd = rowOf({ menuPerms: 'system:post:fly' });
    expect(textsOf(odd)).toEqual(['权限标识 system:post:fly 没有接口使用']);
    expect(textsOf({ ...odd, isBuiltIn: '1' })).toEqual([]);
    expect(findings([odd], [])).toEqual([]);
  });
});

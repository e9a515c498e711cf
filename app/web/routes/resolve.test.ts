import { describe, expect, it } from 'vitest';
import { buildTree } from './menu-tree.ts';
import { resolve, tabKey } from './resolve.ts';

const tree = buildTree([
  {
    path: '/metadata',
    component: 'Layout',
    meta: { title: '元数据管理' },
    children: [
      { path: '/metadata/datacolumn', component: 'metadata/datacolumn/index', meta: { title: '元数据' } },
      { path: '/project/supplier', component: 'project/supplier/index', meta: { title: '供应商' } },
      { path: '/metadata/tag', component: 'metadata/tag/index', meta: { title: '标签' } },
    ],
  },
]);
const titleAt = (path: string) => {
  const target = resolve(path, tree);
  return target.kind === 'page' ? target.title : target.kind;
};
const keyAt = (pathname: string, search = '') => tabKey({ pathname, search }, resolve(pathname, tree));

describe('an address', () => {
  it('shows the page of its menu', () => expect(titleAt('/metadata/tag')).toBe('标签'));

  it.each(['/basic/system/user', '/metadata/datasource', '/project/department', '/metadata/index'])(
    'of the product that is not among the menus says 没有权限: %s',
    (path) => expect(titleAt(path)).toBe('没有权限'),
  );

  it.each(['/basic/system/no-such-page', '/somebody/own/menu', '/x'])('that the product does not have is unknown: %s', (path) =>
    expect(titleAt(path)).toBe('unknown'),
  );

  it('has a tab for each object where the page shows one of many, and one tab else', () => {
    expect(keyAt('/metadata/datacolumn')).toBe('/metadata/datacolumn');
    expect(keyAt('/metadata/datacolumn', '?table=7&tab=sample')).toBe('/metadata/datacolumn?table=7');
    expect(keyAt('/metadata/datacolumn', '?table=8')).toBe('/metadata/datacolumn?table=8');
    expect(keyAt('/metadata/tag', '?open=detail-1&page=2')).toBe('/metadata/tag');
    expect(keyAt('/project/supplier', '?open=detail-1&tab=files')).toBe('/project/supplier?open=detail-1');
    expect(keyAt('/project/supplier', '?open=new')).toBe('/project/supplier');
    expect(keyAt('/project/supplier', '?open=edit-1')).toBe('/project/supplier');
  });
});

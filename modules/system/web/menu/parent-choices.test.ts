import { describe, expect, it } from 'vitest';
import { isOffered, parentChoices } from './parent-choices.ts';

const rows = [
  { id: '1', parentId: '0', menuName: '平台基础设置', menuType: '0' },
  { id: '2', parentId: '1', menuName: '系统管理', menuType: '0' },
  { id: '3', parentId: '2', menuName: '岗位管理', menuType: '1' },
  { id: '4', parentId: '3', menuName: '新增', menuType: '2' },
] as const;

describe('parents of a menu', () => {
  it('are the root and modules for modules and pages', () => {
    expect(parentChoices(rows, '1')).toEqual([
      { value: '0', label: '顶级', children: [{ value: '1', label: '平台基础设置', children: [{ value: '2', label: '系统管理' }] }] },
    ]);
  });

  it('are pages for buttons, shown below their modules', () => {
    expect(parentChoices(rows, '2')).toEqual([
      {
        value: '1',
        label: '平台基础设置',
        disabled: true,
        children: [{ value: '2', label: '系统管理', disabled: true, children: [{ value: '3', label: '岗位管理' }] }],
      },
    ]);
  });

  it('are never the row itself or what is below it', () => {
    expect(parentChoices(rows, '0', '2')).toEqual([
      { value: '0', label: '顶级', children: [{ value: '1', label: '平台基础设置', children: [] }] },
    ]);
  });

  it('tell whether a value is one of them', () => {
    expect(['1', '2', '3', '0'].filter((id) => isOffered(parentChoices(rows, '2'), id))).toEqual(['3']);
    expect(['1', '2', '3', '0'].filter((id) => isOffered(parentChoices(rows, '1'), id))).toEqual(['1', '2', '0']);
  });
});

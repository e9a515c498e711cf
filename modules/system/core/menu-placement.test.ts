import { describe, expect, it } from 'vitest';
import { fullPath, isWithin, placementProblem, type PlacedMenu } from './menu-placement.ts';

const menu = (id: string, parentId: string, menuType: '0' | '1' | '2', menuPath: string | null = `/${id}`): PlacedMenu => ({
  id,
  parentId,
  menuType,
  menuPath,
});
const others = new Map(
  [menu('a', '0', '0'), menu('b', 'a', '0'), menu('p', 'b', '1'), menu('x', 'p', '2', null)].map((each) => [each.id, each]),
);

describe('places of menus', () => {
  it('are within themselves and what is above, and a broken circle ends', () => {
    const parent: Record<string, string> = { c: 'd', d: 'c' };
    expect(isWithin('p', 'a', (id) => others.get(id)?.parentId)).toBe(true);
    expect(isWithin('a', 'p', (id) => others.get(id)?.parentId)).toBe(false);
    expect(isWithin('c', 'z', (id) => parent[id])).toBe(false);
  });

  it('are refused below themselves, below buttons, and buttons outside pages', () => {
    expect(placementProblem(menu('a', 'b', '0'), others)?.path).toBe('parentId');
    expect(placementProblem(menu('n', 'x', '1'), others)?.message).toContain('按钮下');
    expect(placementProblem(menu('n', 'a', '2', null), others)?.message).toContain('按钮只能');
    expect(placementProblem(menu('n', 'gone', '1'), others)?.message).toContain('不存在');
    expect(placementProblem(menu('n', 'b', '1'), others)).toBeNull();
  });

  it('have a path of their own, in full', () => {
    expect(placementProblem(menu('n', 'a', '1', '/p'), others)?.path).toBe('menuPath');
    expect(placementProblem(menu('n', 'a', '1', null), others)?.path).toBe('menuPath');
    expect(fullPath('post', '/basic/system')).toBe('/basic/system/post');
    expect(fullPath('/post', '/basic')).toBe('/post');
    expect(fullPath('https://example.com', '/basic')).toBe('https://example.com');
  });
});

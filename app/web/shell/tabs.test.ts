import type { Location } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { tabs } from './tabs.ts';

const at = (pathname: string, search = ''): Location => ({ pathname, search, hash: '', state: null, key: 'k' }) as Location;
const paths = () => tabs.get().map((tab) => tab.path);

beforeEach(() => tabs.clear());

describe('open pages', () => {
  it('always begin with the home page and keep the address that they had', () => {
    tabs.show(at('/a', '?page=2'), 'A');
    tabs.show(at('/b'), 'B');
    expect(paths()).toEqual(['/home', '/a', '/b']);
    expect(tabs.get()[1]?.location.search).toBe('?page=2');
    expect(JSON.parse(sessionStorage.getItem('data_ui_tabs') ?? '')).toContainEqual({ path: '/a', title: 'A', search: '?page=2' });
  });

  it('close to the neighbour before; the home page stays', () => {
    tabs.show(at('/a', '?x=1'), 'A');
    tabs.show(at('/b'), 'B');
    expect(tabs.close((tab) => tab.path === '/b', '/b')).toBe('/a?x=1');
    expect(tabs.close((tab) => tab.path === '/a', '/home')).toBeNull();
    expect(tabs.close(() => true, '/home')).toBeNull();
    expect(paths()).toEqual(['/home']);
  });

  it('are built anew after a refresh', () => {
    tabs.show(at('/a'), 'A');
    tabs.renew('/a');
    expect(tabs.get()[1]?.generation).toBe(1);
  });

  it('are kept alive up to a number, the longest unused go first', () => {
    for (let i = 0; i < 20; i++) tabs.show(at(`/p${i}`), `P${i}`);
    expect(tabs.get()).toHaveLength(21);
    expect(tabs.alive().size).toBe(12);
    expect(tabs.alive().has('/p19')).toBe(true);
    expect(tabs.alive().has('/p0')).toBe(false);
  });
});

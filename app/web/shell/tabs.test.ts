import type { Location } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { labelOf, tabs } from './tabs.ts';

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

  describe('of a page that shows one object of many', () => {
    const ORDERS = '/tables?table=1';
    const CUSTOMERS = '/tables?table=2';
    beforeEach(() => {
      tabs.show(at('/tables', '?table=1'), '元数据', ORDERS);
      tabs.name(ORDERS, { name: '订单', isGone: false });
      tabs.show(at('/tables', '?table=2&tab=sample'), '元数据', CUSTOMERS);
      tabs.name(CUSTOMERS, { name: '客户', isGone: false });
    });
    const labels = () => tabs.get().map(labelOf);

    it('stand beside each other under the names of the objects', () => {
      expect(labels()).toEqual(['首页', '订单', '客户']);
      expect(tabs.close((tab) => tab.key === CUSTOMERS, CUSTOMERS)).toBe('/tables?table=1');
      expect(labels()).toEqual(['首页', '订单']);
    });

    it('follow a new name and keep the last one while the page reads', () => {
      tabs.name(ORDERS, { name: '销售订单', isGone: false });
      tabs.name(CUSTOMERS, null);
      expect(labels()).toEqual(['首页', '销售订单', '客户']);
    });

    it('say that the object is gone, with the name that it had', () => {
      tabs.name(ORDERS, { name: null, isGone: true });
      expect(tabs.get()[1]).toMatchObject({ name: '订单', isGone: true });
      tabs.show(at('/tables', '?table=3'), '元数据', '/tables?table=3');
      tabs.name('/tables?table=3', { name: null, isGone: true });
      expect(labels()).toEqual(['首页', '订单', '客户', '元数据（不存在）']);
    });

    it('are stored with name and key', () => {
      expect(JSON.parse(sessionStorage.getItem('data_ui_tabs') ?? '')).toContainEqual({
        path: '/tables',
        title: '元数据',
        search: '?table=2&tab=sample',
        key: CUSTOMERS,
        name: '客户',
      });
    });
  });

  it('carry the name of what lies open over a list, until it closes', () => {
    tabs.show(at('/users', '?open=detail-1'), '用户管理');
    tabs.name('/users', { name: '张三', isGone: false });
    expect(tabs.get().map(labelOf)).toEqual(['首页', '张三']);
    tabs.name('/users', null);
    expect(tabs.get().map(labelOf)).toEqual(['首页', '用户管理']);
  });
});

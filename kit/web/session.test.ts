import { beforeEach, describe, expect, it } from 'vitest';
import { session, type SessionUser } from './session.ts';
import { KEYS, readJson, readText, writeCookie, readCookie, writeText } from './storage.ts';

const user = {
  id: '7',
  username: 'wang',
  nickname: '王',
  dept: '1',
  roles: ['a'],
  posts: ['p'],
  phone: '13800000000',
} as unknown as SessionUser;

beforeEach(() => localStorage.clear());

describe('what the browser keeps', () => {
  it('stands under the agreed keys', () => {
    session.setToken('t');
    session.setAccount({ user, menus: [{ path: '/a' }], perms: ['a:b:c'] });
    session.setLock('locked');
    expect(KEYS).toEqual({
      token: 'data_ui_token',
      user: 'data_ui_user_detail',
      menus: 'data_ui_menus',
      perms: 'data_ui_perms',
      lock: 'data_ui_lock',
      sidebar: 'sidebarStatus',
    });
    expect([readText('data_ui_token'), readText('data_ui_lock')]).toEqual(['t', 'locked']);
    expect([readJson('data_ui_user_detail'), readJson('data_ui_menus'), readJson('data_ui_perms')]).toEqual([
      user,
      [{ path: '/a' }],
      ['a:b:c'],
    ]);
    expect(session.rights()).toEqual({ roles: ['a'], perms: new Set(['a:b:c']) });
  });

  it('a reset forgets the account and keeps the sidebar, a sign-out clears everything but the cookie', () => {
    session.setToken('t');
    writeText(KEYS.sidebar, '0');
    writeCookie('data_ui_username', '王');
    session.reset();
    expect([readText(KEYS.token), readText(KEYS.sidebar)]).toEqual([null, '0']);
    session.setToken('t');
    session.clear();
    expect(localStorage).toHaveLength(0);
    expect(session.get()).toMatchObject({ token: null, user: null, menus: [], perms: [], lock: '' });
    expect(readCookie('data_ui_username')).toBe('王');
  });

  it('a tab that began between sign-in and the fetched menus takes them over when another tab stores them', () => {
    session.setToken('t');
    writeText(KEYS.menus, '[{"path":"/a"}]');
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.menus }));
    expect(session.get().menus).toEqual([{ path: '/a' }]);
    // later changes wait for the rule about tabs that become visible
    writeText(KEYS.menus, '[]');
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.menus }));
    expect(session.get().menus).toEqual([{ path: '/a' }]);
  });

  it('damaged values count as absent', () => {
    localStorage.setItem(KEYS.menus, '{');
    localStorage.setItem(KEYS.perms, '"x"');
    session.reload();
    expect(session.get()).toMatchObject({ menus: [], perms: [] });
  });
});

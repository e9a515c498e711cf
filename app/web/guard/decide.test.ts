import { describe, expect, it } from 'vitest';
import { decide, isStale, lockPath, loginPath, ownPath, type GuardState } from './decide.ts';

const signedIn: GuardState = {
  path: '/basic/system/user',
  fullPath: '/basic/system/user?page=2',
  token: 't',
  isLeaving: false,
  lock: 'unlocked',
  storedMenus: 3,
  ready: true,
  empty: false,
  mustChangePassword: false,
  known: true,
};
const at = (change: Partial<GuardState>) => decide({ ...signedIn, ...change });
const go = (to: string) => ({ kind: 'go', to });

describe('route guard', () => {
  it('1: without a token only /login is allowed', () => {
    const stranger = { token: null, ready: false, storedMenus: 0, known: false };
    expect(at({ ...stranger, path: '/login', fullPath: '/login' })).toEqual({ kind: 'show' });
    expect(at(stranger)).toEqual(go('/login?redirect=%2Fbasic%2Fsystem%2Fuser%3Fpage%3D2'));
    expect(at({ ...stranger, path: '/404', fullPath: '/404' })).toEqual(go('/login?redirect=%2F404'));
    expect(at({ ...stranger, path: '/', fullPath: '/' })).toEqual(go('/login'));
  });

  it('2: with a token on /login: stays while the menus are empty, otherwise to /home', () => {
    expect(at({ path: '/login', fullPath: '/login', storedMenus: 0, ready: false })).toEqual({ kind: 'show' });
    expect(at({ path: '/login', fullPath: '/login' })).toEqual(go('/home'));
  });

  it('3: with routes added, / goes to /home', () => {
    expect(at({ path: '/', fullPath: '/' })).toEqual(go('/home'));
    expect(at({ path: '', fullPath: '' })).toEqual(go('/home'));
    expect(at({})).toEqual({ kind: 'show' });
  });

  it('4: without routes the account is fetched; without menus it goes to /login', () => {
    expect(at({ ready: false, known: false })).toEqual({ kind: 'load' });
    expect(at({ ready: false, empty: true })).toEqual(go('/login'));
  });

  it('sends unknown paths to /404', () => {
    expect(at({ known: false })).toEqual(go('/404'));
  });

  it('keeps a locked session on /lock, before anything else, and leaves it when unlocked', () => {
    expect(at({ lock: 'locked', ready: false })).toEqual(go('/lock?redirect=%2Fbasic%2Fsystem%2Fuser%3Fpage%3D2'));
    expect(at({ lock: 'locked', path: '/login', fullPath: '/login' })).toEqual(go('/lock'));
    expect(at({ lock: 'locked', path: '/lock', fullPath: '/lock', storedMenus: 0 })).toEqual({ kind: 'show' });
    expect(at({ path: '/lock', fullPath: '/lock' })).toEqual(go('/home'));
    expect(at({ path: '/lock', fullPath: '/lock?redirect=%2Fa%3Fb%3D1' })).toEqual(go('/a?b=1'));
    expect(at({ path: '/lock', fullPath: '/lock?redirect=//evil.example' })).toEqual(go('/home'));
  });

  it('stands still while the way to sign-in is being taken', () => {
    expect(at({ token: null, isLeaving: true })).toEqual({ kind: 'show' });
  });

  it('shows nothing but the change of an expired password', () => {
    expect(at({ mustChangePassword: true, ready: false })).toEqual({ kind: 'changePassword' });
  });
});

describe('redirects', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/a\n/b',
    '/a\\b',
    '/login',
    '/login?redirect=/x',
    '/lock',
    null,
  ])('do not lead to %j', (text) => expect(ownPath(text)).toBeNull());
  it.each(['/home', '/a?b=//c', '/login-log', '/locks/1'])('lead to %j', (text) => expect(ownPath(text)).toBe(text));
  it('are left out where they would say nothing', () => {
    expect(loginPath('/')).toBe('/login');
    expect(lockPath('/lock')).toBe('/lock');
  });
});

describe('a tab that becomes visible', () => {
  const known = (path: string) => path === '/basic/system/user';
  it('is stale when its page is not among the menus any more', () => {
    expect(isStale('/basic/system/role', known)).toBe(true);
    expect(isStale('/basic/system/user', known)).toBe(false);
  });
  it.each(['/home', '/login', '/flowable'])('never reloads %s', (path) => expect(isStale(path, () => false)).toBe(false));
});

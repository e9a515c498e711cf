/** What the route guard looks at. */
export interface GuardState {
  /** path without search */
  path: string;
  /** path with search, for the way back */
  fullPath: string;
  token: string | null;
  /** the account is gone and the way to /login is being taken */
  isLeaving: boolean;
  /** lock state as last told by the server */
  lock: string;
  /** how many top menus the client has stored for the account */
  storedMenus: number;
  /** the account's routes were fetched and added during the life of this page */
  ready: boolean;
  /** the account was fetched and has no menus */
  empty: boolean;
  mustChangePassword: boolean;
  /** the path is a fixed route or belongs to a menu of the account */
  known: boolean;
}

export type GuardAction = { kind: 'show' } | { kind: 'load' } | { kind: 'changePassword' } | { kind: 'go'; to: string };

const LOGIN = '/login';
const HOME = '/home';
const LOCK = '/lock';
const go = (to: string): GuardAction => ({ kind: 'go', to });

/** `/login?redirect={path}`; the home page needs no memory. */
export const loginPath = (fullPath: string): string => {
  const own = ownPath(fullPath);
  return own === null || own === '/' ? LOGIN : `${LOGIN}?redirect=${encodeURIComponent(own)}`;
};

/** The text as a path inside this site, or null: redirects must not lead elsewhere, nor back to sign-in or lock. */
export function ownPath(text: string | null): string | null {
  if (!text || !text.startsWith('/') || text.length > 2000) return null;
  // `//host` and `/\host` are other sites; control characters are dropped by browsers and could hide one of them
  if (/^\/[/\\]/.test(text) || /[\p{Cc}\\]/u.test(text)) return null;
  return /^\/(login|lock)(?=[/?#]|$)/.test(text) ? null : text;
}

/** The six cases of the route guard, lock and password change included; pure. */
export function decide(state: GuardState): GuardAction {
  const { path, token } = state;
  if (state.isLeaving) return { kind: 'show' };
  if (!token) return path === LOGIN ? { kind: 'show' } : go(loginPath(state.fullPath));
  if (state.lock === 'locked') return path === LOCK ? { kind: 'show' } : go(lockPath(state.fullPath));
  if (path === LOGIN) return state.storedMenus === 0 ? { kind: 'show' } : go(HOME);
  if (state.mustChangePassword) return { kind: 'changePassword' };
  if (state.empty) return go(LOGIN);
  if (!state.ready) return { kind: 'load' };
  if (path === LOCK) return go(ownPath(redirectOf(state.fullPath)) ?? HOME);
  if (path === '/' || path === '') return go(HOME);
  return state.known ? { kind: 'show' } : go('/404');
}

/** The `redirect` of an address. */
const redirectOf = (fullPath: string): string | null => new URLSearchParams(fullPath.split('?')[1]).get('redirect');

/** `/lock?redirect={path}`, so that unlocking continues where the person was. */
export const lockPath = (fullPath: string): string => {
  const own = ownPath(fullPath);
  return own === null || own === '/' ? LOCK : `${LOCK}?redirect=${encodeURIComponent(own)}`;
};

/** Paths that never reload when their tab becomes visible again. */
const CALM = new Set([HOME, LOGIN, '/flowable']);

/** True when a tab that becomes visible must be loaded again: its page is not among the stored menus any more. */
export const isStale = (path: string, isKnown: (path: string) => boolean): boolean => !CALM.has(path) && !isKnown(path);

import { useSyncExternalStore } from 'react';
import type { Rights } from '#kit/contract/access.ts';
import { clearStorage, KEYS, readJson, readText, writeJson, writeText } from './storage.ts';

/** The signed-in person, as cached by the client. */
export interface SessionUser {
  id: string;
  username: string;
  nickname: string;
  dept: string | null;
  /** role ids */
  roles: string[];
  posts: string[];
  phone: string | null;
  avatar: string | null;
  deptName: string | null;
  roleNames: string[];
  postNames: string[];
}

/** One entry of the account's menus, as the server sends it. */
export interface MenuRoute {
  path: string;
  /** `Layout`, `ScreenLayout` or the key of a page; a folder has none */
  component?: string | null;
  name?: string | null;
  redirect?: string | null;
  hidden?: boolean;
  meta?: { title?: string | null; icon?: string | null } | null;
  children?: MenuRoute[] | null;
}

export interface SessionState {
  token: string | null;
  user: SessionUser | null;
  menus: MenuRoute[];
  perms: string[];
  /** lock state reported by the server: `locked`, `unlocked`, or '' while unknown */
  lock: string;
  /** the server refuses everything but the password change until it is done */
  mustChangePassword: boolean;
  /** signed out and redirecting to /login: the page stays as it is until then */
  isLeaving: boolean;
}

const list = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);
const stored = (): SessionState => ({
  token: readText(KEYS.token),
  user: readJson(KEYS.user) as SessionUser | null,
  menus: list<MenuRoute>(readJson(KEYS.menus)),
  perms: list<string>(readJson(KEYS.perms)),
  lock: readText(KEYS.lock) ?? '',
  mustChangePassword: false,
  isLeaving: false,
});

const nobody: SessionState = {
  token: null,
  user: null,
  menus: [],
  perms: [],
  lock: '',
  mustChangePassword: false,
  isLeaving: false,
};

/** Messages between tabs of one browser. */
export type SessionEvent = { kind: 'signedIn'; userId: string } | { kind: 'signedOut' } | { kind: 'locked' } | { kind: 'unlocked' };

let state = stored();
let rights: Rights | undefined;
let signOut: () => Promise<void> = () => Promise.resolve();
const watchers = new Set<() => void>();
const listeners = new Set<(event: SessionEvent) => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('data_ui_session');

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  rights = undefined;
  for (const watcher of watchers) watcher();
}

const receive = (event: SessionEvent): void => {
  for (const listener of listeners) listener(event);
};
if (channel) channel.onmessage = (message: MessageEvent<SessionEvent>) => receive(message.data);
// the storage event covers browsers without BroadcastChannel and manually cleared storage
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    const token = readText(KEYS.token);
    // the tab that signed in has loaded the account now; a tab waiting at /login for its menus can continue
    if (event.key === KEYS.menus && token !== null && token === state.token && state.menus.length === 0) return session.reload();
    if (event.key !== null && event.key !== KEYS.token) return;
    if (token === state.token) return;
    if (token === null) receive({ kind: 'signedOut' });
    else receive({ kind: 'signedIn', userId: '' });
  });

/** The session of this tab, mirrored in local storage. */
export const session = {
  get: (): SessionState => state,

  setToken(token: string | null): void {
    writeText(KEYS.token, token);
    change({ token, isLeaving: false });
  },

  /** Applies the reply of `GET /system/users/route`. */
  setAccount(account: { user: SessionUser; menus: MenuRoute[]; perms: string[] }): void {
    writeJson(KEYS.user, account.user);
    writeJson(KEYS.menus, account.menus);
    writeJson(KEYS.perms, account.perms);
    change(account);
  },

  setLock(lock: string): void {
    writeText(KEYS.lock, lock || null);
    change({ lock });
  },

  setMustChangePassword(mustChangePassword: boolean): void {
    change({ mustChangePassword });
  },

  /** Clears token, person, menus and permissions; browser settings (sidebar) stay. */
  reset(isLeaving = false): void {
    for (const key of [KEYS.token, KEYS.user, KEYS.menus, KEYS.perms, KEYS.lock]) writeText(key, null);
    change({ ...nobody, isLeaving });
  },

  /** Sign-out: clears the whole local storage. Followed by the redirect to /login and `arrived`. */
  clear(): void {
    clearStorage();
    change({ ...nobody, isLeaving: true });
  },

  /** This page acts for nobody, whoever is signed in beside it: calls carry no session. What is stored stays as it is. */
  detach(): void {
    change(nobody);
  },

  /** Called when /login has been reached. */
  arrived(): void {
    change({ isLeaving: false });
  },

  /** False when another tab has stored a newer token. */
  isStored: (token: string): boolean => (readText(KEYS.token) ?? token) === token,

  /** Reloads the state written by another tab. */
  reload(): void {
    change(stored());
  },

  /** Roles and permissions for `may`; referentially stable until they change. */
  rights(this: void): Rights {
    rights ??= { roles: state.user?.roles ?? [], perms: new Set(state.perms) };
    return rights;
  },

  subscribe(this: void, watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },

  /** Registers the sign-out procedure, once at start. */
  onSignOut(work: () => Promise<void>): void {
    signOut = work;
  },

  /** Ends the session on the server, clears it here and in all tabs, redirects to /login. */
  signOut: (): Promise<void> => signOut(),

  /** Broadcasts an event to the other tabs. */
  broadcast(event: SessionEvent): void {
    channel?.postMessage(event);
  },

  /** Subscribes to events of other tabs. */
  listen(listener: (event: SessionEvent) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Selector hook for the session: `const user = useSession((s) => s.user)`. */
export function useSession<T>(pick: (state: SessionState) => T): T {
  return useSyncExternalStore(session.subscribe, () => pick(state));
}

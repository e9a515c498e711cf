/** Names of what the browser keeps. Clients and support rely on them: do not rename. */
export const KEYS = {
  token: 'data_ui_token',
  user: 'data_ui_user_detail',
  menus: 'data_ui_menus',
  perms: 'data_ui_perms',
  lock: 'data_ui_lock',
  sidebar: 'sidebarStatus',
} as const;

/** Text under a key; null when absent or when the browser refuses storage. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; null removes the key. A full or refused storage is no reason to fail: the page then forgets on reload. */
export function writeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // see above
  }
}

/** Value kept as JSON; null when absent or damaged. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readText(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

export const writeJson = (key: string, value: unknown): void => writeText(key, JSON.stringify(value));

export function clearStorage(): void {
  try {
    localStorage.clear();
  } catch {
    // nothing was kept
  }
}

/** A cookie survives sign-out, which clears local storage: remembered user name, theme. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  if (!found) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** Keeps a cookie for a year; null removes it. */
export function writeCookie(name: string, value: string | null): void {
  const life = value === null ? 0 : 365 * 24 * 3600;
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${life}; samesite=lax`;
}

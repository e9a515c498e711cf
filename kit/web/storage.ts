/** Keys of local storage. External clients and support rely on them: do not rename. */
export const KEYS = {
  token: 'data_ui_token',
  user: 'data_ui_user_detail',
  menus: 'data_ui_menus',
  perms: 'data_ui_perms',
  lock: 'data_ui_lock',
  sidebar: 'sidebarStatus',
} as const;

/** Reads a text; null when absent or when storage is blocked. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; null removes the key. A full or blocked storage is ignored: the value then lasts until reload. */
export function writeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // see the docstring
  }
}

/** Reads a JSON value; null when absent or malformed. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readText(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Stores a value as JSON text under a key; `null` is stored, not removed. */
export const writeJson = (key: string, value: unknown): void => writeText(key, JSON.stringify(value));

/** Clears the whole local storage; does nothing when storage is blocked. */
export function clearStorage(): void {
  try {
    localStorage.clear();
  } catch {
    // storage is blocked, so nothing was stored
  }
}

/** Reads a cookie. Cookies survive sign-out, which clears local storage: remembered user name, theme. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  if (!found) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** Stores a cookie for a year; null removes it. */
export function writeCookie(name: string, value: string | null): void {
  const life = value === null ? 0 : 365 * 24 * 3600;
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${life}; samesite=lax`;
}

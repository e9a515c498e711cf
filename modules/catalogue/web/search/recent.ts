const KEY = 'data_ui_recent_searches';
const MAX = 8;

/** What this browser looked for lately, the newest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string').slice(0, MAX) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(text: string): void {
  const wanted = text.trim();
  if (wanted === '') return;
  try {
    localStorage.setItem(KEY, JSON.stringify([wanted, ...recentSearches().filter((one) => one !== wanted)].slice(0, MAX)));
  } catch {
    // a full or forbidden storage only costs the list
  }
}

import { useEffect } from 'react';
import { api } from './api.ts';
import { queryClient } from '../Providers.tsx';
import { HOME_PATH, labelOf, type Tab } from './tabs.ts';
import { callKey } from '#kit/web/use-call.ts';

/** preference that holds the pages visited last */
export const RECENT_KEY = 'home.recent';
const KEEP = 10;
/** A page that is only passed through is no visit. */
const STAY_MS = 2000;
const MAX_TITLE = 100;

type Recent = { path: string; title: string };

/** What the preference holds, as far as it makes sense. */
export const recentPages = (value: unknown): readonly Recent[] =>
  Array.isArray(value)
    ? value.filter(
        (page): page is Recent =>
          typeof page === 'object' &&
          page !== null &&
          typeof (page as Recent).path === 'string' &&
          typeof (page as Recent).title === 'string',
      )
    : [];

/** Remembers on the server what the person has opened, page or object, for 最近访问 of the home page and the palette. */
export function useRecent(path: string | null, title: string): void {
  useEffect(() => {
    if (path === null || path === HOME_PATH || title === '') return;
    const timer = setTimeout(() => void remember({ path, title: title.slice(0, MAX_TITLE) }), STAY_MS);
    return () => clearTimeout(timer);
  }, [path, title]);
}

/** The same for what the tab in front shows. */
export function useRecentTab(tab: Tab | undefined): void {
  const isKnown = tab !== undefined && !tab.isGone;
  useRecent(isKnown ? addressOf(tab) : null, isKnown ? labelOf(tab) : '');
}

/** Leads to the page or the object, without filters and pages of a list. */
function addressOf({ key, name, path, location }: Tab): string {
  const open = new URLSearchParams(location.search).get('open');
  return name !== null && key === path && open !== null ? `${path}?open=${encodeURIComponent(open)}` : key;
}

async function remember(page: Recent): Promise<void> {
  try {
    const { value } = await api.profile.preference({ params: { key: RECENT_KEY } }, { quiet: true });
    const old = recentPages(value);
    const next = [page, ...old.filter((one) => one.path !== page.path)].slice(0, KEEP);
    await api.profile.savePreference({ params: { key: RECENT_KEY }, body: { value: next } }, { quiet: true });
    await queryClient.invalidateQueries({ queryKey: callKey(api.home.home).slice(0, 1) });
  } catch {
    // a forgotten visit harms nobody
  }
}

/** 清空 of the home page */
export const forgetRecent = (): Promise<unknown> => api.profile.savePreference({ params: { key: RECENT_KEY }, body: { value: [] } });

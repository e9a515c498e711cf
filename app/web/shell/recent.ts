import { useEffect } from 'react';
import { api } from './api.ts';
import { queryClient } from '../Providers.tsx';
import { HOME_PATH } from './tabs.ts';
import { callKey } from '#kit/web/use-call.ts';

const KEY = 'home.recent';
const KEEP = 10;
/** A page that is only passed through is no visit. */
const STAY_MS = 2000;

type Recent = { path: string; title: string };

/** Remembers on the server which pages the person has opened, for 最近访问 on the home page. */
export function useRecentPages(path: string | null, title: string): void {
  useEffect(() => {
    if (path === null || path === HOME_PATH || title === '') return;
    const timer = setTimeout(() => void remember({ path, title }), STAY_MS);
    return () => clearTimeout(timer);
  }, [path, title]);
}

async function remember(page: Recent): Promise<void> {
  try {
    const { value } = await api.profile.preference({ params: { key: KEY } }, { quiet: true });
    const old = Array.isArray(value) ? (value as unknown as Recent[]) : [];
    const next = [page, ...old.filter((one) => one.path !== page.path)].slice(0, KEEP);
    await api.profile.savePreference({ params: { key: KEY }, body: { value: next } }, { quiet: true });
    await queryClient.invalidateQueries({ queryKey: callKey(api.home.home).slice(0, 1) });
  } catch {
    // a forgotten visit harms nobody
  }
}

/** 清空 of the home page */
export const forgetRecent = (): Promise<unknown> => api.profile.savePreference({ params: { key: KEY }, body: { value: [] } });

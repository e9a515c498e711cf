import { useCallback, useEffect, useRef, useState } from 'react';
import { session } from '#kit/web/session.ts';
import { useCall } from '#kit/web/use-call.ts';
import { MAX_TABS } from '../contract/console.ts';
import type { ConsoleTab } from '../contract/saved-query.ts';
import { api } from './api.ts';

/** After the last keystroke; the copy in this window's storage is kept at once. */
const KEEP_MS = 1500;
// by account: the next one in this tab must not find it
const storageKey = () => `data_ui_sql_tabs:${session.get().user?.id ?? ''}`;

interface StoredTabs {
  tabs: ConsoleTab[];
  active: string;
}
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');

export function emptyTab(tabs: readonly ConsoleTab[], over: Partial<ConsoleTab> = {}): ConsoleTab {
  const used = new Set(tabs.map((tab) => tab.tabName));
  let n = 1;
  while (used.has(`查询 ${n}`)) n++;
  return { tabKey: newKey(), tabName: `查询 ${n}`, sourceId: null, sqlText: '', params: {}, queryId: null, ...over };
}

function stored(): StoredTabs | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey()) ?? 'null') as StoredTabs | null;
    return kept && Array.isArray(kept.tabs) && kept.tabs.length > 0 ? kept : null;
  } catch {
    return null; // damaged by hand: begin anew
  }
}

/** The open tabs of the console: of this window while it lives, otherwise as they were left on any machine. */
export function useTabs() {
  const [kept, setKept] = useState<StoredTabs | null>(stored);
  const answer = useCall(api.savedQuery.tabs, {}, { enabled: kept === null, staleTime: Infinity });
  const loaded = answer.data;
  if (kept === null && (loaded || answer.error)) {
    const tabs = loaded && loaded.length > 0 ? loaded : [emptyTab([])];
    setKept({ tabs, active: tabs[0]!.tabKey });
  }

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const waiting = useRef<ConsoleTab[] | null>(null);
  const keep = useCallback(() => {
    const tabs = waiting.current;
    waiting.current = null;
    // what could not be kept on the server stays in this window and is tried again with the next change
    if (tabs) api.savedQuery.keepTabs({ body: { tabs } }, { overlay: false, quiet: true }).catch(() => undefined);
  }, []);
  useEffect(() => {
    const leave = () => keep();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      if (timer.current) clearTimeout(timer.current);
      keep();
    };
  }, [keep]);

  const change = (next: StoredTabs) => {
    setKept(next);
    try {
      sessionStorage.setItem(storageKey(), JSON.stringify(next));
    } catch {
      // storage quota exceeded: the copy on the server is enough
    }
    waiting.current = next.tabs;
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(keep, KEEP_MS);
  };

  const tabs = kept?.tabs ?? [];
  return {
    isReady: kept !== null,
    tabs,
    active: tabs.find((tab) => tab.tabKey === kept?.active) ?? tabs[0] ?? null,
    show: (key: string) => kept && change({ ...kept, active: key }),
    patch: (key: string, values: Partial<ConsoleTab>) =>
      kept && change({ ...kept, tabs: tabs.map((tab) => (tab.tabKey === key ? { ...tab, ...values } : tab)) }),
    /** Opens a tab with the given values; false if the maximum number of tabs is open. */
    open(over: Partial<ConsoleTab> = {}): boolean {
      if (!kept || tabs.length >= MAX_TABS) return false;
      const tab = emptyTab(tabs, over);
      change({ tabs: [...tabs, tab], active: tab.tabKey });
      return true;
    },
    close(key: string) {
      if (!kept) return;
      const at = tabs.findIndex((tab) => tab.tabKey === key);
      const rest = tabs.filter((tab) => tab.tabKey !== key);
      const left = rest.length > 0 ? rest : [emptyTab([])];
      change({ tabs: left, active: kept.active === key ? left[Math.min(at, left.length - 1)]!.tabKey : kept.active });
    },
  };
}
export type Tabs = ReturnType<typeof useTabs>;

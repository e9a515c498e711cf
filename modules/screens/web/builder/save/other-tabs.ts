import { useEffect, useState } from 'react';

type Word = { kind: 'here' | 'hello' | 'bye'; tab: string } | { kind: 'saved'; tab: string; version: number };
export interface OtherTabs {
  /** another tab of this browser has the same screen open */
  readonly isOpen: boolean;
  /** version that another tab saved since */
  readonly savedVersion: number | null;
}

/** Tabs of one browser that have the same screen open know of each other. */
export function useOtherTabs(id: string): OtherTabs & { notifySaved: (version: number) => void; clear: () => void } {
  const [channel] = useState(() => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(`screen-build:${id}`) : null));
  const [tab] = useState(() => Math.random().toString(36).slice(2));
  const [tabs, setTabs] = useState<ReadonlySet<string>>(new Set());
  const [savedVersion, setSaved] = useState<number | null>(null);
  useEffect(() => {
    if (!channel) return;
    const say = (word: Word) => channel.postMessage(word);
    const receive = ({ data }: MessageEvent<Word>) => {
      setTabs((before) => new Set(data.kind === 'bye' ? [...before].filter((one) => one !== data.tab) : [...before, data.tab]));
      if (data.kind === 'hello') say({ kind: 'here', tab });
      if (data.kind === 'saved') setSaved(data.version);
    };
    const leave = () => say({ kind: 'bye', tab });
    channel.addEventListener('message', receive);
    window.addEventListener('pagehide', leave);
    say({ kind: 'hello', tab });
    return () => {
      leave();
      channel.removeEventListener('message', receive);
      window.removeEventListener('pagehide', leave);
    };
  }, [channel, tab]);
  return {
    isOpen: tabs.size > 0,
    savedVersion,
    notifySaved: (version) => channel?.postMessage({ kind: 'saved', tab, version } satisfies Word),
    clear: () => setSaved(null),
  };
}

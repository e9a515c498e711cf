import { useState } from 'react';
import type { BoardConfig } from '../../contract/board-config.ts';

/** Sections of a board that are folded, at first those that the author folded. */
export function useFolded(config: BoardConfig): { folded: ReadonlySet<string>; fold: (key: string) => void } {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(config.tabs.flatMap((tab) => tab.layout.filter((item) => item.collapsed).map((item) => item.i))),
  );
  const fold = (key: string) =>
    setFolded((old) => {
      const next = new Set(old);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return { folded, fold };
}

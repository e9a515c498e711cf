import { createContext, use } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { BoardConfig } from '../../contract/board-config.ts';
import { makeDesign, type Design } from '#kit/web/designer/store.ts';

export type BoardDesign = Design<BoardConfig>;
/** State of one open board builder. */
export const makeBoardDesign = makeDesign<BoardConfig>;

/** Tells keys made in this window from those that somebody else makes on the same board at the same time. */
export const BUILDER_MARK = Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => (byte % 36).toString(36)).join('');

export const BoardContext = createContext<StoreApi<BoardDesign> | null>(null);
/** The store of the builder around this component. */
export function useBoardStore(): StoreApi<BoardDesign> {
  const store = use(BoardContext);
  if (!store) throw new Error('no board builder around this component');
  return store;
}
/** One part of the state; the component is drawn again when this part changes. */
export const useBoardDesign = <T>(pick: (state: BoardDesign) => T): T => useStore(useBoardStore(), pick);

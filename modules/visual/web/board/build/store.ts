import { createContext, use } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { BoardConfig } from '../../../contract/board-config.ts';
import { makeDesign, type Design } from '../../designer/store.ts';

export type BoardDesign = Design<BoardConfig>;
/** State of one open board builder. */
export const makeBoardDesign = makeDesign<BoardConfig>;

export const BoardContext = createContext<StoreApi<BoardDesign> | null>(null);
/** The store of the builder around this component. */
export function useBoardStore(): StoreApi<BoardDesign> {
  const store = use(BoardContext);
  if (!store) throw new Error('no board builder around this component');
  return store;
}
/** One part of the state; the component is drawn again when this part changes. */
export const useBoardDesign = <T>(pick: (state: BoardDesign) => T): T => useStore(useBoardStore(), pick);

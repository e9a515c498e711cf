import { createContext, use } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { ChartConfig } from '../../contract/chart.ts';
import { makeDesign, type Design } from '#kit/web/designer/store.ts';

export type Build = Design<ChartConfig>;
/** State of one open chart builder. */
export const makeBuild = makeDesign<ChartConfig>;

export const BuildContext = createContext<StoreApi<Build> | null>(null);

/** The store of the builder around this component. */
export function useBuildStore(): StoreApi<Build> {
  const store = use(BuildContext);
  if (!store) throw new Error('no chart builder around this component');
  return store;
}
/** One part of the state; the component is drawn again when this part changes. */
export const useBuild = <T>(pick: (state: Build) => T): T => useStore(useBuildStore(), pick);

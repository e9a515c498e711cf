import { createContext, use } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { ChartConfig } from '../../contract/chart.ts';

const MOST_STEPS = 200;

interface Step {
  readonly label: string;
  readonly gesture: string | null;
  /** the chart before it */
  readonly config: ChartConfig;
}
export interface Build {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly config: ChartConfig;
  /** text of what the server has */
  readonly saved: string;
  readonly savedName: string;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** one step; changes of the same gesture (the letters of a name, a slider) are one step. The same config is no step. */
  change(label: string, config: ChartConfig, gesture?: string): void;
  undo(): void;
  redo(): void;
  rename(name: string): void;
  /** the server has this now */
  keep(version: number, text: string, name: string): void;
  /** takes another version in place of what is here, as one step that can be undone */
  take(label: string, config: ChartConfig, version: number, saved: string): void;
}

/** State of one open chart builder. */
export const makeBuild = (start: Pick<Build, 'id' | 'name' | 'version' | 'config'>): StoreApi<Build> =>
  createStore<Build>((set) => ({
    ...start,
    saved: JSON.stringify(start.config),
    savedName: start.name,
    past: [],
    future: [],
    change: (label, config, gesture) =>
      set((state) => {
        if (config === state.config) return state;
        const last = state.past.at(-1);
        if (gesture && last?.gesture === gesture && state.future.length === 0) return { config };
        return { config, past: [...state.past, { label, gesture: gesture ?? null, config: state.config }].slice(-MOST_STEPS), future: [] };
      }),
    undo: () =>
      set((state) => {
        const step = state.past.at(-1);
        if (!step) return state;
        return {
          config: step.config,
          past: state.past.slice(0, -1),
          future: [...state.future, { ...step, gesture: null, config: state.config }],
        };
      }),
    redo: () =>
      set((state) => {
        const step = state.future.at(-1);
        if (!step) return state;
        return { config: step.config, past: [...state.past, { ...step, config: state.config }], future: state.future.slice(0, -1) };
      }),
    rename: (name) => set({ name }),
    keep: (version, saved, savedName) => set({ version, saved, savedName }),
    take: (label, config, version, saved) =>
      set((state) => ({
        config,
        version,
        saved,
        past: [...state.past, { label, gesture: null, config: state.config }].slice(-MOST_STEPS),
        future: [],
      })),
  }));

export const BuildContext = createContext<StoreApi<Build> | null>(null);

/** The store of the builder around this component. */
export function useBuildStore(): StoreApi<Build> {
  const store = use(BuildContext);
  if (!store) throw new Error('no chart builder around this component');
  return store;
}
/** One part of the state; the component is drawn again when this part changes. */
export const useBuild = <T>(pick: (state: Build) => T): T => useStore(useBuildStore(), pick);

import { createStore, type StoreApi } from 'zustand';

const MAX_STEPS = 200;

interface Step<C> {
  readonly label: string;
  readonly gesture: string | null;
  /** the document before it */
  readonly config: C;
}
/** State of one open document: what it is, what the server has, and the steps between. */
export interface Design<C> {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly config: C;
  /** text of what the server has */
  readonly saved: string;
  readonly savedName: string;
  readonly past: readonly Step<C>[];
  readonly future: readonly Step<C>[];
  /** one step; changes of the same gesture (the letters of a name, a slider) are one step. The same config is no step. */
  change(label: string, config: C, gesture?: string): void;
  undo(): void;
  redo(): void;
  rename(name: string): void;
  /** the server has this now */
  keep(version: number, text: string, name: string): void;
  /** takes another version in place of what is here, as one step that can be undone */
  take(label: string, config: C, version: number, saved: string): void;
}

/** The state of a designer whose documents are small enough to be kept whole at every step. */
export const makeDesign = <C>(start: Pick<Design<C>, 'id' | 'name' | 'version' | 'config'>): StoreApi<Design<C>> =>
  createStore<Design<C>>((set) => ({
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
        return { config, past: [...state.past, { label, gesture: gesture ?? null, config: state.config }].slice(-MAX_STEPS), future: [] };
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
        past: [...state.past, { label, gesture: null, config: state.config }].slice(-MAX_STEPS),
        future: [],
      })),
  }));

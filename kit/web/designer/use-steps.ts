import { useStore, type StoreApi } from 'zustand';
import type { Design } from './store.ts';

interface Step {
  readonly can: boolean;
  readonly label: string | undefined;
  readonly run: () => void;
}

/** Back and forth over the steps of a design, as the bar of its builder takes them. */
export function useSteps<C>(store: StoreApi<Design<C>>): { undo: Step; redo: Step } {
  const past = useStore(store, (state) => state.past.at(-1)?.label);
  const future = useStore(store, (state) => state.future.at(-1)?.label);
  const { undo, redo } = store.getState();
  return {
    undo: { can: past !== undefined, label: past, run: undo },
    redo: { can: future !== undefined, label: future, run: redo },
  };
}

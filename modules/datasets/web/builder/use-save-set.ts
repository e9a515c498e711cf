import { useMemo, useRef } from 'react';
import type { OpenDocument } from '#kit/web/designer/open-document.ts';
import { useSave, type Saver } from '#kit/web/designer/use-save.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { diffSets } from '../../core/sets/diff-sets.ts';
import { api } from '../sets/api.ts';
import { confirmLost } from './confirm-lost.tsx';
import { draftOf, lostFields, type Draft, type DraftState } from './use-draft.ts';

const quiet = { quiet: true };
/** The version stands beside the document, not in it. */
const apart = (draft: Draft) => ({ config: { ...draft, version: 0 }, version: draft.version, name: draft.setName });

/** The draft as what every builder saves and compares. */
function openSet(store: DraftState['store']): OpenDocument<Draft> {
  const parsed = () => JSON.parse(store.getState().saved) as Draft;
  return {
    now: () => apart(store.getState().config),
    isDirty: () => JSON.stringify(store.getState().config) !== store.getState().saved,
    base: () => apart(parsed()).config,
    keep({ config, version }) {
      const state = store.getState();
      // fields are bound once; a new set has its id from now on
      const { id, renames } = state.config;
      const isSame = renames === config.renames;
      state.settle({ ...state.config, version, renames: isSame ? {} : renames });
      state.keep(0, JSON.stringify({ ...config, id, version, renames: {} }), '');
    },
    take(label, config, over) {
      const state = store.getState();
      const version = over?.version ?? state.config.version;
      state.take(label, { ...config, version }, 0, over ? JSON.stringify({ ...over.config, version }) : state.saved);
    },
  };
}

/** Saves the data set; asks first when others use what it loses. `onMade` hears the id of a new one. */
export function useSaveSet(state: DraftState, broken: readonly { field: string }[], onMade: (id: string) => void): Saver {
  const { store } = state;
  const refresh = useRefresh();
  const lost = useRef<readonly string[]>([]);
  const made = useRef<string | null>(null);
  const document = useMemo(() => openSet(store), [store]);
  const saver = useSave<Draft>({
    document,
    what: '数据集',
    diff: (from, to) => (from === null ? ['对方的版本无法读取'] : diffSets(from, to)),
    async put({ config }, version) {
      const { id, version: _, ...body } = config;
      if (id === null) {
        const row = await api.dataSet.create({ body }, quiet);
        made.current = row.id;
        store.getState().settle({ ...store.getState().config, id: row.id });
        return { version: 0 };
      }
      const lostFields = lost.current.length > 0 ? { lostFields: [...lost.current] } : {};
      return api.dataSet.update({ params: { id }, body: { ...body, version, ...lostFields } }, quiet);
    },
    async load() {
      return apart(draftOf(await api.dataSet.get({ params: { id: store.getState().config.id! } }, quiet)));
    },
    onSaved() {
      void refresh(api.dataSet.page);
      if (made.current !== null) onMade(made.current);
      made.current = null;
    },
  });
  const save = async (): Promise<boolean> => {
    const { draft, stored } = state;
    const nameOf = (field: string) => [...stored.model.fields, ...draft.model.fields].find((one) => one.id === field)?.name ?? field;
    const asked = draft.id === null ? [] : await confirmLost(draft.id, lostFields(stored, draft), broken, nameOf);
    if (asked === null) return false;
    lost.current = asked;
    return saver.save();
  };
  return { ...saver, save };
}

import { useMemo, useRef } from 'react';
import type { StoreApi } from 'zustand';
import { openDesign } from '#kit/web/designer/open-document.ts';
import type { Design } from '#kit/web/designer/store.ts';
import { useSave } from '#kit/web/designer/use-save.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import type { Model } from '../../contract/model.ts';
import { api } from '../api.ts';
import { columnInput, draftOf, isNew, type ModelDraft } from './draft.ts';
import { draftDiff } from './judge.ts';

export type ModelDesign = StoreApi<Design<ModelDraft>>;
const QUIET = { quiet: true, overlay: false } as const;

/** Saves a model. New columns get their ids from the server and are known by them from then on, so that a second save adds nothing twice. */
export function useModelSave(store: ModelDesign, model: Model) {
  const document = useMemo(() => openDesign(store), [store]);
  const ids = useRef(new Map<string, string>());
  const refresh = useRefresh();
  const read = () => api.model.get({ params: { id: model.id } }, QUIET);
  const learn = (stored: Model, columns: ModelDraft['columns']) => {
    const known = new Map(stored.modelColumns.map(({ columnName, id }) => [columnName, id]));
    for (const { key, columnName } of columns) {
      const id = known.get(columnName);
      if (isNew(key) && id !== undefined) ids.current.set(key, id);
    }
  };
  return useSave<ModelDraft>({
    document,
    what: '模型',
    put: async ({ config, name }, version) => {
      const { modelLogicTable, remark, columns } = config;
      const body = {
        modelName: name,
        modelLogicTable,
        remark,
        status: model.status,
        modelColumns: columns.map((column) => columnInput(column, ids.current)),
        version,
      };
      const reply = await api.model.update({ params: { id: model.id }, body }, QUIET);
      learn(await read(), columns);
      return reply;
    },
    load: async () => {
      const theirs = await read();
      return { config: draftOf(theirs), version: theirs.version, name: theirs.modelName };
    },
    diff: draftDiff,
    onSaved: () => void refresh(api.model.page),
  });
}

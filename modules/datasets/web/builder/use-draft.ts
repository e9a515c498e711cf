import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { unsavedSteps } from '#kit/web/designer/open-document.ts';
import { makeDesign } from '#kit/web/designer/store.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { SetModel, SetOrigin } from '../../contract/data-set-model.ts';
import type { Field } from '../../contract/field.ts';
import type { AnalysedColumn } from '../../contract/data-set.ts';
import { renameInModel } from '../../core/sets/rename-model.ts';
import type { api } from '../sets/api.ts';

export type Detail = CallReply<typeof api.dataSet.get>;
export type JoinModel = Extract<SetOrigin, { kind: 'join' }>['model'];

/** A data set while it is edited; what the server does not know yet. */
export interface Draft {
  readonly id: string | null;
  readonly version: number;
  readonly setName: string;
  readonly folderId: string | null;
  readonly sourceId: string | null;
  readonly isShared: '0' | '1';
  readonly status: '0' | '1';
  readonly remark: string | null;
  readonly model: SetModel;
  /** fields that go by another id than in the stored model, old → new: what uses them follows when it is saved */
  readonly renames: Readonly<Record<string, string>>;
}

export type DraftKind = 'table' | 'join' | 'sql' | 'file';
const ORIGINS: Record<DraftKind, SetOrigin> = {
  table: { kind: 'table', table: { schema: '', table: '' } },
  join: { kind: 'join', model: { tables: [], joins: [], columns: [] } as unknown as JoinModel },
  sql: { kind: 'sql', sql: '' },
  file: { kind: 'file', fileName: '', originalName: '' },
};

export function emptyDraft(kind: DraftKind, folderId: string | null): Draft {
  return {
    id: null,
    version: 0,
    setName: '',
    folderId,
    sourceId: null,
    isShared: '0',
    status: '1',
    remark: null,
    model: {
      v: 1,
      origin: ORIGINS[kind],
      fields: [],
      hierarchies: [],
      params: [],
      cache: { mode: 'inherit', freshSec: 60, staleSec: 600 },
      extract: null,
    },
    renames: {},
  };
}

export const draftOf = (detail: Detail): Draft => ({
  id: detail.id,
  version: detail.version,
  setName: detail.setName,
  folderId: detail.folderId,
  sourceId: detail.sourceId,
  isShared: detail.isShared,
  status: detail.status,
  remark: detail.remark,
  model: detail.model,
  renames: {},
});

/** The draft with a lost field bound to a column that is there. */
export function withRename(draft: Draft, from: string, to: string): Draft {
  // a field that was bound before is bound anew
  const earlier = Object.entries(draft.renames).find(([, name]) => name === from)?.[0];
  return {
    ...draft,
    model: renameInModel(draft.model, new Map([[from, to]])),
    renames: { ...draft.renames, [earlier ?? from]: to },
  };
}

/** Stored fields that a draft has no more, under any id. */
export const lostFields = (stored: Draft, draft: Draft): string[] =>
  stored.model.fields.map(({ id }) => draft.renames[id] ?? id).filter((id) => !draft.model.fields.some((field) => field.id === id));

/** True when the origin says enough to be asked of the source. */
export function isComplete({ model, sourceId }: Draft): boolean {
  const { origin } = model;
  if (origin.kind === 'file') return origin.fileName !== '';
  if (origin.kind === 'platform') return true;
  if (sourceId === null) return false;
  if (origin.kind === 'table') return origin.table.table !== '';
  if (origin.kind === 'sql') return origin.sql.trim() !== '';
  return origin.model.tables.length > 0;
}

/** A name that no other field has. */
export function freeName(fields: readonly Field[], options: string, own: string | null = null): string {
  const taken = new Set(fields.filter((field) => field.id !== own).flatMap((field) => [field.name, field.id]));
  if (!taken.has(options)) return options;
  for (let n = 2; ; n++) if (!taken.has(`${options}${n}`)) return `${options}${n}`;
}

/** Fields after the columns were read anew: known ones keep what people said of them, new ones come with the guess, lost ones stay to be seen. */
export function mergeFields(fields: readonly Field[], columns: readonly AnalysedColumn[]): Field[] {
  const made = [...fields];
  for (const { id, name, role, type, agg, format, geo, dict, remark } of columns) {
    if (made.some((field) => field.id === id)) continue;
    made.push({
      id,
      name: freeName(made, name),
      role,
      type,
      agg,
      format,
      geo,
      dict,
      remark,
      hidden: false,
    });
  }
  return made;
}

/** Changes of the same settings, without a pause between them, are one step: the letters of a name, the digits of a number. */
const GESTURE_MS = 1200;

/** The draft with what it was stored as, and the steps between; `isDirty` compares the two. */
export function useDraft(first: Draft) {
  const [store] = useState(() => makeDesign<Draft>({ id: first.id ?? 'new', name: '', version: 0, config: first }));
  const last = useRef({ at: 0, turn: 0 });
  const draft = useStore(store, (state) => state.config);
  const saved = useStore(store, (state) => state.saved);
  const unsaved = useStore(store, unsavedSteps);
  const stored = useMemo(() => JSON.parse(saved) as Draft, [saved]);
  const step = (label: string, keys: string, next: (now: Draft) => Draft) => {
    const now = performance.now();
    if (now - last.current.at > GESTURE_MS) last.current.turn += 1;
    last.current.at = now;
    store.getState().change(label, next(store.getState().config), `${keys}#${last.current.turn}`);
  };
  const withModel = (part: ModelChange) => (now: Draft) => ({
    ...now,
    model: { ...now.model, ...(typeof part === 'function' ? part(now.model) : part) },
  });
  return {
    store,
    draft,
    isDirty: unsaved > 0,
    unsaved,
    stored,
    rename: (from: string, to: string) => step('对应新字段', `rename ${from}`, (now) => withRename(now, from, to)),
    set: (part: Partial<Draft>) => step('修改数据集', Object.keys(part).join(), (now) => ({ ...now, ...part })),
    setModel: (part: ModelChange) =>
      step('修改数据集', typeof part === 'function' ? `model ${performance.now()}` : Object.keys(part).join(), withModel(part)),
    /** what was read of the source, or follows from it: nobody did it, so it is no step */
    settleModel: (part: ModelChange) => store.getState().settle(withModel(part)(store.getState().config)),
  };
}
type ModelChange = Partial<SetModel> | ((model: SetModel) => Partial<SetModel>);
export type DraftState = ReturnType<typeof useDraft>;

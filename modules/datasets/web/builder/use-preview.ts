import { useCall } from '#kit/web/use-call.ts';
import { api } from '../sets/api.ts';
import { isComplete, type Draft } from './use-draft.ts';

const ROWS = 100;
export const canPreview = (draft: Draft): boolean => isComplete(draft) && draft.model.fields.length > 0;

/** The first rows of the draft as it stands, read with one's own rights. Parts that ask for the same draft share the answer. */
export function usePreview(draft: Draft, options: { enabled: boolean; staleTime: number }) {
  const { id, sourceId, model } = draft;
  return useCall(
    api.dataSet.preview,
    { body: { id, sourceId, model, limit: ROWS } },
    { enabled: options.enabled && canPreview(draft), staleTime: options.staleTime, keepPrevious: true },
  );
}

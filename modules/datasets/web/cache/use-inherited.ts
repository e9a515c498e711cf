import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { inheritedText } from './policy-text.ts';

/** What holds over a data set or a source while nothing nearer says something of its own, in words; null while it is not known. */
export function useInherited(of: { dataSetId?: string | null; sourceId?: string | null }): string | null {
  const query = { ...(of.dataSetId && { dataSetId: of.dataSetId }), ...(of.sourceId && { sourceId: of.sourceId }) };
  const { data } = useCall(api.cache.inherited, { query }, { staleTime: 30_000 });
  return data ? inheritedText(data) : null;
}

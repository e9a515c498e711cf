import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** What a record of another model is called; its number for those who may not see it. */
export function ReferenceName({ modelId, id }: { modelId: string; id: string }) {
  const found = useCall(api.data.options, { params: { modelId }, query: { ids: id } }, { staleTime: 300_000 });
  return <>{found.data?.[0]?.label ?? id}</>;
}

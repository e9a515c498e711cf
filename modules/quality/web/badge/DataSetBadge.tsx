import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { Badge, FRESH_MS } from './Badge.tsx';

/** Points of what a data set is made from. */
export default function DataSetBadge({ dataSetId }: { dataSetId: string }) {
  const { data } = useCall(api.snapshot.badges, { body: { dataSetIds: [dataSetId] } }, { staleTime: FRESH_MS });
  return <Badge found={data?.dataSets[0]} />;
}

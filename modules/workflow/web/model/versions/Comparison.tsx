import { useQuery } from '@tanstack/react-query';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { Difference } from '../../../core/difference.ts';
import { versionApi as api } from './api.ts';
import { DifferenceTable } from './DifferenceTable.tsx';

interface Props {
  id: string;
  versionNo: number;
  xmlNow: () => Promise<string>;
}

async function compare(id: string, xmlNow: () => Promise<string>): Promise<Difference[]> {
  const [{ bpmnXml }, draft] = await Promise.all([api.text({ params: { id } }, { quiet: true, overlay: false }), xmlNow()]);
  const [{ readBpmn }, { differencesOf }] = await Promise.all([
    import('../../../core/bpmn/read.ts'),
    import('../../../core/difference.ts'),
  ]);
  const [before, after] = await Promise.all([readBpmn(bpmnXml), readBpmn(draft)]);
  const [old, now] = [before.processes[0], after.processes[0]];
  return old && now ? differencesOf(old, now) : [];
}

/** A version beside the draft: nodes that differ, with both values of each property. */
export function Comparison({ id, versionNo, xmlNow }: Props) {
  const found = useQuery({ queryKey: ['flow-comparison', id], queryFn: () => compare(id, xmlNow), gcTime: 0, staleTime: 0 });
  if (found.error) return <StateView inline kind="error" error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <StateView kind="loading" />;
  if (found.data.length === 0) return <p className="muted">草稿与该版本没有区别。</p>;
  return <DifferenceTable differences={found.data} before={`第 ${versionNo} 版`} after="草稿" />;
}

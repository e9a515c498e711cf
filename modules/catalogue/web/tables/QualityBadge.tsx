import { Score } from '#kit/web/parts/Score.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** The score of a table's data quality behind its name; nothing while nobody measures it. */
export default function QualityBadge({ tableId }: { tableId: string }) {
  const { data: table } = useCall(api.table.get, { params: { id: tableId } });
  if (!table || table.qualityScore === null) return null;
  return (
    <span className="quality-badge">
      质量 <Score value={table.qualityScore} />
    </span>
  );
}

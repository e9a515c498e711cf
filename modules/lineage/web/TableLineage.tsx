import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LineageNode } from '../contract/lineage.ts';
import { LineageView, type ViewState } from './LineageView.tsx';

export const lineagePath = (tableId: string, column?: string | null): string =>
  `/metadata/datablood?tableId=${tableId}${column ? `&column=${encodeURIComponent(column)}` : ''}`;

/** A small drawing for the page of a table, with the way to the full one. */
export default function TableLineage({ tableId }: { tableId: string }) {
  const navigate = useNavigate();
  const [state, setState] = useState<ViewState>({ direction: 'both', depth: 1, view: 'graph', column: null });
  const onState = useCallback((change: Partial<ViewState>) => setState((old) => ({ ...old, ...change })), []);
  const onStart = useCallback(
    (node: LineageNode) => {
      if (node.type === 'table' && node.id !== null) void navigate(lineagePath(node.id));
    },
    [navigate],
  );
  return (
    <div className="lin-embedded">
      <LineageView key={tableId} small start={{ type: 'table', id: tableId }} state={state} onState={onState} onStart={onStart} />
      <Button size="small" className="lin-more" onClick={() => void navigate(lineagePath(tableId, state.column))}>
        打开血缘流向
      </Button>
    </div>
  );
}

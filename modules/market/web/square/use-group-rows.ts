import { useMemo } from 'react';
import type { PanelRow } from '#kit/web/tree/TreePanel.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Groups as rows of a tree, each with the number of released APIs in it and below it. */
export function useGroupRows(): readonly PanelRow[] {
  const { data } = useCall(api.apiGroup.list);
  return useMemo(() => {
    const rows = data ?? [];
    const within = (id: string): number =>
      rows.reduce((sum, row) => sum + (row.id === id ? row.apiCount : 0) + (row.parentId === id ? within(row.id) : 0), 0);
    return rows.map(({ id, groupName, parentId }) => ({ id, name: groupName, parentId, count: within(id) }));
  }, [data]);
}

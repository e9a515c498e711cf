import { useMemo } from 'react';
import type { PanelRow } from '#kit/web/tree/TreePanel.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Group = CallReply<typeof api.apiGroup.list>[number];
/** What is counted in a group: what is released of the kinds that a page lists. */
const COUNTED = {
  api: ({ apiCount }: Group) => apiCount,
  service: ({ serviceCount }: Group) => serviceCount,
  all: ({ apiCount, serviceCount }: Group) => apiCount + serviceCount,
};

/** Groups as rows of a tree, each with the number of what is released in it and below it. */
export function useGroupRows(kind: keyof typeof COUNTED): readonly PanelRow[] {
  const { data } = useCall(api.apiGroup.list);
  return useMemo(() => {
    const rows = data ?? [];
    const within = (id: string): number =>
      rows.reduce((sum, row) => sum + (row.id === id ? COUNTED[kind](row) : 0) + (row.parentId === id ? within(row.id) : 0), 0);
    return rows.map(({ id, groupName, parentId }) => ({ id, name: groupName, parentId, count: within(id) }));
  }, [data, kind]);
}

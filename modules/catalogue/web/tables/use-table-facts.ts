import { useCan } from '#kit/web/can.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Change } from '../../contract/change.ts';
import { api } from '../api.ts';

const FRESH = 60_000;
/** Changes that the rail shows. */
const RECENT = 5;

/** The direct neighbours of a table in the lineage; not read without the right to see lineage. */
export function useNeighbours(tableId: string) {
  const can = useCan();
  return useCall(
    api.lineage.table,
    { params: { tableId }, query: { direction: 'both', depth: 1, columns: '0' } },
    { enabled: can(api.lineage.table), staleTime: FRESH },
  );
}

/** The latest changes of a table's structure, and how many there are; not read without the right to see changes. */
export function useRecentChanges(tableId: string, filter: { status?: Change['status'] } = {}) {
  const can = useCan();
  return useCall(api.change.page, { query: { tableId, pageSize: RECENT, ...filter } }, { enabled: can(api.change.page), staleTime: FRESH });
}

/** Data sets, charts, boards and screens that are made of a table; not read without the right to see lineage. */
export function useConsumers(tableId: string) {
  const can = useCan();
  return useCall(api.table.consumers, { params: { id: tableId } }, { enabled: can(api.table.consumers), staleTime: FRESH });
}

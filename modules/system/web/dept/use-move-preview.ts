import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Asks what a move would change, always anew; nothing while no other parent is chosen. */
export const useMovePreview = (dept: { id: string; parentId: string }, parentId: string | null | undefined) =>
  useCall(
    api.dept.movePreview,
    { params: { id: dept.id }, query: { parentId: parentId ?? dept.parentId } },
    { enabled: Boolean(parentId) && parentId !== dept.parentId, staleTime: 0 },
  );

import { useMutation } from '@tanstack/react-query';
import { toast } from '../dialog.tsx';
import type { AnyRow } from '../table/types.ts';
import type { EntityList } from './use-entity-page.ts';

/** Removes rows in one call; afterwards the list is fresh, whatever the answer was. The request layer shows what went wrong. */
export function useRemove<Row extends AnyRow>(list: EntityList<Row>) {
  const { remove, removeBatch } = list.api;
  return useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      const [first] = rows;
      if (rows.length === 1 && first && remove) await remove({ params: { id: first.id } });
      else await removeBatch?.({ params: { ids: rows.map((row) => row.id).join(',') } }, { quiet: true });
    },
    onSuccess: async (_, rows) => {
      const text = rows.length === 1 ? '删除成功' : `已删除 ${rows.length} 条`;
      const ids = rows.map((row) => row.id);
      // loaded with the first deletion; without it the message still says what happened
      void import('./undo.ts').then(
        ({ toastRemoved: tellRemoved }) => tellRemoved({ text, path: remove?.route.path, ids, refresh: list.refresh }),
        () => toast.success(text),
      );
      list.select([]);
      await list.refresh();
    },
    // without an answer the row may be gone all the same, and a refusal may tell that it is: the list shows what is true now
    onError: (error, rows) => {
      if (rows.length > 1) void import('./BatchRefusal.tsx').then(({ notifyRefused: tellRefused }) => tellRefused(error, rows.length));
      void list.refresh();
    },
    onSettled: () => list.askRemove(null),
  });
}

import { useMutation } from '@tanstack/react-query';
import { toast } from '../dialog.tsx';
import type { AnyRow } from '../table/types.ts';
import type { EntityList } from './use-entity-page.ts';

/** Deletes rows in one call and always refetches the list afterwards; the transport shows errors. */
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
      // loaded with the first deletion; if that fails the plain toast still shows
      void import('./undo.ts').then(
        ({ toastRemoved: notifyRemoved }) => notifyRemoved({ text, path: remove?.route.path, ids, refresh: list.refresh }),
        () => toast.success(text),
      );
      list.select([]);
      await list.refresh();
    },
    // the outcome is unknown after a lost reply, so the list is refetched
    onError: (error, rows) => {
      if (rows.length > 1) void import('./BatchRefusal.tsx').then(({ notifyRefused }) => notifyRefused(error, rows.length));
      void list.refresh();
    },
    onSettled: () => list.askRemove(null),
  });
}

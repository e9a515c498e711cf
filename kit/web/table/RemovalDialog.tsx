import type { EntityList } from '../entity-page/use-entity-page.ts';
import { useRemove } from '../entity-page/use-remove.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import type { AnyRow } from './types.ts';

/** Confirmation of a pending deletion, and the deletion itself. */
export function RemovalDialog<Row extends AnyRow>({ list }: { list: EntityList<Row> }) {
  const removal = useRemove(list);
  const { removing } = list;
  if (!removing) return null;
  return (
    <DeleteDialog
      label={list.options.label}
      names={removing.map(list.nameOf)}
      busy={removal.isPending}
      onOk={() => removal.mutate(removing)}
      onCancel={() => list.askRemove(null)}
    />
  );
}

import type { Choice } from '../../contract/record.ts';
import { isValueField } from '../../core/index.ts';
import type { Filler } from './context.ts';

export type Fills = Choice['fills'];

/** Takes what a choice brings along over into other fields: of the record, or of the row in which it was chosen. */
export function takeOver({ store, form }: Filler, fills: Fills, row?: { readonly sub: string; readonly key: string }): void {
  for (const [id, value] of Object.entries(fills ?? {})) {
    const node = form.nodes.get(id);
    if (!node || !isValueField(node.field)) continue;
    if (row) store.getState().setCell(row.sub, row.key, node.field.key, value);
    else store.getState().set(node.field.key, value);
  }
}

import type { BoardItem } from '../../contract/board-config.ts';

/** What becomes a tile when it is put on the grid. */
export type DraggedPart = Pick<BoardItem, 'kind'> & Partial<BoardItem>;
const KINDS: readonly BoardItem['kind'][] = ['chart', 'text', 'filter', 'section', 'image'];
/** While something is dragged a page may ask for its types alone: the kind is part of the type, so that the grid knows the size. */
const typeOf = (kind: BoardItem['kind']): string => `application/x-board-${kind}`;

export function startPartDrag(event: { dataTransfer: DataTransfer }, item: DraggedPart): void {
  event.dataTransfer.setData(typeOf(item.kind), JSON.stringify(item));
  event.dataTransfer.effectAllowed = 'copy';
}
/** Kind of the part that is dragged over the page; null when it is something else, a file for instance. */
export const draggedKind = (transfer: DataTransfer | null): BoardItem['kind'] | null =>
  KINDS.find((kind) => transfer?.types.includes(typeOf(kind))) ?? null;
/** The part that was dropped. */
export function droppedPart(transfer: DataTransfer | null): DraggedPart | null {
  const kind = draggedKind(transfer);
  return kind === null ? null : (JSON.parse(transfer!.getData(typeOf(kind))) as DraggedPart);
}

import { useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { reorder } from '../../../core/node-commands.ts';
import { ancestorsOf, parentOf, treeOf, type Nodes } from '../../../core/tree.ts';
import { useEditor } from '../editor.ts';

export interface Drop {
  readonly row: string;
  /** in front of the row, behind it, or inside */
  readonly where: 'above' | 'below' | 'inside';
}
const DRAG_PX = 4;
const HOLDS = new Set(['group', 'panel', 'carousel']);

function dropAt(nodes: Nodes, list: HTMLElement, rows: readonly string[], y: number, moving: readonly string[]): Drop | null {
  for (const id of rows) {
    const box = list.querySelector(`[data-layer="${id}"]`)?.getBoundingClientRect();
    if (!box || y < box.top || y >= box.bottom) continue;
    if (moving.some((one) => one === id || ancestorsOf(nodes, id).includes(one))) return null;
    const part = (y - box.top) / box.height;
    if (HOLDS.has(nodes[id]!.type) && part > 0.3 && part < 0.7) return { row: id, where: 'inside' };
    return { row: id, where: part < 0.5 ? 'above' : 'below' };
  }
  return null;
}

/** Dragging rows of the list of layers: to another place among their siblings, or into a group or panel. */
export function useLayerDrag(list: RefObject<HTMLElement | null>, rows: readonly string[], isOn: boolean) {
  const editor = useEditor();
  const [drop, setDrop] = useState<Drop | null>(null);
  const onPointerDown = (down: ReactPointerEvent<HTMLElement>, id: string) => {
    if (down.button !== 0 || !isOn || (down.target as Element).closest('button, input')) return;
    const start = down.clientY;
    let last: Drop | null = null;
    let isDragging = false;
    const moving = () => (editor.state.selection.includes(id) ? editor.state.selection : [id]);
    const move = (event: PointerEvent) => {
      if (!isDragging && Math.abs(event.clientY - start) < DRAG_PX) return;
      isDragging = true;
      const box = list.current?.getBoundingClientRect();
      if (!list.current || !box) return;
      if (event.clientY < box.top + 16) list.current.scrollTop -= 12;
      if (event.clientY > box.bottom - 16) list.current.scrollTop += 12;
      const next = dropAt(editor.state.config.nodes, list.current, rows, event.clientY, moving());
      if (next?.row === last?.row && next?.where === last?.where) return;
      last = next;
      setDrop(next);
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      setDrop(null);
    };
    const up = () => {
      end();
      if (!last) return;
      const { nodes } = editor.state.config;
      const { children } = treeOf(nodes);
      const ids = moving();
      if (last.where === 'inside') {
        editor.change('移入', reorder(ids, last.row, children.get(last.row)?.length ?? 0), { select: ids });
        return;
      }
      const parent = parentOf(nodes, last.row);
      const index = (children.get(parent) ?? []).indexOf(last.row);
      editor.change('调整层次', reorder(ids, parent, last.where === 'above' ? index + 1 : index), { select: ids });
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
  };
  return { drop, onPointerDown };
}

import { useCallback, useMemo, useState } from 'react';
import type { LineageGraph, LineageNode } from '../contract/lineage.ts';
import type { Focus } from './model.ts';

interface Options {
  graph: LineageGraph | null;
  /** the column of the start in the address */
  column: string | null;
  onClear: () => void;
  /** loads the edges of one column, of all columns */
  addColumn: (node: LineageNode, columnId: string) => Promise<void>;
  loadWhole: () => void;
}

/** The column that is followed through the drawing: one that was clicked, or the one in the address. A second click lets go of it. */
export function useFocus({ graph, column, onClear, addColumn, loadWhole }: Options) {
  const [picked, setPicked] = useState<Focus | null>(null);
  const focus = useMemo<Focus | null>(() => picked ?? (column && graph ? { key: graph.focus, column } : null), [picked, column, graph]);
  const clear = useCallback(() => {
    setPicked(null);
    onClear();
  }, [onClear]);
  /** `onShow` is called when the column comes into focus, which waits for its edges if they were left out. */
  const pick = useCallback(
    (node: LineageNode, name: string, onShow: () => void) => {
      if (focus?.key === node.key && focus.column === name) return clear();
      const show = () => {
        onShow();
        setPicked({ key: node.key, column: name });
      };
      const id = node.columns.find((one) => one.name === name)?.id ?? null;
      // a drawing without edges of columns would shrink to one card until they are there
      if (graph?.isBrief && id) void addColumn(node, id).then(show);
      else {
        show();
        if (graph?.isBrief) loadWhole();
        if (id) void addColumn(node, id);
      }
    },
    [focus, graph, addColumn, loadWhole, clear],
  );
  return { focus, picked, pick, clear };
}

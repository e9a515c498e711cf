import { Segmented } from 'antd';
import { useState } from 'react';
import { useEditorState } from '../editor.ts';
import { Layers } from './Layers.tsx';
import { Library } from './Library.tsx';

/** The left column: what can be put on the canvas, or what is on it. Renaming a layer shows the layers. */
export function Side() {
  const [side, setSide] = useState<'library' | 'layers'>('library');
  const isRenaming = useEditorState((state) => state.renaming !== null);
  const shown = isRenaming ? 'layers' : side;
  return (
    <aside className="sed-side" aria-label="组件和图层">
      <Segmented
        block
        className="sed-side-tabs"
        value={shown}
        onChange={setSide}
        options={[
          { value: 'library', label: '组件库' },
          { value: 'layers', label: '图层' },
        ]}
      />
      {shown === 'library' ? <Library /> : <Layers />}
    </aside>
  );
}

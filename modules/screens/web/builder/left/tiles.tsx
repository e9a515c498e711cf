import type { ReactNode } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { addPaletteItem, focusCanvas, type PaletteItem } from '../actions.ts';
import { useEditor } from '../editor.ts';
import { usePaletteDrag } from './use-palette-drag.ts';

/** A double click adds one, as a click does. */
export const isSecondOfTwo = (event: { detail: number }): boolean => event.detail > 0 && event.detail % 2 === 0;

/** `name` is what the tile says where its offer is called by more words. */
export function Tile({ offer, icon, note, name }: { offer: PaletteItem; icon: ReactNode; note?: string; name?: string }) {
  const editor = useEditor();
  const drag = usePaletteDrag();
  return (
    <button
      type="button"
      className="sed-tile"
      title={note ?? offer.label}
      onPointerDown={drag(offer)}
      onClick={(event) => {
        if (isSecondOfTwo(event)) return;
        addPaletteItem(editor, offer);
        focusCanvas();
      }}
    >
      <i>{icon}</i>
      <span>{name ?? offer.label}</span>
    </button>
  );
}
export const None = () => <StateView kind="empty" inline what="没有符合的组件" />;

export interface Section {
  title: string;
  tiles: ReactNode[];
}
export function Sections({ sections }: { sections: readonly Section[] }) {
  const full = sections.filter(({ tiles }) => tiles.length > 0);
  if (full.length === 0) return <None />;
  return full.map(({ title, tiles }) => (
    <section key={title} className="sed-tiles" aria-label={title}>
      <h3>{title}</h3>
      <div>{tiles}</div>
    </section>
  ));
}

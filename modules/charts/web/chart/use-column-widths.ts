import { useMemo, useState, type PointerEvent } from 'react';

/** Narrowest a column may be drawn. */
const MIN = 48;

/** Widths of columns: as planned, stretched to the room that is left, changed by dragging the edge of a head. */
export function useColumnWidths(columns: readonly { readonly key: string; readonly width: number }[], room: number) {
  const [own, setOwn] = useState<Readonly<Record<string, number>>>({});
  const widths = useMemo(() => {
    const planned = columns.map(({ key, width }) => own[key] ?? width);
    const free = room - planned.reduce((sum, width) => sum + width, 0);
    const loose = columns.filter(({ key }) => own[key] === undefined);
    if (free <= 0 || loose.length === 0) return planned;
    const all = loose.reduce((sum, { width }) => sum + width, 0);
    let left = Math.floor(free);
    return columns.map(({ key, width }, i) => {
      if (own[key] !== undefined) return planned[i]!;
      const part = Math.min(left, Math.ceil((free * width) / all));
      left -= part;
      return width + part;
    });
  }, [columns, own, room]);
  const startResize = (column: number, event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const key = columns[column]?.key ?? '';
    const begin = widths[column] ?? MIN;
    const { clientX, pointerId } = event;
    // on a screen that is scaled a pixel of the pointer is not one of the table
    const scale = handle.getBoundingClientRect().width / Math.max(1, handle.offsetWidth) || 1;
    handle.setPointerCapture(pointerId);
    const move = (at: globalThis.PointerEvent) =>
      setOwn((now) => ({ ...now, [key]: Math.max(MIN, Math.round(begin + (at.clientX - clientX) / scale)) }));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true });
  };
  return { widths, startResize };
}

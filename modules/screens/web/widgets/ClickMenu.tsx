import { useEffect, useRef } from 'react';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { ClickedValue } from '#modules/charts/web/parts.ts';
import type { PlainProps } from './types.ts';
import { useMenuActions } from './use-actions.ts';

interface Props {
  own: PlainProps;
  data: ChartData;
  /** what the mark says */
  values: readonly ClickedValue[];
  /** place in the widget, its own pixels */
  at: { readonly x: number; readonly y: number };
  close: () => void;
}
/** Below this part of the screen a menu opens upwards. */
const LOW = 0.6;

/** What a click on a mark can do, where there is more than one thing: the first has the focus, Escape and a click elsewhere close it. */
export function ClickMenu({ own, data, values, at, close }: Props) {
  const { node, config } = own;
  const actions = useMenuActions(own, data, values);
  const isLow = node.y + at.y > config.height * LOW;
  const box = useRef<HTMLDivElement>(null);
  const first = actions[0]?.key;
  // what the server has to be asked for comes later, and may stand before what has the focus
  useEffect(() => box.current?.querySelector('button')?.focus(), [first]);
  useEffect(() => {
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', leave);
    };
  }, [close]);
  if (actions.length === 0) return null;
  return (
    <div ref={box} className="sw-menu" role="menu" style={isLow ? { left: at.x, bottom: node.h - at.y } : { left: at.x, top: at.y }}>
      {actions.map(({ key, label, run }) => (
        <button
          key={key}
          role="menuitem"
          onClick={(event) => {
            event.stopPropagation();
            close();
            run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

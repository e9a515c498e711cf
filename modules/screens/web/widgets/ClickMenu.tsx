import { useEffect, useRef } from 'react';
import type { ClickAction } from './use-actions.ts';

interface Props {
  offers: readonly ClickAction[];
  /** place in the widget, its own pixels */
  at: { readonly x: number; readonly y: number };
  close: () => void;
}
/** What a click on a mark can do, where there is more than one thing: the first has the focus, Escape and a click elsewhere close it. */
export function ClickMenu({ offers, at, close }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('button')?.focus();
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
  return (
    <div ref={box} className="sw-menu" role="menu" style={{ left: at.x, top: at.y }}>
      {offers.map(({ key, label, run }) => (
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

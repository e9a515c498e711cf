import { useDroppable } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import type { ShelfRule } from '../../../contract/chart-types.ts';
import type { Shelf } from '../../../core/chart/shelves.ts';
import './shelves.css';
import '../build-chart.css';

interface Props {
  shelf: Shelf | 'filters';
  label: string;
  hint: string;
  rule: ShelfRule;
  /** ids of the pills, in order */
  ids: readonly string[];
  /** a field that is dragged now may be dropped here */
  isOpen: boolean;
  children: ReactNode;
  extra?: ReactNode;
}

/** One shelf: its name, its pills, and room to drop a field. */
export function ShelfRow({ shelf, label, hint, rule, ids, isOpen, children, extra }: Props) {
  const { setNodeRef, isOver } = useDroppable({ id: `shelf:${shelf}`, data: { kind: 'shelf', shelf } });
  const isLacking = ids.length < rule.min;
  return (
    <div className="shelf" data-shelf={shelf}>
      <span className="shelf-name">{label}</span>
      <div
        ref={setNodeRef}
        className={`shelf-drop ${isOpen ? 'is-open' : ''} ${isOver && isOpen ? 'is-over' : ''} ${isLacking ? 'is-lacking' : ''}`}
        role="group"
        aria-label={label}
      >
        <SortableContext items={[...ids]} strategy={rectSortingStrategy}>
          {children}
        </SortableContext>
        {ids.length === 0 && <span className="shelf-hint">{hint}</span>}
        {extra}
      </div>
    </div>
  );
}

import { KeyboardSensor, PointerSensor, useSensor, useSensors, type DndContextProps, type DragEndEvent } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useState } from 'react';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import { movedSlot, type Shelf } from '#modules/charts/core/index.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { withPut, type ShelfRules } from './shelf-rules.ts';

type Dragged = { kind: 'field'; field: Field } | { kind: 'slot'; shelf: Shelf };

/** Where something is dropped: `shelf:rows` at the end, `slot:rows:1` in the place of that field. */
function placeOf(id: string): { shelf: Shelf | 'filters'; at: number | undefined } {
  const [, shelf, at] = id.split(':') as [string, Shelf | 'filters', string | undefined];
  return { shelf, at: at === undefined ? undefined : Number(at) };
}

interface DragInput {
  chart: ChartConfig;
  rules: ShelfRules;
  fieldOf: (col: string) => Field | undefined;
  /** called with the same chart when nothing changes */
  onChange: (label: string, chart: ChartConfig) => void;
}

/** Fields on their way to a shelf, from the list or from another shelf. `context` goes to `DndContext`; `dragged` is a field of the list. */
export function useShelfDrag({ chart, rules, fieldOf, onChange }: DragInput) {
  const [dragged, setDragged] = useState<Field | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const from = active.data.current as Dragged | undefined;
    if (!over || !from) return;
    const { shelf, at } = placeOf(String(over.id));
    if (shelf === 'filters') return;
    if (from.kind === 'field') return onChange('添加字段', withPut(chart, rules, { field: from.field, shelf, at }));
    if (from.shelf !== shelf && chart[shelf].length >= rules[shelf].max) return;
    const index = placeOf(String(active.id)).at ?? 0;
    const slot = chart[from.shelf][index];
    const to = { shelf, index: at ?? chart[shelf].length };
    if (slot) onChange('移动字段', movedSlot(chart, { shelf: from.shelf, index }, to, fieldOf(slot.col)));
  };
  const context: DndContextProps = {
    sensors,
    onDragStart: ({ active }) => setDragged((active.data.current as { field?: Field } | undefined)?.field ?? null),
    onDragEnd: drop,
    onDragCancel: () => setDragged(null),
  };
  return { dragged, context };
}

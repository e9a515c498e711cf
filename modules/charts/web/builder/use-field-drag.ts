import type { DragEndEvent, DragStartEvent } from '@dnd-kit/core';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { Field } from '#modules/datasets/contract/field.ts';
import { isSequence } from '#modules/datasets/core/index.ts';
import { ranked } from '../../core/chart/asked.ts';
import { withKpiDefaults } from '../../core/chart/kpi-default.ts';
import { movedSlot, shelfFor, SHELVES, withField, type Shelf } from '../../core/chart/shelves.ts';
import { conditionOf } from './shelves/FilterEditor.tsx';
import { useBuild } from './store.ts';

type Dragged = { field: Field; from: { shelf: Shelf; index: number } | null } | null;

/** Where something is dropped: `shelf:rows` at the end, `slot:rows:1` in the place of a pill. */
function placeOf(id: string): { shelf: Shelf | 'filters'; index: number } | null {
  const [kind, shelf, index] = id.split(':');
  if (kind === 'shelf' && shelf === 'filters') return { shelf, index: Infinity };
  const known = SHELVES.find((one) => one === shelf);
  if (!known) return null;
  return kind === 'shelf' ? { shelf: known, index: Infinity } : kind === 'slot' ? { shelf: known, index: Number(index) } : null;
}

/** Fields on their way to a shelf, from the list or from another shelf. */
export function useFieldDrag(fields: readonly Field[]) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  const [dragged, setDragged] = useState<Dragged>(null);
  const hasOrder = (col: string) => fields.some((field) => field.id === col && isSequence(field));
  const placed = (shelf: Shelf, field: Field, at?: number) => {
    const next = withField(config, shelf, field, at);
    return next === config ? config : withKpiDefaults(config, ranked(config, next, hasOrder), fields);
  };
  const add = (field: Field, shelf: Shelf | null = shelfFor(config, field)) => {
    const next = shelf ? placed(shelf, field) : config;
    if (next === config) toast.info('该图表没有空位，可先移除一个字段或换一种图表');
    else change('添加字段', next);
  };
  const start = ({ active }: DragStartEvent) => {
    const data = active.data.current;
    if (data?.['kind'] === 'field') setDragged({ field: data['field'] as Field, from: null });
    const from = placeOf(String(active.id));
    if (data?.['kind'] === 'slot' && from && from.shelf !== 'filters') {
      const slot = config[from.shelf][from.index];
      const field = fields.find((one) => one.id === slot?.col);
      if (field) setDragged({ field, from: { shelf: from.shelf, index: from.index } });
    }
  };
  const drop = ({ over }: DragEndEvent) => {
    const now = dragged;
    setDragged(null);
    const to = over && placeOf(String(over.id));
    if (!now || !to) return;
    if (to.shelf === 'filters') change('添加筛选', { ...config, filters: [...config.filters, conditionOf(now.field)] });
    else if (now.from) change('移动字段', movedSlot(config, now.from, { shelf: to.shelf, index: to.index }, now.field));
    else {
      const next = placed(to.shelf, now.field, to.index);
      if (next === config) toast.info('该位置已放满');
      else change('添加字段', next);
    }
  };
  return { dragged, setDragged, start, drop, add };
}

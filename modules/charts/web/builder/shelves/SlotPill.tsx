import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Popover } from 'antd';
import { useState } from 'react';
import { AGGREGATES } from '../../../core/chart/shelves.ts';
import { FieldMark } from './field-mark.tsx';
import { SlotMenu, type SlotMenuProps } from './SlotMenu.tsx';
import { GRAINS, MODIFIERS } from './labels.ts';

interface Props extends SlotMenuProps {
  /** id of the pill among everything that is dragged */
  id: string;
  onRemove: () => void;
}

/** A field on a shelf: what it does at a glance, everything about it on a click, dragged by its body. */
export function SlotPill({ id, onRemove, ...menu }: Props) {
  const { slot, field, shelf } = menu;
  const [isOpen, setOpen] = useState(false);
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id, data: { kind: 'slot', shelf } });
  const name = slot.alias || field?.name || slot.col;
  const notes = [
    slot.grain ? GRAINS[slot.grain] : null,
    shelf === 'measures' && slot.aggregateType && slot.aggregateType !== 'none' ? AGGREGATES[slot.aggregateType] : null,
    slot.modifier && slot.modifier !== 'none' ? MODIFIERS[slot.modifier] : null,
  ].filter(Boolean);
  return (
    <span
      ref={setNodeRef}
      className={`slot-pill ${shelf === 'measures' ? 'is-measure' : 'is-dimension'} ${field ? '' : 'is-broken'}`}
      style={{ transform: CSS.Translate.toString(transform), transition, opacity: isDragging ? 0.4 : 1 }}
      title={field ? `${name}${notes.length > 0 ? `（${notes.join('，')}）` : ''}` : `数据集中已没有字段“${slot.col}”`}
    >
      <Popover
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        open={isOpen}
        onOpenChange={setOpen}
        content={<SlotMenu {...menu} />}
      >
        <button type="button" className="slot-body" aria-haspopup="dialog" aria-expanded={isOpen} {...attributes} {...listeners}>
          <FieldMark field={field} />
          <span className="slot-name">{name}</span>
          {notes.length > 0 && <em>{notes.join('·')}</em>}
          <DownOutlined />
        </button>
      </Popover>
      <button type="button" className="slot-remove" aria-label={`移除 ${name}`} onClick={onRemove}>
        <CloseOutlined />
      </button>
    </span>
  );
}

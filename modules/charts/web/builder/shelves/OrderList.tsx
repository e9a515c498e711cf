import { HolderOutlined } from '@ant-design/icons';
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Button, Spin } from 'antd';
import { useEffect, useState } from 'react';
import type { Scalar } from '#modules/datasets/contract/query.ts';

interface Props {
  order: readonly Scalar[];
  /** values of the field; without it there is nothing to order */
  values: (() => Promise<readonly string[]>) | undefined;
  onChange: (order: Scalar[]) => void;
}

function Line({ text }: { text: string }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: text });
  return (
    <li ref={setNodeRef} style={{ transform: CSS.Translate.toString(transform), transition }}>
      <span className="order-grip" {...attributes} {...listeners} aria-label={`拖动 ${text}`}>
        <HolderOutlined />
      </span>
      <span title={text}>{text === '' ? '（空文本）' : text}</span>
    </li>
  );
}

/** An order of one's own: the values of the field, dragged into place. */
export function OrderList({ order, values, onChange }: Props) {
  const [known, setKnown] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useEffect(() => {
    let isGone = false;
    values?.().then(
      (list) => !isGone && setKnown(list),
      (thrown: unknown) => !isGone && setError(thrown instanceof Error ? thrown.message : '取值没有取到，请重试'),
    );
    return () => {
      isGone = true;
    };
    // values are read once, when the list opens
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  if (error) return <p className="slot-remark">{error}</p>;
  if (!known) return <Spin size="small" />;
  const first = order.map(String);
  const list = [...new Set([...first, ...known])].slice(0, 500);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onChange(arrayMove(list, list.indexOf(String(active.id)), list.indexOf(String(over.id))));
  };
  return (
    <div className="order-list">
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={list} strategy={verticalListSortingStrategy}>
          <ul>
            {list.map((text) => (
              <Line key={text} text={text} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {order.length > 0 && (
        <Button size="small" type="link" onClick={() => onChange([])}>
          恢复默认
        </Button>
      )}
    </div>
  );
}

import { CopyOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { Alert, Tabs } from 'antd';
import { createContext, use, useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import type { FormField, SubformField } from '../../contract/schema.ts';
import type { ValueField } from '../../contract/field.ts';
import { FIELD_KINDS } from '../../contract/kinds.ts';
import { isValueField, ROOT, type Spot } from '../../core/index.ts';
import { Control } from '../fill/Control.tsx';

export interface Drawing {
  readonly chosen: string | null;
  readonly wrong: ReadonlySet<string>;
  /** where what is dragged would go */
  readonly spot: Spot | null;
  choose(id: string | null): void;
  copy(id: string): void;
  remove(id: string): void;
  shift(id: string, by: -1 | 1): void;
}
const DrawingContext = createContext<Drawing | null>(null);
export const DrawingProvider = DrawingContext.Provider;
function useDrawing(): Drawing {
  const drawing = use(DrawingContext);
  if (!drawing) throw new Error('fields of a form are drawn inside its canvas');
  return drawing;
}

/** The form as it is laid out; every field can be chosen, drawn elsewhere, copied and deleted. */
export function Canvas({ layout }: { layout: readonly FormField[] }) {
  return <FieldsOf list={ROOT} fields={layout} empty="从左侧拖入字段，或点击字段添加" />;
}

function FieldsOf({ list, fields, empty }: { list: string; fields: readonly FormField[]; empty: string }) {
  const { setNodeRef } = useDroppable({ id: `list:${list}` });
  const { spot } = useDrawing();
  const isHere = spot?.list === list;
  return (
    <div ref={setNodeRef} className="fill-grid making-list" data-empty={fields.length === 0 || undefined} data-over={isHere || undefined}>
      {fields.map((field, at) => (
        <Item
          key={field.id}
          field={field}
          isBefore={isHere && spot.index === at}
          isAfter={isHere && at === fields.length - 1 && spot.index > at}
        />
      ))}
      {fields.length === 0 && <div className="making-empty">{empty}</div>}
    </div>
  );
}

interface ItemProps {
  field: FormField;
  /** the line where what is dragged would go */
  isBefore: boolean;
  isAfter: boolean;
}
/** Keys of a chosen field: what they do besides being drawn. */
function keysOf({ copy, remove, shift, choose }: Drawing, id: string) {
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const run: Record<string, () => void> = {
      Delete: () => remove(id),
      Backspace: () => remove(id),
      Escape: () => choose(null),
      Enter: () => choose(id),
      ...(event.altKey && {
        ArrowUp: () => shift(id, -1),
        ArrowLeft: () => shift(id, -1),
        ArrowDown: () => shift(id, 1),
        ArrowRight: () => shift(id, 1),
      }),
      ...(isCommand && { d: () => copy(id) }),
    };
    const act = run[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

function Item({ field, isBefore, isAfter }: ItemProps) {
  const drawing = useDrawing();
  const { id } = field;
  const own = useRef<HTMLDivElement>(null);
  const isChosen = drawing.chosen === id;
  // a field that was just added, or reached by its fault, may stand below what is seen
  useEffect(() => {
    if (isChosen) own.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const drag = useDraggable({ id: `field:${id}` });
  const drop = useDroppable({ id: `at:${id}` });
  const title = field.label || FIELD_KINDS[field.type].label;
  return (
    <div
      ref={(element) => {
        own.current = element;
        drag.setNodeRef(element);
        drop.setNodeRef(element);
      }}
      className="fill-place-of making-item"
      style={{ '--span': field.span ?? 24, '--phone-span': (field.span ?? 24) <= 8 ? 12 : 24 } as CSSProperties}
      data-field={id}
      data-chosen={isChosen || undefined}
      data-wrong={drawing.wrong.has(id) || undefined}
      data-before={isBefore || undefined}
      data-after={isAfter || undefined}
      data-dragging={drag.isDragging || undefined}
      tabIndex={0}
      role="group"
      aria-label={`${FIELD_KINDS[field.type].label} ${title}`}
      onFocus={(event) => event.target === event.currentTarget && drawing.choose(id)}
      onClick={(event) => {
        event.stopPropagation();
        drawing.choose(id);
      }}
      onKeyDown={keysOf(drawing, id)}
    >
      <div className="making-tools">
        <button type="button" aria-label={`移动 ${title}`} title="拖动，或 Alt + 方向键" {...drag.listeners}>
          <HolderOutlined />
        </button>
        <button type="button" aria-label={`复制 ${title}`} title="复制 Ctrl D" onClick={() => drawing.copy(id)}>
          <CopyOutlined />
        </button>
        <button type="button" aria-label={`删除 ${title}`} title="删除 Delete" onClick={() => drawing.remove(id)}>
          <DeleteOutlined />
        </button>
      </div>
      <div className="making-shown" {...(isValueField(field) && drag.listeners)}>
        <Shown field={field} />
      </div>
    </div>
  );
}

function Shown({ field }: { field: FormField }): ReactNode {
  if (isValueField(field)) return <ShownValue field={field} />;
  switch (field.type) {
    case 'grid':
      return (
        <div className="fill-grid">
          {field.areas.map(({ id, span, children }) => (
            <div
              key={id}
              className="fill-place-of"
              style={{ '--span': span ?? Math.floor(24 / field.areas.length), '--phone-span': 24 } as CSSProperties}
            >
              <FieldsOf list={id} fields={children} empty="拖入字段" />
            </div>
          ))}
        </div>
      );
    case 'tabs':
      return (
        <Tabs
          items={field.areas.map(({ id, label, children }) => ({
            key: id,
            label: label || '未命名',
            children: <FieldsOf list={id} fields={children} empty="拖入字段" />,
          }))}
        />
      );
    case 'card':
      return (
        <section className="fill-card">
          <header>
            <h3>{field.label || '未命名'}</h3>
          </header>
          <div>
            <FieldsOf list={field.id} fields={field.children} empty="拖入字段" />
          </div>
        </section>
      );
    case 'subform':
      return <ShownTable field={field} />;
    case 'divider':
      return <div className="fill-divider">{field.label && <span>{field.label}</span>}</div>;
    case 'alert':
      return (
        <Alert showIcon type={field.tone ?? 'info'} title={field.label || field.text} description={field.label ? field.text : undefined} />
      );
    default:
      return (
        <div className="fill-text">
          {field.label && <h3>{field.label}</h3>}
          <p>{field.text}</p>
        </div>
      );
  }
}

const nothing = () => undefined;
function ShownControl({ field }: { field: ValueField }) {
  if (field.type === 'formula') return <div className="fill-locked muted">自动计算</div>;
  if (field.type === 'serial') return <div className="fill-locked muted">{field.pattern}</div>;
  const value = 'default' in field && !['me', 'mine', 'today', 'now'].includes(String(field.default)) ? field.default : null;
  return (
    // what is drawn here is a picture of the field: nobody fills it in
    <div inert>
      <Control field={field} value={value} onChange={nothing} />
    </div>
  );
}
function ShownValue({ field }: { field: ValueField }) {
  return (
    <div className="fill-field">
      <label>
        {field.label || <i className="muted">未填写标题</i>}
        {field.required && <span className="fill-star">*</span>}
      </label>
      <ShownControl field={field} />
      {field.help && <div className="fill-help">{field.help}</div>}
    </div>
  );
}

/** A sub-table: its columns stand side by side and are fields like others. */
function ShownTable({ field }: { field: SubformField }) {
  return (
    <section className="fill-sub making-table">
      <header>
        <h3>
          {field.label || '未填写标题'}
          {field.required && <span className="fill-star">*</span>}
        </h3>
        <small>最多 {field.maxRows ?? 200} 行</small>
      </header>
      <FieldsOf list={field.id} fields={field.children.map((cell) => ({ ...cell, span: 8 }))} empty="拖入字段作为列" />
    </section>
  );
}

import {
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragMoveEvent,
} from '@dnd-kit/core';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { FormField, FormSchema } from '../../contract/schema.ts';
import { FIELD_KINDS, type FieldKind } from '../../contract/kinds.ts';
import {
  canPut,
  compileForm,
  copyOf,
  fieldById,
  insertField,
  moveField,
  newField,
  removeField,
  ROOT,
  shiftField,
  spotOf,
  type FormFault,
  type Spot,
} from '../../core/index.ts';
import { FillProvider } from '../fill/context.ts';
import { makeFill } from '../fill/store.ts';
import { Canvas, DrawingProvider, type Drawing } from './Canvas.tsx';
import { FormPanel } from './FormPanel.tsx';
import type { Device, FormDesign } from './design.ts';
import { Palette } from './Palette.tsx';

const fieldPanel = () => import('./FieldPanel.tsx');
const FieldPanel = lazy(fieldPanel);

/** Letters by chance, so that the id of a field is one that was never there. */
const salt = (): string => Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const titleOf = (schema: FormSchema, id: string): string => {
  const field = fieldById(schema, id);
  return field ? field.label || FIELD_KINDS[field.type].label : '';
};

/** What is dragged: a kind of the palette, or a field of the form. */
type Dragged = { readonly kind: FieldKind } | { readonly id: string };
function draggedOf(id: string): Dragged | null {
  if (id.startsWith('kind:')) return { kind: id.slice(5) as FieldKind };
  return id.startsWith('field:') ? { id: id.slice(6) } : null;
}

/** Where the pointer would put a field: before or behind the field below it, or into the list below it, the innermost that can take it. */
function spotAt(schema: FormSchema, event: DragMoveEvent | DragEndEvent, pointer: { x: number; y: number }, field: FormField): Spot | null {
  const over = event.collisions
    ?.flatMap(({ id, data }) => {
      const rect = (data as { droppableContainer?: { rect: { current: { width: number; height: number } | null } } } | undefined)
        ?.droppableContainer?.rect.current;
      return rect ? [{ id: String(id), size: rect.width * rect.height, rect: rect as unknown as DOMRect }] : [];
    })
    // the innermost of what lies below the pointer
    .sort((a, b) => a.size - b.size);
  for (const { id, rect } of over ?? []) {
    if (id.startsWith('at:')) {
      const spot = spotOf(schema, id.slice(3));
      if (!spot || !canPut(schema, field, spot.list)) continue;
      const isBeside = (fieldById(schema, id.slice(3))?.span ?? 24) < 24;
      const isBehind = isBeside ? pointer.x > rect.left + rect.width / 2 : pointer.y > rect.top + rect.height / 2;
      return { list: spot.list, index: spot.index + (isBehind ? 1 : 0) };
    }
    if (id.startsWith('list:') && canPut(schema, field, id.slice(5))) return { list: id.slice(5), index: endOf(schema, id.slice(5)) };
  }
  return null;
}
const endOf = (schema: FormSchema, list: string): number => (list === ROOT ? schema.layout.length : Number.MAX_SAFE_INTEGER);

function useEdits(store: FormDesign, chosen: string | null, onChoose: (id: string | null) => void) {
  const change = (label: string, next: FormSchema, gesture?: string) => store.getState().change(label, next, gesture);
  const now = () => store.getState().config;
  return {
    change,
    put(kind: FieldKind, spot: Spot | null) {
      const schema = now();
      const field = newField(schema, kind, salt());
      const behind = chosen === null ? null : spotOf(schema, chosen);
      const wanted = spot ?? (behind ? { list: behind.list, index: behind.index + 1 } : { list: ROOT, index: schema.layout.length });
      const to = canPut(schema, field, wanted.list) ? wanted : { list: ROOT, index: schema.layout.length };
      change(`添加${FIELD_KINDS[kind].label}`, insertField(schema, field, to));
      onChoose(field.id);
    },
    move: (id: string, spot: Spot) => change(`移动“${titleOf(now(), id)}”`, moveField(now(), id, spot)),
    shift: (id: string, by: -1 | 1) => change(`移动“${titleOf(now(), id)}”`, shiftField(now(), id, by)),
    copy(id: string) {
      const [schema, spot] = [now(), spotOf(now(), id)];
      const field = fieldById(schema, id);
      if (!field || !spot) return;
      const twin = copyOf(schema, field, salt());
      change(`复制“${titleOf(schema, id)}”`, insertField(schema, twin, { list: spot.list, index: spot.index + 1 }));
      onChoose(twin.id);
    },
    remove(id: string) {
      change(`删除“${titleOf(now(), id)}”`, removeField(now(), id));
      onChoose(null);
    },
  };
}

interface Props {
  store: FormDesign;
  schema: FormSchema;
  faults: readonly FormFault[];
  device: Device;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}
interface SettingsProps extends Pick<Props, 'schema' | 'faults' | 'onChoose'> {
  field: FormField | null;
  onChange: (label: string, next: FormSchema, gesture?: string) => void;
}
/** Settings of the chosen field, or of the form. */
function Settings({ schema, field, faults, onChoose, onChange }: SettingsProps) {
  if (!field) return <FormPanel {...{ schema, faults, onChoose }} onChange={(next, gesture) => onChange('修改表单设置', next, gesture)} />;
  return (
    <Suspense>
      <FieldPanel key={field.id} {...{ schema, field, onChange }} faults={faults.filter(({ fieldId }) => fieldId === field.id)} />
    </Suspense>
  );
}

/** Palette, form and settings. */
export function Workbench({ store, schema, faults, device, chosen, onChoose }: Props) {
  const edits = useEdits(store, chosen, onChoose);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const [spot, setSpot] = useState<Spot | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // the form is there before the settings of its fields, and these before anybody has chosen one
  useEffect(() => void fieldPanel(), []);
  const wrong = useMemo(() => new Set(faults.map(({ fieldId }) => fieldId)), [faults]);
  const drawing: Drawing = { chosen, wrong, spot, choose: onChoose, copy: edits.copy, remove: edits.remove, shift: edits.shift };
  const find = (event: DragMoveEvent | DragEndEvent): Spot | null => {
    const start = event.activatorEvent as PointerEvent;
    const what = draggedOf(String(event.active.id));
    const field = what && ('kind' in what ? newField(schema, what.kind, 'x') : fieldById(schema, what.id));
    return field && spotAt(schema, event, { x: start.clientX + event.delta.x, y: start.clientY + event.delta.y }, field);
  };
  const end = (event: DragEndEvent) => {
    const [at, what] = [find(event), draggedOf(String(event.active.id))];
    setSpot(null);
    setDragged(null);
    if (!at || !what) return;
    if ('kind' in what) edits.put(what.kind, at);
    else edits.move(what.id, at);
  };
  const field = chosen === null ? null : fieldById(schema, chosen);
  const blank = useMemo(() => {
    const form = compileForm({ layout: [], rules: [], settings: {} }, { today: '2000-01-01' });
    return { store: makeFill(form, {}, { person: { userId: null, deptId: null } }), form, formId: null, isNarrow: false };
  }, []);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(draggedOf(String(active.id)))}
      onDragMove={(event) => setSpot(find(event))}
      onDragEnd={end}
      onDragCancel={() => {
        setSpot(null);
        setDragged(null);
      }}
    >
      <div className="designer-body making-body">
        <Palette onAdd={(kind) => edits.put(kind, null)} />
        <div className="designer-main making-stage" onClick={() => onChoose(null)}>
          <div className="fill-main making-paper" data-device={device}>
            <div className="fill-paper">
              <FillProvider value={blank}>
                <DrawingProvider value={drawing}>
                  <Canvas layout={schema.layout} />
                </DrawingProvider>
              </FillProvider>
            </div>
          </div>
        </div>
        <aside className="designer-right making-right" aria-label="设置">
          <Settings {...{ schema, field, faults, onChoose }} onChange={edits.change} />
        </aside>
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && <div className="making-ghost">{'kind' in dragged ? FIELD_KINDS[dragged.kind].label : titleOf(schema, dragged.id)}</div>}
      </DragOverlay>
    </DndContext>
  );
}

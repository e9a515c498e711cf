import { useDraggable } from '@dnd-kit/core';
import { Input } from 'antd';
import { useState } from 'react';
import { FIELD_KINDS, KIND_GROUPS, type FieldKind, type KindGroup } from '../../contract/kinds.ts';
import { KIND_ICONS } from './icons.tsx';

/** Kinds of fields, drawn onto the form or put behind what is chosen by a press. */
export function Palette({ onAdd }: { onAdd: (kind: FieldKind) => void }) {
  const [typed, setTyped] = useState('');
  const kinds = (Object.keys(FIELD_KINDS) as FieldKind[]).filter((kind) => FIELD_KINDS[kind].label.includes(typed.trim()));
  return (
    <nav className="designer-left making-palette" aria-label="字段">
      <Input allowClear aria-label="搜索字段" placeholder="搜索字段" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <div className="making-kinds">
        {(Object.keys(KIND_GROUPS) as KindGroup[]).map((group) => {
          const shown = kinds.filter((kind) => FIELD_KINDS[kind].group === group);
          if (shown.length === 0) return null;
          return (
            <section key={group}>
              <h3>{KIND_GROUPS[group]}</h3>
              <div>
                {shown.map((kind) => (
                  <KindButton key={kind} kind={kind} onAdd={onAdd} />
                ))}
              </div>
            </section>
          );
        })}
        {kinds.length === 0 && <div className="blank">没有这种字段</div>}
      </div>
    </nav>
  );
}

function KindButton({ kind, onAdd }: { kind: FieldKind; onAdd: (kind: FieldKind) => void }) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: `kind:${kind}` });
  return (
    <button
      ref={setNodeRef}
      type="button"
      className="making-kind"
      data-dragging={isDragging || undefined}
      aria-label={FIELD_KINDS[kind].label}
      title={`添加${FIELD_KINDS[kind].label}`}
      {...listeners}
      onClick={() => onAdd(kind)}
    >
      {KIND_ICONS[kind]}
      <span className="cut">{FIELD_KINDS[kind].label}</span>
    </button>
  );
}

import { LockOutlined } from '@ant-design/icons';
import { memo, useId, type ReactNode } from 'react';
import type { ValueField } from '../../contract/field.ts';
import type { FieldState } from '../../core/index.ts';
import { Control } from './Control.tsx';
import { useFieldState, useFiller, useFill } from './context.ts';
import { takeOver } from './fills.ts';
import { ValueText } from './value-text.tsx';
import './fill.css';

interface FrameProps {
  id: string;
  label: string;
  isRequired: boolean;
  note?: string | undefined;
  help?: string | undefined;
  problem: string | null;
  path: string;
  children: ReactNode;
}
/** A field with its title above it, what is wrong below. */
export function FieldFrame({ id, label, isRequired, note, help, problem, path, children }: FrameProps) {
  return (
    <div className="fill-field" data-path={path} data-wrong={problem !== null || undefined}>
      <label htmlFor={id}>
        {label}
        {isRequired && (
          <span className="fill-star" aria-hidden>
            *
          </span>
        )}
        {note && <small>{note}</small>}
      </label>
      {children}
      {problem !== null ? (
        <div className="fill-problem" role="alert">
          {problem}
        </div>
      ) : (
        help && <div className="fill-help">{help}</div>
      )}
    </div>
  );
}

/** What a read-only field says about itself. */
function noteOf(field: ValueField, { isReadonly }: Pick<FieldState, 'isReadonly'>): string | undefined {
  if (field.type === 'formula') return '自动计算';
  if (field.type === 'serial') return '提交后自动编号';
  return isReadonly ? '只读' : undefined;
}

/** A field of the record itself: only what it shows makes it draw again. */
export const FieldBox = memo(function FieldBox({ field }: { field: ValueField }) {
  const id = useId();
  const filler = useFiller();
  const { store } = filler;
  const path = `values.${field.key}`;
  const { state, problem } = useFieldState(field.id, path);
  const value = useFill((fill) => fill.values[field.key]);
  const parentId = 'parent' in field ? field.parent : undefined;
  const parent = useFill((fill) => (parentId === undefined ? null : (fill.verdict.state.fields.get(parentId)?.value ?? null)));
  if (!state.isVisible) return null;
  return (
    <FieldFrame {...{ id, path, problem }} label={field.label} isRequired={state.isRequired} note={noteOf(field, state)} help={field.help}>
      {state.isReadonly ? (
        <div className="fill-locked" id={id}>
          <span>
            <ValueText field={field} value={state.value} />
          </span>
          <LockOutlined aria-label="只读" />
        </div>
      ) : (
        <Control
          {...{ id, field, value }}
          parent={parent === null ? null : String(parent)}
          status={problem === null ? undefined : 'error'}
          onChange={(next, fills) => {
            store.getState().set(field.key, next);
            takeOver(filler, fills);
          }}
          onBlur={() => store.getState().leave(path)}
        />
      )}
    </FieldFrame>
  );
});

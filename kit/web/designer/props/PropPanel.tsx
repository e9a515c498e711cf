import { useId, type ReactNode } from 'react';
import type { PropField } from '#kit/core/prop-field.ts';
import { PropGroup } from './PropGroup.tsx';
import { PropInput, type PropScene } from './PropInput.tsx';
import { PropRow } from './PropRow.tsx';
import { valueAt, type PropValues } from './prop-values.ts';
import './props.css';

interface Props {
  fields: readonly PropField[];
  /** values by key; dotted keys reach into objects: `legend.position` */
  values: PropValues;
  /** `gesture` names changes that belong to one step; undefined takes the value away, so that the default holds */
  onChange: (key: string, value: unknown, gesture: string) => void;
  scene: PropScene;
}

/**
 * A panel of settings drawn from their descriptions, in groups that fold; fields whose `when` does not hold are left out. The panel
 * knows nothing of what is set: the description says which field stands for which value.
 */
export function PropPanel({ fields, values, onChange, scene }: Props) {
  const shown = fields.filter(({ when }) => !when || when.is.includes(valueAt(values, when.key)));
  const groups = [...new Set(shown.map(({ group }) => group ?? ''))];
  return (
    <div className="prop-panel">
      {groups.map((group) => (
        <PropGroup key={group} title={group}>
          {shown
            .filter((field) => (field.group ?? '') === group)
            .map((field) => (
              <Line key={field.key} field={field}>
                {(id) => (
                  <PropInput
                    id={id}
                    field={field}
                    value={valueAt(values, field.key)}
                    scene={scene}
                    onChange={(value) => onChange(field.key, value, `prop:${field.key}`)}
                  />
                )}
              </Line>
            ))}
        </PropGroup>
      ))}
    </div>
  );
}

const WIDE = new Set<PropField['kind']>(['list', 'link']);
function Line({ field, children }: { field: PropField; children: (id: string) => ReactNode }) {
  const id = useId();
  const isWide = WIDE.has(field.kind) || (field.kind === 'text' && (field.lines ?? 1) > 1);
  return (
    <PropRow id={id} label={field.label} hint={field.hint} isWide={isWide}>
      {children(id)}
    </PropRow>
  );
}

import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { PropField } from '#kit/core/prop-field.ts';
import { PropInput, type PropScene } from './PropInput.tsx';
import './props.css';

export type PropValues = Readonly<Record<string, unknown>>;

interface Props {
  fields: readonly PropField[];
  /** values by key; dotted keys reach into objects: `legend.position` */
  values: PropValues;
  /** `gesture` names changes that belong to one step; undefined takes the value away, so that the default holds */
  onChange: (key: string, value: unknown, gesture: string) => void;
  scene: PropScene;
}

/** The value under a dotted key. */
export function valueAt(values: PropValues, key: string): unknown {
  if (key in values) return values[key];
  return key
    .split('.')
    .reduce<unknown>((at, part) => (at !== null && typeof at === 'object' ? (at as PropValues)[part] : undefined), values);
}
/** The object with one value set under a dotted key; undefined takes it away. */
export function withValue<T extends PropValues>(values: T, key: string, value: unknown): T {
  const [head, ...rest] = key.split('.') as [string, ...string[]];
  if (rest.length > 0) {
    const inner = values[head];
    const base = inner !== null && typeof inner === 'object' ? (inner as PropValues) : {};
    return { ...values, [head]: withValue(base, rest.join('.'), value) };
  }
  if (value !== undefined) return { ...values, [head]: value };
  const { [head]: _gone, ...others } = values;
  return others as T;
}

/**
 * A panel of settings drawn from their descriptions, in groups that fold; fields whose `when` does not hold are left out. Used for widgets
 * of screens and styles of charts alike.
 */
export function PropPanel({ fields, values, onChange, scene }: Props) {
  const shown = fields.filter(({ when }) => !when || when.is.includes(valueAt(values, when.key)));
  const groups = [...new Set(shown.map(({ group }) => group ?? ''))];
  return (
    <div className="prop-panel">
      {groups.map((group) => (
        <Group key={group} title={group}>
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
        </Group>
      ))}
    </div>
  );
}

/** A titled part of a panel that folds; without a title it is simply there. */
export function Group({
  title,
  children,
  extra,
  isFolded = false,
}: {
  title: string;
  children: ReactNode;
  extra?: ReactNode;
  isFolded?: boolean;
}) {
  const [folded, setFolded] = useState(isFolded);
  if (title === '') return <div className="prop-group">{children}</div>;
  return (
    <section className="prop-group">
      <header>
        <button type="button" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {folded ? <CaretRightOutlined /> : <CaretDownOutlined />}
          {title}
        </button>
        {extra}
      </header>
      {!folded && children}
    </section>
  );
}

const WIDE = new Set<PropField['kind']>(['list', 'link']);
function Line({ field, children }: { field: PropField; children: (id: string) => ReactNode }) {
  const id = useId();
  const isWide = WIDE.has(field.kind) || (field.kind === 'text' && (field.lines ?? 1) > 1);
  return (
    <Row id={id} label={field.label} hint={field.hint} isWide={isWide}>
      {children(id)}
    </Row>
  );
}

/** A label with its field; wide ones stand below their label. */
export function Row({
  id,
  label,
  hint,
  isWide,
  children,
}: {
  id?: string;
  label: string;
  hint?: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  const text = <label htmlFor={id}>{label}</label>;
  return (
    <div className="prop-row" data-wide={isWide || undefined}>
      {hint ? <Tooltip title={hint}>{text}</Tooltip> : text}
      <div className="prop-control">{children}</div>
    </div>
  );
}

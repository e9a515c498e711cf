import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Tabs } from 'antd';
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import type { CardField, FormField, NoteField, TabsField } from '../../contract/schema.ts';
import { isValueField, placed } from '../../core/index.ts';
import { useFill } from './context.ts';
import { FieldBox } from './FieldBox.tsx';
import { SubTable } from './SubTable.tsx';

/** Columns of 24: as the form says on a wide window; on a phone narrow fields stand in pairs and others alone. */
function columns(span: number | undefined): CSSProperties {
  const wide = span ?? 24;
  return { '--span': wide, '--phone-span': wide <= 8 ? 12 : 24 } as CSSProperties;
}

/** Fields side by side as far as they fit. */
export function FieldList({ fields }: { fields: readonly FormField[] }) {
  return (
    <div className="fill-grid">
      {fields.map((field) => (
        <Place key={field.id} field={field} />
      ))}
    </div>
  );
}

function useIsVisible(id: string): boolean {
  return useFill((fill) => fill.verdict.state.fields.get(id)?.isVisible !== false);
}

function Place({ field }: { field: FormField }) {
  const isVisible = useIsVisible(field.id);
  if (!isVisible) return null;
  return (
    <div className="fill-place-of" style={columns(field.span)}>
      {isValueField(field) ? <FieldBox field={field} /> : <Layout field={field} />}
    </div>
  );
}

function Layout({ field }: { field: FormField }): ReactNode {
  switch (field.type) {
    case 'grid':
      return (
        <div className="fill-grid">
          {field.areas.map(({ id, span, children }) => (
            <div key={id} className="fill-place-of" style={columns(span ?? Math.floor(24 / field.areas.length))}>
              <FieldList fields={children} />
            </div>
          ))}
        </div>
      );
    case 'tabs':
      return <TabsView field={field} />;
    case 'card':
      return <CardView field={field} />;
    case 'subform':
      return <SubTable field={field} />;
    case 'divider':
    case 'text':
    case 'alert':
      return <Note field={field} />;
    default:
      return null;
  }
}

/** Problems that stand inside some fields. */
function useProblemsIn(fields: readonly FormField[]): number {
  const ids = useMemo(() => new Set(placed(fields).map(({ field }) => field.id)), [fields]);
  return useFill((fill) => (fill.showsAll ? fill.verdict.problems.filter(({ fieldId }) => ids.has(fieldId)).length : 0));
}
function TabTitle({ label, fields }: { label: string; fields: readonly FormField[] }) {
  const count = useProblemsIn(fields);
  return (
    <>
      {label || '未命名'}
      {count > 0 && <span className="fill-count">{count}</span>}
    </>
  );
}
function TabsView({ field }: { field: TabsField }) {
  return (
    <Tabs
      items={field.areas.map(({ id, label, children }) => ({
        key: id,
        label: <TabTitle label={label} fields={children} />,
        forceRender: true,
        children: <FieldList fields={children} />,
      }))}
    />
  );
}

function CardView({ field }: { field: CardField }) {
  const [isFolded, setFolded] = useState(field.isFolded === true);
  const count = useProblemsIn(field.children);
  const title = (
    <>
      {field.label || '未命名'}
      {count > 0 && <span className="fill-count">{count}</span>}
    </>
  );
  return (
    <section className="fill-card" aria-label={field.label}>
      <header>
        {field.isFoldable ? (
          <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? <RightOutlined /> : <DownOutlined />} {title}
          </button>
        ) : (
          <h3>{title}</h3>
        )}
      </header>
      <div hidden={isFolded}>
        <FieldList fields={field.children} />
      </div>
    </section>
  );
}

function Note({ field }: { field: NoteField }) {
  if (field.type === 'divider') return <div className="fill-divider">{field.label && <span>{field.label}</span>}</div>;
  if (field.type === 'alert')
    return (
      <Alert showIcon type={field.tone ?? 'info'} title={field.label || field.text} description={field.label ? field.text : undefined} />
    );
  return (
    <div className="fill-text">
      {field.label && <h3>{field.label}</h3>}
      {field.text && <p>{field.text}</p>}
    </div>
  );
}

import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import type { RecordEdits } from '#kit/web/slots/slots.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { DocumentUpload, FileThumbs } from '#modules/files/web/index.ts';
import type { api } from '../api.ts';

type Detail = ReplyOf<typeof api.instance.detail>;
type Field = Detail['fields'][number];

/** Scans and photographs as well as documents and tables. */
export const FILE_TYPES = ['pdf', 'png', 'jpg', 'jpeg', 'doc', 'docx', 'xls', 'xlsx', 'txt'];

/** Fields that the approver may change at this node, and what he has changed. */
export type FieldEdits = RecordEdits;
interface RecordFieldsProps {
  detail: Pick<Detail, 'fields' | 'snapshot'>;
  edits?: FieldEdits | undefined;
}

/** The record as it was submitted, field by field. */
export function RecordFields({ detail, edits }: RecordFieldsProps) {
  return (
    <dl>
      {detail.fields.map((field) => {
        const value = detail.snapshot[field.name];
        return (
          <div key={field.name} className={edits && field.name in edits.values ? 'changed' : undefined}>
            <dt>{field.label}</dt>
            <dd>{edits?.editable.has(field.name) ? <FieldInput field={field} value={value} edits={edits} /> : shown(field, value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function shown({ kind }: Pick<Field, 'kind'>, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <Missing />;
  if (kind === 'files') return <FileThumbs value={value as string} />;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
}

interface FieldInputProps {
  field: Field;
  value: unknown;
  edits: FieldEdits;
}
function FieldInput({ field: { name, label, kind }, value, edits }: FieldInputProps) {
  const now = edits.values[name] ?? value;
  const props = { 'aria-label': label, value: typeof now === 'string' || typeof now === 'number' ? String(now) : '' };
  if (kind === 'files') return <DocumentUpload value={props.value} types={FILE_TYPES} onChange={(next) => edits.change(name, next)} />;
  if (kind === 'area') return <Input.TextArea {...props} rows={3} onChange={(event) => edits.change(name, event.target.value)} />;
  return (
    <Input {...props} inputMode={kind === 'amount' ? 'decimal' : 'text'} onChange={(event) => edits.change(name, event.target.value)} />
  );
}

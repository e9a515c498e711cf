import { useMemo, type ReactNode } from 'react';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { useCall } from '#kit/web/use-call.ts';
import { DocumentText } from '#modules/notices/web/parts.ts';
import { FileThumbs } from '#kit/web/upload/FileThumbs.tsx';
import { AreaText } from '#modules/projects/web/index.ts';
import type { ValueField } from '../../contract/field.ts';
import { choiceSource } from '../../core/index.ts';
import { api, lookups } from '../api.ts';
import { useFillerAround } from './context.ts';
import { useFileApi } from './use-file-api.ts';
import './fill.css';

/** What people read for ids that were chosen, where the server has said it: by field and value. */
export type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
const DASH = '—';
/** What the server sends for a masked value that is no plain text. */
const HIDDEN = '******';

function thousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** A value as one line of text, as far as that needs no other call; null = it is drawn in another way. */
export function plainText(field: ValueField, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return DASH;
  if (value === HIDDEN) return HIDDEN;
  switch (field.type) {
    case 'number':
      return `${field.hasThousands ? thousands(String(value)) : String(value)}${field.unit ?? ''}`;
    case 'money':
      return `${field.currency ?? '¥'}${thousands(String(value))}`;
    case 'formula':
      return `${field.result === 'text' || field.result === 'date' ? String(value) : thousands(String(value))}${field.unit ?? ''}`;
    case 'slider':
      return `${String(value)}${field.unit ?? ''}`;
    case 'rate':
      return `${String(value)} / ${field.most ?? 5} 星`;
    case 'switch':
      return value === true ? (field.onText ?? '是') : (field.offText ?? '否');
    case 'dateRange':
      return listOf(value).join(' 至 ');
    case 'radio':
    case 'checkbox':
    case 'select': {
      if (field.options.from !== 'static') return null;
      const names = new Map(field.options.items.map((item) => [item.value, item.label]));
      return listOf(value)
        .map((one) => names.get(one) ?? one)
        .join('、');
    }
    case 'cascader': {
      let nodes: typeof field.items | undefined = field.items;
      const names = listOf(value).map((step) => {
        const node = nodes?.find((one) => one.value === step);
        nodes = node?.children;
        return node?.label ?? step;
      });
      return names.join(' / ');
    }
    case 'location': {
      const { lng, lat, address } = value as { lng: number; lat: number; address?: string | null };
      return address ? `${address}（${lng}, ${lat}）` : `${lng}, ${lat}`;
    }
    case 'input':
    case 'textarea':
    case 'date':
    case 'time':
    case 'serial':
      return String(value);
    default:
      return null;
  }
}

function DictText({ code, value }: { code: string; value: unknown }) {
  const { label } = useDict(code);
  return <>{listOf(value).map(label).join('、')}</>;
}
function DeptText({ value }: { value: unknown }) {
  const { data = [] } = useCall(lookups.dept.list);
  const names = useMemo(() => new Map(data.map(({ id, deptName }) => [id, deptName])), [data]);
  return (
    <>
      {listOf(value)
        .map((id) => names.get(id) ?? '…')
        .join('、')}
    </>
  );
}
function PostText({ value }: { value: unknown }) {
  const { data = [] } = useCall(lookups.post.list);
  const names = useMemo(() => new Map(data.map(({ id, postName }) => [id, postName])), [data]);
  return (
    <>
      {listOf(value)
        .map((id) => names.get(id) ?? '…')
        .join('、')}
    </>
  );
}

/** What was chosen from options of the server, while it is filled in. */
function ChosenText({ field, value }: { field: ValueField; value: unknown }) {
  const filler = useFillerAround();
  const params = { id: filler?.formId ?? '', fieldId: field.id };
  const { data } = useCall(
    filler?.choices ?? api.record.choices,
    { params, query: { values: listOf(value).join(',') } },
    { enabled: filler !== null && filler.formId !== null, staleTime: 300_000, keepPrevious: true },
  );
  const names = new Map(data?.map((choice) => [choice.value, choice.label]));
  return (
    <>
      {listOf(value)
        .map((one) => names.get(one) ?? one)
        .join('、')}
    </>
  );
}

function FilesText({ field, value }: { field: ValueField; value: unknown }) {
  const files = { api: useFileApi(field.id), value: listOf(value).join(',') };
  if (field.type !== 'signature') return <FileThumbs {...files} size={field.type === 'file' ? 30 : 64} />;
  return (
    <span className="fill-signed">
      <FileThumbs {...files} size={60} width={160} />
    </span>
  );
}

interface Props {
  field: ValueField;
  value: unknown;
  labels?: Labels | undefined;
}
/** A value as people read it. */
export function ValueText({ field, value, labels }: Props): ReactNode {
  const text = plainText(field, value);
  if (text !== null) return text;
  const known = labels?.[field.id];
  const source = choiceSource(field);
  if (source?.from === 'dict') return <DictText code={source.dictType} value={value} />;
  // of an area the names above it belong to its text
  if (known && field.type !== 'area')
    return listOf(value)
      .map((one) => known[one] ?? one)
      .join('、');
  switch (field.type) {
    case 'dept':
      return <DeptText value={value} />;
    case 'post':
      return <PostText value={value} />;
    case 'area':
      return <AreaText code={String(value)} />;
    case 'file':
    case 'image':
    case 'signature':
      return <FilesText {...{ field, value }} />;
    case 'editor':
      return <DocumentText value={value} />;
    case 'color':
      return (
        <span className="fill-colour">
          <i style={{ background: String(value) }} />
          {String(value)}
        </span>
      );
    default:
      return source ? <ChosenText {...{ field, value }} /> : listOf(value).join('、');
  }
}

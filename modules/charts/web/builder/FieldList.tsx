import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useDraggable } from '@dnd-kit/core';
import { Tooltip } from 'antd';
import { useState } from 'react';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { SetFields } from '#modules/datasets/web/parts.ts';
import { FieldMark } from './shelves/field-mark.tsx';
import './panels.css';
import './build-chart.css';

interface Props {
  set: SetFields | null;
  isLoading: boolean;
  error: string | null;
  used: ReadonlySet<string>;
  onAdd: (field: Field) => void;
}

function FieldRow({ field, isUsed, isBroken, onAdd }: { field: Field; isUsed: boolean; isBroken: string | null; onAdd: () => void }) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({ id: `field:${field.id}`, data: { kind: 'field', field } });
  const note = [field.name !== field.id ? field.id : null, field.remark, field.expr, isBroken].filter(Boolean).join('\n');
  return (
    <li>
      <Tooltip title={note === '' ? undefined : <span className="field-note">{note}</span>} placement="right" mouseEnterDelay={0.6}>
        <button
          ref={setNodeRef}
          type="button"
          className={`field-row ${field.role === 'measure' ? 'is-measure' : 'is-dimension'} ${isUsed ? 'is-used' : ''} ${isBroken ? 'is-broken' : ''}`}
          style={{ opacity: isDragging ? 0.4 : 1 }}
          onDoubleClick={onAdd}
          {...attributes}
          {...listeners}
          // Enter adds; the drag by keyboard starts with the space bar
          onKeyDown={(event) => {
            if (event.key === 'Enter') onAdd();
            else listeners?.['onKeyDown']?.(event);
          }}
        >
          <FieldMark field={field} />
          <span>{field.name}</span>
        </button>
      </Tooltip>
    </li>
  );
}

/** The fields of the data set: dragged to a shelf, or added by a double click or Enter. */
export function FieldList({ set, isLoading, error, used, onAdd }: Props) {
  const [keyword, setKeyword] = useState('');
  if (isLoading) return <StateView className="field-skeleton" kind="loading" rows={8} />;
  if (error) return <StateView kind="error" inline what={error} error={null} />;
  if (!set) return <StateView kind="empty" inline what="先选择数据集" />;
  const word = keyword.trim().toLowerCase();
  const shown = set.fields.filter(
    (field) => !field.hidden && (word === '' || field.name.toLowerCase().includes(word) || field.id.toLowerCase().includes(word)),
  );
  const broken = new Map(set.broken.map((one) => [one.field, one.reason]));
  const group = (title: string, role: Field['role']) => {
    const list = shown.filter((field) => field.role === role);
    const folders = [...new Set(list.map((field) => field.folder ?? ''))].sort((a, b) =>
      a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'zh-CN'),
    );
    return (
      <section aria-label={title}>
        <h3>
          {title}
          <em>{list.length}</em>
        </h3>
        {folders.map((folder) => (
          <div key={folder}>
            {folder !== '' && <h4>{folder}</h4>}
            <ul>
              {list
                .filter((field) => (field.folder ?? '') === folder)
                .map((field) => (
                  <FieldRow
                    key={field.id}
                    field={field}
                    isUsed={used.has(field.id)}
                    isBroken={broken.get(field.id) ?? null}
                    onAdd={() => onAdd(field)}
                  />
                ))}
            </ul>
          </div>
        ))}
      </section>
    );
  };
  return (
    <div className="field-list">
      <SearchInput label="搜索字段" size="small" value={keyword} onChange={setKeyword} />
      <div className="field-groups">
        {group('维度', 'dimension')}
        {group('指标', 'measure')}
        {shown.length === 0 && <p className="field-none">没有符合的字段</p>}
      </div>
    </div>
  );
}

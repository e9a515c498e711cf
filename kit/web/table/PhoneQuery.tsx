import { CloseOutlined, FilterOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useDict } from '../dict/use-dict.ts';
import { SearchInput } from '../parts/SearchInput.tsx';
import type { Values } from './list-state.ts';
import { QueryInput } from './QueryBar.tsx';
import type { SearchField, TreeOption } from './types.ts';

interface PhoneQueryProps {
  fields: readonly SearchField[];
  values: Values;
  onSearch: (values: Values) => void;
}

const isText = (field: SearchField) => !field.dict && !field.options && !field.tree && !field.to;
const isFilled = (field: SearchField, values: Values) => Boolean(values[field.field] || (field.to && values[field.to]));
const without = (values: Values, field: SearchField): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field.field && name !== field.to));

/** Filters of a list on a phone: the first text field inline, the others in a bottom sheet, active ones as chips. */
export function PhoneQuery({ fields, values, onSearch }: PhoneQueryProps) {
  const [open, setOpen] = useState(false);
  const first = fields.find(isText);
  const others = fields.filter((field) => field !== first);
  const filled = others.filter((field) => isFilled(field, values));
  const clean = (next: Values) => onSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value.trim() !== '')));
  return (
    <div className="phone-query" role="search">
      <div className="phone-query-row">
        {first && (
          <FirstField
            key={values[first.field] ?? ''}
            field={first}
            text={values[first.field] ?? ''}
            onSearch={(text) => clean({ ...values, [first.field]: text })}
          />
        )}
        {others.length > 0 && (
          <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
            筛选{filled.length > 0 && `(${filled.length})`}
          </Button>
        )}
      </div>
      {filled.length > 0 && (
        <div className="chips">
          {filled.map((field) => (
            <Chip key={field.field} field={field} values={values} onRemove={() => clean(without(values, field))} />
          ))}
        </div>
      )}
      {open && <FilterSheet fields={others} values={values} onSearch={clean} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Bottom sheet with the remaining filters; applied by 查询. */
function FilterSheet({ fields, values, onSearch, onClose }: PhoneQueryProps & { onClose: () => void }) {
  const [draft, setDraft] = useState<Values>(values);
  const submit = () => {
    onSearch(draft);
    onClose();
  };
  return (
    <Drawer
      open
      placement="bottom"
      size="large"
      title="筛选"
      onClose={onClose}
      footer={
        <div className="phone-query-foot">
          <Button onClick={() => setDraft((now) => fields.reduce(without, now))}>重置</Button>
          <Button type="primary" onClick={submit}>
            查询
          </Button>
        </div>
      }
    >
      {fields.map((field) => (
        <label className="phone-field" key={field.field}>
          {field.label}
          <QueryInput field={field} values={draft} onChange={(part) => setDraft((now) => ({ ...now, ...part }))} />
        </label>
      ))}
    </Drawer>
  );
}

function FirstField({ field, text, onSearch }: { field: SearchField; text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const change = (next: string) => {
    setTyped(next);
    // cleared by its button, which sends no Enter
    if (next === '' && text !== '') onSearch('');
  };
  return (
    <SearchInput label={field.label} placeholder={field.placeholder ?? field.label} value={typed} onChange={change} onSearch={onSearch} />
  );
}

const labelIn = (nodes: readonly TreeOption[], value: string): string | undefined => {
  for (const node of nodes) {
    if (node.value === value) return node.label;
    const below = labelIn(node.children ?? [], value);
    if (below !== undefined) return below;
  }
  return undefined;
};

function Chip({ field, values, onRemove }: { field: SearchField; values: Values; onRemove: () => void }) {
  const dict = useDict(field.dict);
  const value = values[field.field] ?? '';
  const text = field.to
    ? `${value || '…'} 至 ${values[field.to] ?? '…'}`
    : field.dict
      ? dict.label(value)
      : (labelIn(field.options ?? field.tree ?? [], value) ?? value);
  return (
    <button type="button" className="chip" onClick={onRemove} aria-label={`取消筛选 ${field.label}：${text}`}>
      {field.label}：{text}
      <CloseOutlined />
    </button>
  );
}

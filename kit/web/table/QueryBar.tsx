import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { Suspense, useState, type KeyboardEvent } from 'react';
import { DictSelect } from '../dict/DictSelect.tsx';
import { DateSpan } from '../form/dates.tsx';
import { lazyPart } from '../lazy-part.ts';
import { clearButton } from '../parts/clear-button.tsx';
import type { Values } from './list-state.ts';
import { fieldsInSight } from './query-fields.ts';
import type { SearchField } from './types.ts';
import { useBox } from './use-box.ts';

// lazy, because few lists filter by a tree
const TreeChoice = lazyPart(() => import('../form/TreeChoice.tsx'));

/** fields per row before the width is measured */
const INLINE = 3;
/** the least width of a cell of the grid and the gap between cells, as in the style sheet */
const CELL = { least: 216, gap: 12 };

interface QueryBarProps {
  fields: readonly SearchField[];
  values: Values;
  onSearch: (values: Values) => void;
}

/** One row of filters, the others behind 展开(n). Nothing is requested while typing, only on Enter or 查询. */
export function QueryBar({ fields, values, onSearch }: QueryBarProps) {
  const [draft, setDraft] = useState<Values>(values);
  const [applied, setApplied] = useState(values);
  const [open, setOpen] = useState(false);
  const [gridRef, grid] = useBox();
  // another view, the back button or 清除筛选 changed the query from outside
  if (applied !== values) {
    setApplied(values);
    setDraft(values);
  }
  if (fields.length === 0) return null;

  const change = (part: Record<string, string>) => setDraft((now) => ({ ...now, ...part }));
  // keep values without a visible field, such as a department selected in the tree
  const submit = (next: Values) => onSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value.trim() !== '')));
  const names = fields.flatMap((field) => (field.to ? [field.field, field.to] : [field.field]));
  const reset = () => submit(Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name))));
  // the measured width is rounded: a pixel less, or the last field would slip into a second row
  const cells = grid && grid.width > 0 ? Math.max(1, Math.floor((grid.width - 1 + CELL.gap) / (CELL.least + CELL.gap))) : INLINE;
  const inSight = fieldsInSight(fields, cells);
  const hidden = fields.slice(inSight);
  const hiddenFilled = hidden.filter((field) => draft[field.field] || (field.to && draft[field.to])).length;
  const handleKey = (event: KeyboardEvent) => {
    // inside an open dropdown or calendar, Enter selects
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.getAttribute('aria-expanded') !== 'true')
      submit(draft);
  };

  return (
    <div className="query" role="search" onKeyDown={handleKey}>
      <div className="query-fields" ref={gridRef}>
        {(open ? fields : fields.slice(0, inSight)).map((field) => (
          <label className={field.to ? 'query-field wide' : 'query-field'} key={field.field}>
            <span className="query-label">{field.label}</span>
            <QueryInput field={field} values={draft} onChange={change} />
          </label>
        ))}
      </div>
      <div className="query-buttons">
        {hidden.length > 0 && (
          <Button type="link" className="query-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : `展开(${hidden.length})`}
            {!open && hiddenFilled > 0 && <span className="dirty" title={`${hiddenFilled} 个收起的条件已填写`} />}
            {open ? <UpOutlined /> : <DownOutlined />}
          </Button>
        )}
        <Button onClick={reset}>重置</Button>
        <Button className="accent-outline" onClick={() => submit(draft)}>
          查询
        </Button>
      </div>
    </div>
  );
}

interface QueryInputProps {
  field: SearchField;
  values: Values;
  onChange: (part: Record<string, string>) => void;
}

/** The control of one query field. */
export function QueryInput({ field, values, onChange }: QueryInputProps) {
  const value = values[field.field] ?? '';
  const set = (next: unknown) => onChange({ [field.field]: typeof next === 'string' ? next : '' });
  const choice = {
    'aria-label': field.label,
    value: value || undefined,
    onChange: set,
    allowClear: true,
    placeholder: field.placeholder ?? '全部',
  };
  if (field.dict) return <DictSelect code={field.dict} {...choice} />;
  if (field.options) return <Select {...choice} options={[...field.options]} showSearch={{ optionFilterProp: 'label' }} />;
  if (field.tree) {
    return (
      <Suspense fallback={<Input disabled />}>
        <TreeChoice {...choice} nodes={field.tree} />
      </Suspense>
    );
  }
  if (field.to) {
    const to = field.to;
    return (
      <DateSpan
        aria-label={field.label}
        from={values[field.field]}
        to={values[to]}
        onChange={(first, last) => onChange({ [field.field]: first, [to]: last })}
      />
    );
  }
  return (
    <Input
      aria-label={field.label}
      value={value}
      placeholder={field.placeholder ?? '请输入'}
      allowClear={clearButton}
      onChange={(event) => set(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') set('');
      }}
    />
  );
}

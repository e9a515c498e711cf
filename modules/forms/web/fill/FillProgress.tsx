import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { useMemo } from 'react';
import type { Filling } from '../../contract/record.ts';
import type { FormField, FormSchema } from '../../contract/schema.ts';
import { isValueField, placed } from '../../core/index.ts';
import { useFill } from './context.ts';

interface Part {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly FormField[];
}
/** What a form consists of for the eye: its cards, tabs and sub-tables, and what stands outside of them. */
function partsOf({ layout }: FormSchema): Part[] {
  const own: Part[] = layout.flatMap((field): Part[] => {
    if (field.type === 'tabs') return field.areas.map(({ id, label, children }) => ({ id, label, fields: children }));
    return field.type === 'card' || field.type === 'subform' ? [{ id: field.id, label: field.label, fields: [field] }] : [];
  });
  const loose = layout.filter(({ type }) => type !== 'card' && type !== 'tabs' && type !== 'subform');
  return loose.some((field) => placed([field]).some(({ field: one }) => isValueField(one)))
    ? [{ id: '', label: '基本信息', fields: loose }, ...own]
    : own;
}

/** How far the filling is, part by part. */
export function FillProgress({ filling }: { filling: Filling }) {
  const parts = useMemo(() => partsOf(filling.schema), [filling]);
  const counted = useMemo(
    () =>
      placed(filling.schema.layout).flatMap(({ field, sub }) =>
        sub === null && (isValueField(field) || field.type === 'subform') ? [field] : [],
      ),
    [filling],
  );
  const { fields, rows } = useFill((fill) => fill.verdict.state);
  const open = counted.flatMap(({ id, type }) => {
    const state = fields.get(id);
    if (state?.isVisible !== true || state.isReadonly) return [];
    return [type === 'subform' ? (rows.get(id)?.length ?? 0) > 0 : state.value !== null];
  });
  const [done, all] = [open.filter(Boolean).length, open.length];
  return (
    <aside className="fill-side">
      <section className="panel fill-progress" aria-label="填写进度">
        <header>
          <h2>填写进度</h2>
          <span className="num">
            {done} / {all}
          </span>
        </header>
        <div className="fill-bar" role="progressbar" aria-label="填写进度" aria-valuemin={0} aria-valuemax={all} aria-valuenow={done}>
          {Array.from({ length: Math.min(all, 40) }, (_, at) => (
            <i key={at} data-on={at < Math.round((done / Math.max(all, 1)) * Math.min(all, 40)) || undefined} />
          ))}
        </div>
        <ul>
          {parts.map((part) => (
            <PartLine key={part.id} part={part} />
          ))}
        </ul>
      </section>
      <section className="panel fill-facts" aria-label="表单">
        <header>
          <h2>表单</h2>
        </header>
        <dl>
          <dt>名称</dt>
          <dd>{filling.formName}</dd>
          <dt>版本</dt>
          <dd>第 {filling.versionNo} 版</dd>
        </dl>
      </section>
    </aside>
  );
}

function PartLine({ part }: { part: Part }) {
  const ids = useMemo(() => new Set(placed(part.fields).map(({ field }) => field.id)), [part]);
  const open = useFill((fill) => fill.verdict.problems.filter(({ fieldId }) => ids.has(fieldId)).length);
  const isShown = useFill((fill) => fill.showsAll);
  return (
    <li>
      {open === 0 ? (
        <CheckCircleFilled className="ok" aria-hidden />
      ) : (
        <ExclamationCircleFilled className={isShown ? 'bad' : 'muted'} aria-hidden />
      )}
      <span className="cut">{part.label || '未命名'}</span>
      <small className={open > 0 && isShown ? 'bad' : 'muted'}>{open === 0 ? '已完成' : `${open} 项`}</small>
    </li>
  );
}

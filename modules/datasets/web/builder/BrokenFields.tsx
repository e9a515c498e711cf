import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import type { AnalysedColumn } from '../../contract/data-set.ts';
import { lostTables } from './join-edit.ts';
import { LostTables } from './LostTables.tsx';
import type { Catalogue } from './SourcePanel.tsx';
import type { Draft, DraftState } from './use-draft.ts';

interface Props {
  draft: Draft;
  state: DraftState;
  broken: readonly { field: string; reason: string }[];
  /** columns that the origin has now, as far as it was read */
  columns: readonly AnalysedColumn[];
}
const FEW = 3;

interface BrokenProps extends Props {
  catalogue: Catalogue | undefined;
  /** why the origin was not read */
  problem: { readonly message: string } | null | undefined;
}
/** Tables and fields that are gone, and what can be put in their place. */
export const BrokenFields = ({ catalogue, problem, ...props }: BrokenProps) => {
  const { model } = props.draft;
  const lost = catalogue ? lostTables(model, catalogue) : [];
  // while a table is missing every field is, and nothing is read: that table comes first
  if (lost.length > 0) return <LostTables state={props.state} catalogue={catalogue!} lost={lost} />;
  return (
    <>
      {problem && model.origin.kind !== 'sql' && <Alert type="error" showIcon title={problem.message} className="set-build-alert" />}
      <LostFields {...props} />
    </>
  );
};

/** Fields whose column is gone: bound to a column that is there now, so that everything that uses them follows, or taken out. */
function LostFields({ draft, state, broken, columns }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (broken.length === 0) return null;
  const { fields } = draft.model;
  const lost = broken.filter(({ field }) => fields.some(({ id, expr }) => id === field && !expr));
  const stored = new Set(state.stored.model.fields.map(({ id }) => id));
  const free = columns.filter(({ id }) => !stored.has(id) && !Object.values(draft.renames).includes(id));
  // what several fields have in common is said once
  const every = [...new Set(broken.map((one) => one.reason))];
  const reasons = every.slice(0, FEW);
  const remove = () => state.setModel((now) => ({ fields: now.fields.filter((field) => !broken.some((one) => one.field === field.id)) }));
  return (
    <Alert
      type="warning"
      showIcon
      className="set-build-alert"
      title={`${broken.length} 个字段已失效：${reasons.join('；')}${every.length > FEW ? '…' : ''}`}
      description={
        isOpen && (
          <div className="set-renames">
            {lost.map(({ field }) => {
              const name = fields.find(({ id }) => id === field)?.name ?? field;
              return (
                <label key={field}>
                  <span>{name === field ? name : `${name}（${field}）`} →</span>
                  <Select
                    size="small"
                    aria-label={`${name} 对应的新字段`}
                    placeholder={free.length > 0 ? '选择新的字段' : '没有新增的字段'}
                    showSearch={{ optionFilterProp: 'label' }}
                    value={null}
                    options={free.map(({ id, name: own }) => ({ value: id, label: own === id ? id : `${own}（${id}）` }))}
                    onChange={(to: string | null) => to && state.rename(field, to)}
                  />
                </label>
              );
            })}
            <p className="muted">保存后，使用这些字段的图表、看板、大屏、联动、筛选和计算字段会一并改为新的字段。</p>
          </div>
        )
      }
      action={
        <>
          {lost.length > 0 && columns.length > 0 && (
            <Button size="small" type="primary" onClick={() => setOpen(!isOpen)}>
              对应新字段
            </Button>
          )}
          {broken.length < fields.length && (
            <Button size="small" onClick={remove}>
              移除失效字段
            </Button>
          )}
        </>
      }
    />
  );
}

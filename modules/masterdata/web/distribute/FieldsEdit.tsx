import { Button, Checkbox, Input } from 'antd';
import { useEffect } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { TargetColumn } from '../../contract/target.ts';
import { api } from '../api.ts';
import { allColumns, offered, type Offered, type TargetDraft } from './target-draft.ts';
import { ColumnSelect, type Put } from './parts.tsx';
import { OWN_VALUES } from './words.ts';

interface Props {
  draft: TargetDraft;
  put: Put;
  modelId: string;
  isNew: boolean;
}
/** Which values leave, and what the target calls them. */
export function FieldsEdit({ draft, put, modelId, isNew }: Props) {
  const form = useCall(api.model.formParam, { params: { id: modelId } });
  const columns = form.data?.columnList;
  const isBlank = isNew && draft.kind !== 'table' && draft.columns.size === 0;
  useEffect(() => {
    // a new target begins with everything under its own name
    if (columns && isBlank) put({ columns: allColumns(columns) });
    // only when another model or way is chosen: what is taken out later stays out
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [columns, modelId, draft.kind]);
  if (form.error) return <StateView kind="error" inline error={form.error} onRetry={() => void form.refetch()} />;
  if (!columns) return <StateView kind="loading" rows={4} />;
  const all = offered(columns, OWN_VALUES, draft.kind);
  const set = (from: string, column: Omit<TargetColumn, 'from'> | null) => {
    const next = new Map(draft.columns);
    if (column === null) next.delete(from);
    else next.set(from, column);
    put({ columns: next });
  };
  return (
    <section aria-label="分发字段">
      <h3 className="form-section">
        分发字段{' '}
        <small>
          已选 {draft.columns.size} / {all.length}
        </small>
        {draft.kind !== 'table' && (
          <Button size="small" onClick={() => put({ columns: new Map([...allColumns(columns), ...draft.columns]) })}>
            全部选择
          </Button>
        )}
      </h3>
      <table className="md-plain dist-fields">
        <thead>
          <tr>
            <th>主数据列</th>
            <th>目标字段</th>
            <th>敏感列</th>
          </tr>
        </thead>
        <tbody>
          {all.map((one) => (
            <FieldRow key={one.from} {...{ one, draft }} column={draft.columns.get(one.from)} onSet={(column) => set(one.from, column)} />
          ))}
        </tbody>
      </table>
      <p className="muted dist-note">敏感级别 L3、L4 的列默认按脱敏规则分发；勾选明文需要您有该列的明文权限。</p>
    </section>
  );
}

interface RowProps {
  one: Offered;
  draft: TargetDraft;
  column: Omit<TargetColumn, 'from'> | undefined;
  onSet: (column: Omit<TargetColumn, 'from'> | null) => void;
}
function FieldRow({ one: { from, label, isMasked, isSensitive }, draft, column, onSet }: RowProps) {
  const name = (to: string | undefined) => onSet(to ? { to, isClear: column?.isClear ?? '0' } : null);
  const isOwn = from.startsWith('$');
  return (
    <tr>
      <td>
        {draft.kind === 'table' ? (
          label
        ) : (
          <Checkbox checked={column !== undefined} onChange={(event) => name(event.target.checked ? from : undefined)}>
            {label}
          </Checkbox>
        )}
        {!isOwn && (
          <>
            <br />
            <span className="mono muted">{from}</span>
          </>
        )}
      </td>
      <td>
        {draft.kind === 'table' ? (
          <ColumnSelect label={`${label}的目标字段`} tableId={draft.tableId} value={column?.to} onChange={name} />
        ) : (
          <Input
            aria-label={`${label}的目标字段`}
            maxLength={128}
            disabled={!column}
            value={column?.to ?? ''}
            onChange={(event) => onSet({ to: event.target.value, isClear: column?.isClear ?? '0' })}
          />
        )}
      </td>
      <td>
        {isSensitive && (
          <Checkbox
            aria-label={`${label}明文分发`}
            disabled={!column || isMasked}
            checked={column?.isClear === '1'}
            onChange={(event) => column && onSet({ ...column, isClear: event.target.checked ? '1' : '0' })}
          >
            {isMasked ? '无明文权限' : '明文'}
          </Checkbox>
        )}
      </td>
    </tr>
  );
}

import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Checkbox, Segmented } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { GrantObject } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import { LevelTag } from '../classify/level-tag.tsx';
import type { Rights } from './drafts.ts';

interface ColumnRightsProps {
  tableId: string;
  rights: Rights;
  mayEdit: boolean;
  onChange: (rights: Rights) => void;
}
type Shown = 'all' | 'sensitive' | 'rest';

/** The columns of a granted table: which of them the grant holds, and what will be seen of each. */
export function ColumnRights({ tableId, rights, mayEdit, onChange }: ColumnRightsProps) {
  const [shown, setShown] = useState<Shown>('all');
  const answer = useCall(api.authorize.objects, { query: { parentType: 'table', parentId: tableId } }, { staleTime: 30_000 });
  const columns = answer.data ?? [];
  const isOn = (id: string) => rights.columns === null || rights.columns.includes(id);
  const on = columns.filter((column) => isOn(column.id));
  const choose = (ids: readonly string[]) => {
    if (ids.length > 0) onChange({ ...rights, columns: ids.length === columns.length ? null : ids });
  };
  const sensitive = columns.filter((column) => column.mask !== null);
  const rest = columns.filter((column) => !isOn(column.id));
  const list = shown === 'sensitive' ? sensitive : shown === 'rest' ? rest : columns;
  if (!answer.data) return <ColumnsFace error={answer.error} onRetry={() => void answer.refetch()} />;
  return (
    <div className="column-rights">
      <div className="column-rights-head">
        <h4>字段</h4>
        <span className="muted">{`${on.length} / ${columns.length}`}</span>
        <span className="grow" />
        <ShownChoice value={shown} sensitive={sensitive.length} rest={rest.length} onChange={setShown} />
      </div>
      <div className="column-rights-rows" tabIndex={0} role="region" aria-label="字段">
        <table>
          <thead>
            <tr>
              <th>
                <AllBox
                  on={on.length}
                  all={columns.length}
                  disabled={!mayEdit}
                  onChoose={() => choose(columns.map((column) => column.id))}
                />
              </th>
              <th>字段名</th>
              <th>中文名</th>
              <th>级别</th>
              <th>看到的值</th>
            </tr>
          </thead>
          <tbody>
            {list.map((column) => (
              <ColumnRow
                key={column.id}
                column={column}
                rights={rights}
                // a grant without a column is none: the last one goes with 移除授权
                isFixed={!mayEdit || (on.length === 1 && isOn(column.id))}
                onTick={(isTicked) =>
                  choose(columns.filter((one) => (one.id === column.id ? isTicked : isOn(one.id))).map((one) => one.id))
                }
              />
            ))}
          </tbody>
        </table>
        {list.length === 0 && <StateView kind="empty" inline what={EMPTY[shown]} />}
      </div>
    </div>
  );
}

const EMPTY: Record<Shown, string> = { all: '这张表没有字段', sensitive: '没有敏感字段', rest: '字段已全部授权' };
const ColumnsFace = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? <StateView kind="error" error={error} onRetry={onRetry} /> : <StateView kind="loading" rows={8} />;

interface ShownChoiceProps {
  value: Shown;
  sensitive: number;
  rest: number;
  onChange: (value: Shown) => void;
}

const ShownChoice = ({ value, sensitive, rest, onChange }: ShownChoiceProps) => (
  <Segmented<Shown>
    size="small"
    aria-label="显示的字段"
    value={value}
    onChange={onChange}
    options={[
      { value: 'all', label: '全部' },
      { value: 'sensitive', label: `敏感 ${sensitive}` },
      { value: 'rest', label: `未选 ${rest}` },
    ]}
  />
);

interface AllBoxProps {
  on: number;
  all: number;
  disabled: boolean;
  onChoose: () => void;
}

const AllBox = ({ on, all, disabled, onChoose }: AllBoxProps) => (
  <Checkbox aria-label="全部字段" disabled={disabled} checked={on === all} indeterminate={on > 0 && on < all} onChange={onChoose} />
);

interface ColumnRowProps {
  column: GrantObject;
  rights: Rights;
  isFixed: boolean;
  onTick: (isTicked: boolean) => void;
}

function ColumnRow({ column, rights, isFixed, onTick }: ColumnRowProps) {
  const isOn = rights.columns === null || rights.columns.includes(column.id);
  return (
    <tr className={isOn ? undefined : 'off'}>
      <td>
        <Checkbox
          aria-label={`授权字段${column.name}`}
          disabled={isFixed}
          checked={isOn}
          onChange={(event) => onTick(event.target.checked)}
        />
      </td>
      <td className="mono cut" title={column.name}>
        {column.name}
      </td>
      <td className="cut" title={column.comment ?? ''}>
        {column.comment}
      </td>
      <td>
        <LevelTag level={column.level} />
      </td>
      <td>
        <SeenValue column={column} isOn={isOn} rights={rights} />
      </td>
    </tr>
  );
}

/** What this grant alone will show of a column. */
function SeenValue({ column, isOn, rights }: { column: GrantObject; isOn: boolean; rights: Rights }) {
  if (!isOn) return <span className="muted">未授权</span>;
  if (!rights.actions.some((action) => action !== 'meta')) return <span className="muted">仅结构</span>;
  if (column.mask === null || rights.actions.includes('unmask')) return <>原值</>;
  return (
    <span className="seen-mask">
      <EyeInvisibleOutlined /> {column.mask}
    </span>
  );
}

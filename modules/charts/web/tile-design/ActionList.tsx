import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import type { ChartConfig } from '../../contract/chart.ts';
import type { Action } from '../../contract/view-filter.ts';
import { LinkInput } from './LinkInput.tsx';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import { useSet, useSets } from '#modules/datasets/web/parts.ts';
import { LinkForm, mapByNames } from './LinkForm.tsx';
import { filterFor, useTargetFilters } from './link-targets.ts';
import '#kit/web/designer/designer.css';

const KINDS: readonly (readonly [Action['do'], string])[] = [
  ['filter', '联动筛选'],
  ['drill', '下钻'],
  ['jump', '跳转'],
  ['detail', '查看明细'],
];
const fresh = (kind: Action['do']): Action =>
  kind === 'filter'
    ? { do: 'filter', map: [], items: null }
    : kind === 'jump'
      ? { do: 'jump', link: { to: 'page', path: '/home' }, map: [], newWindow: false }
      : { do: kind };

interface Other {
  readonly id: string;
  readonly label: string;
  readonly dataSetId: string;
}
interface ListProps {
  chart: ChartConfig;
  actions: readonly Action[];
  /** what else of the document shows data */
  others: readonly Other[];
  onChange: (actions: Action[]) => void;
}

/** What a click on a mark does: link, drill, jump, rows behind it. */
export function ActionList({ actions, onChange, ...scene }: ListProps) {
  const { chart, others } = scene;
  const { set } = useSet(chart.dataSetId);
  const sets = useSets(others.map(({ dataSetId }) => dataSetId));
  const make = (kind: Action['do']): Action => {
    const action = fresh(kind);
    return action.do === 'filter' ? { ...action, map: mapByNames(chart, set, sets) } : action;
  };
  const unused = KINDS.filter(([kind]) => !actions.some((one) => one.do === kind));
  return (
    <PropGroup title="点击时">
      {actions.map((action, i) => (
        <div key={action.do} className="prop-item">
          <header>
            <span>{KINDS.find(([kind]) => kind === action.do)![1]}</span>
            <button type="button" aria-label="删除动作" onClick={() => onChange(actions.filter((_, k) => k !== i))}>
              <DeleteOutlined />
            </button>
          </header>
          <ActionForm {...scene} action={action} onChange={(next) => onChange(actions.map((old, k) => (k === i ? next : old)))} />
        </div>
      ))}
      {unused.length > 0 && (
        <Select
          size="small"
          aria-label="添加动作"
          placeholder="添加动作"
          value={null}
          options={unused.map(([value, label]) => ({ value, label }))}
          onChange={(kind: Action['do'] | null) => kind && onChange([...actions, make(kind)])}
        />
      )}
    </PropGroup>
  );
}

interface FormProps extends Omit<ListProps, 'actions' | 'onChange'> {
  action: Action;
  onChange: (action: Action) => void;
}
function ActionForm({ chart, others, action, onChange }: FormProps) {
  const { set } = useSet(chart.dataSetId);
  const cols = [...new Set([...chart.rows, ...chart.columns].map(({ col }) => col))];
  const nameOf = (col: string) => set?.fields.find(({ id }) => id === col)?.name ?? col;
  const colOptions = cols.map((value) => ({ value, label: nameOf(value) }));
  if (action.do === 'drill') return <p className="designer-note">沿“数据”中的下钻字段逐层查看。</p>;
  if (action.do === 'detail') return <p className="designer-note">显示所点数据背后的明细行。</p>;
  if (action.do === 'filter') return <LinkForm colOptions={colOptions} chart={chart} others={others} action={action} onChange={onChange} />;
  return <JumpForm cols={colOptions} action={action} onChange={onChange} />;
}

type Jump = Extract<Action, { do: 'jump' }>;
interface JumpProps {
  cols: readonly { readonly value: string; readonly label: string }[];
  action: Jump;
  onChange: (action: Jump) => void;
}
/** Where a click leads, and which of the clicked fields go with it. */
function JumpForm({ cols, action, onChange }: JumpProps) {
  const filters = useTargetFilters(action.link);
  const first = cols[0]?.value;
  const isEmpty = filters !== null && filters.length === 0;
  const setPair = (at: number, pair: Partial<Jump['map'][number]>) =>
    onChange({ ...action, map: action.map.map((old, k) => (k === at ? { ...old, ...pair } : old)) });
  return (
    <>
      <LinkInput value={action.link} onChange={(link) => link && onChange({ ...action, link: link as Jump['link'] })} />
      {action.map.map((one, i) => (
        <div key={one.col + String(i)} className="designer-pair">
          <Select
            size="small"
            aria-label="字段"
            value={one.col}
            options={[...cols]}
            onChange={(col) => setPair(i, { col, ...(filters && { filter: filterFor(filters, col) ?? one.filter }) })}
          />
          {filters && filters.length > 0 ? (
            <Select
              size="small"
              aria-label="带到目标的筛选"
              placeholder="目标的筛选"
              value={filters.some(({ id }) => id === one.filter) ? one.filter : undefined}
              options={filters.map(({ id, label }) => ({ value: id, label }))}
              onChange={(filter: string) => setPair(i, { filter })}
            />
          ) : (
            <Select
              size="small"
              aria-label="带到目标的筛选"
              mode="tags"
              maxCount={1}
              value={[one.filter]}
              onChange={(list: string[]) => {
                const filter = list.at(-1);
                if (filter && /^[A-Za-z0-9_-]{1,40}$/.test(filter)) setPair(i, { filter });
              }}
            />
          )}
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label="删除"
            onClick={() => onChange({ ...action, map: action.map.filter((_, k) => k !== i) })}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={first === undefined || action.map.length >= 8 || isEmpty}
        title={isEmpty ? '目标没有筛选条件，不能带上字段' : undefined}
        onClick={() =>
          first !== undefined &&
          onChange({ ...action, map: [...action.map, { col: first, filter: (filters && filterFor(filters, first)) ?? 'filter' }] })
        }
      >
        带上字段
      </Button>
      <Checkbox checked={action.newWindow} onChange={(event) => onChange({ ...action, newWindow: event.target.checked })}>
        新窗口打开
      </Checkbox>
    </>
  );
}

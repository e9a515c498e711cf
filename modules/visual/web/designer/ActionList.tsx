import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import type { ChartConfig } from '../../contract/chart.ts';
import type { Action } from '../../contract/view-filter.ts';
import { LinkInput } from '../screen/build/props/LinkInput.tsx';
import { Group, Row } from '../screen/build/props/PropPanel.tsx';
import { useSet } from '../sets/use-set.ts';
import './designer.css';

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
  filters: readonly { readonly id: string; readonly label: string }[];
  onChange: (actions: Action[]) => void;
}

/** What a click on a mark does: link, drill, jump, rows behind it. */
export function ActionList({ actions, onChange, ...scene }: ListProps) {
  const unused = KINDS.filter(([kind]) => !actions.some((one) => one.do === kind));
  return (
    <Group title="点击时">
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
          onChange={(kind: Action['do'] | null) => kind && onChange([...actions, fresh(kind)])}
        />
      )}
    </Group>
  );
}

interface FormProps extends Omit<ListProps, 'actions' | 'onChange'> {
  action: Action;
  onChange: (action: Action) => void;
}
function ActionForm({ chart, others, filters, action, onChange }: FormProps) {
  const { set } = useSet(chart.dataSetId);
  const cols = [...new Set([...chart.rows, ...chart.columns].map(({ col }) => col))];
  const nameOf = (col: string) => set?.fields.find(({ id }) => id === col)?.name ?? col;
  const colOptions = cols.map((value) => ({ value, label: nameOf(value) }));
  if (action.do === 'drill') return <p className="designer-note">沿“数据”中的下钻字段逐层查看。</p>;
  if (action.do === 'detail') return <p className="designer-note">显示所点数据背后的明细行。</p>;
  if (action.do === 'filter') {
    const setIds = [...new Set(others.map((one) => one.dataSetId))];
    const all = setIds.length > 0 ? setIds : [chart.dataSetId];
    const chosen = action.map.map(({ col }) => col);
    return (
      <>
        <Row label="用字段" isWide>
          <Select
            mode="multiple"
            size="small"
            aria-label="联动字段"
            placeholder={cols.length > 0 ? '点击的值作为筛选' : '先设置数据'}
            value={[...new Set(chosen)]}
            options={colOptions}
            onChange={(list: string[]) =>
              onChange({ ...action, map: list.flatMap((col) => all.map((dataSetId) => ({ col, dataSetId, target: col }))).slice(0, 8) })
            }
          />
        </Row>
        <Row label="作用于" isWide>
          <Select
            mode="multiple"
            size="small"
            aria-label="联动组件"
            placeholder="其他所有组件"
            value={action.items ?? []}
            options={others.map((one) => ({ value: one.id, label: one.label }))}
            onChange={(items: string[]) => onChange({ ...action, items: items.length > 0 ? items : null })}
          />
        </Row>
      </>
    );
  }
  return (
    <>
      <LinkInput value={action.link} onChange={(link) => link && onChange({ ...action, link: link as typeof action.link })} />
      {action.map.map((one, i) => (
        <div key={one.col + String(i)} className="designer-pair">
          <Select
            size="small"
            aria-label="字段"
            value={one.col}
            options={colOptions}
            onChange={(col) => onChange({ ...action, map: action.map.map((old, k) => (k === i ? { ...old, col } : old)) })}
          />
          <Select
            size="small"
            aria-label="带到目标的筛选"
            mode="tags"
            maxCount={1}
            value={[one.filter]}
            options={filters.map(({ id, label }) => ({ value: id, label }))}
            onChange={(list: string[]) => {
              const filter = list.at(-1);
              if (filter && /^[A-Za-z0-9_-]{1,40}$/.test(filter))
                onChange({ ...action, map: action.map.map((old, k) => (k === i ? { ...old, filter } : old)) });
            }}
          />
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
        disabled={cols.length === 0 || action.map.length >= 8}
        onClick={() => onChange({ ...action, map: [...action.map, { col: cols[0]!, filter: filters[0]?.id ?? 'filter' }] })}
      >
        带上字段
      </Button>
      <Checkbox checked={action.newWindow} onChange={(event) => onChange({ ...action, newWindow: event.target.checked })}>
        新窗口打开
      </Checkbox>
    </>
  );
}

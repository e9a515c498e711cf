import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, InputNumber, Select } from 'antd';
import { DATA_WIDGETS, type ScreenNode } from '../../../../contract/screen-config.ts';
import type { Action } from '../../../../contract/view-filter.ts';
import { setNode } from '../../../../core/screen/node-commands.ts';
import { useSet } from '../../../sets/use-set.ts';
import { useEditor, useEditorState } from '../editor.ts';
import { useStoredChart } from '../canvas/canvas-context.ts';
import { layerName } from '../left/Layers.tsx';
import { LinkInput } from '../props/LinkInput.tsx';
import { Group, Row } from '../props/PropPanel.tsx';

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

/** What a click does, and how often the data are read anew. */
export function ActionTab({ node }: { node: ScreenNode }) {
  const editor = useEditor();
  const give = (actions: Action[]) => editor.change('交互', setNode([node.id], { actions }), { gesture: 'actions' });
  const unused = KINDS.filter(([kind]) => !node.actions.some((one) => one.do === kind));
  return (
    <>
      <Group title="点击时">
        {node.actions.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="点击没有动作" />}
        {node.actions.map((action, i) => (
          <div key={action.do} className="prop-item">
            <header>
              <button type="button">{KINDS.find(([kind]) => kind === action.do)![1]}</button>
              <button type="button" aria-label="删除动作" onClick={() => give(node.actions.filter((_, k) => k !== i))}>
                <DeleteOutlined />
              </button>
            </header>
            <ActionForm node={node} action={action} onChange={(next) => give(node.actions.map((old, k) => (k === i ? next : old)))} />
          </div>
        ))}
        {unused.length > 0 && (
          <Select
            size="small"
            aria-label="添加动作"
            placeholder={
              <>
                <PlusOutlined /> 添加动作
              </>
            }
            value={null}
            options={unused.map(([value, label]) => ({ value, label }))}
            onChange={(kind: Action['do'] | null) => kind && give([...node.actions, fresh(kind)])}
          />
        )}
      </Group>
      <Group title="刷新">
        <Row id="node-refresh" label="间隔" hint="空 = 与大屏相同，0 = 不刷新">
          <InputNumber
            id="node-refresh"
            size="small"
            className="prop-number"
            min={0}
            max={86_400}
            suffix="秒"
            placeholder="与大屏相同"
            value={node.refreshSec ?? null}
            onChange={(refreshSec) => editor.change('刷新', setNode([node.id], { refreshSec }), { gesture: 'refresh' })}
          />
        </Row>
      </Group>
    </>
  );
}

interface FormProps {
  node: ScreenNode;
  action: Action;
  onChange: (action: Action) => void;
}
function ActionForm({ node, action, onChange }: FormProps) {
  const stored = useStoredChart(node.chart ? null : (node.chartId ?? null));
  const chart = node.chart ?? stored;
  const nodes = useEditorState((state) => state.config.nodes);
  const filters = useEditorState((state) => state.config.filters);
  const { set } = useSet(chart?.dataSetId ?? null);
  const cols = chart ? [...new Set([...chart.rows, ...chart.columns].map(({ col }) => col))] : [];
  const nameOf = (col: string) => set?.fields.find(({ id }) => id === col)?.name ?? col;
  const colOptions = cols.map((value) => ({ value, label: nameOf(value) }));
  if (action.do === 'drill') return <p className="muted">沿“数据”中的下钻字段逐层查看。</p>;
  if (action.do === 'detail') return <p className="muted">显示所点数据背后的明细行。</p>;
  if (action.do === 'filter') {
    const others = Object.values(nodes).filter(({ id, type }) => id !== node.id && DATA_WIDGETS.has(type));
    const setIds = [...new Set(others.flatMap((one) => one.chart?.dataSetId ?? []))];
    const all = setIds.length > 0 ? setIds : chart ? [chart.dataSetId] : [];
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
            options={others.map((one) => ({ value: one.id, label: layerName(one) }))}
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
        <div key={one.col + String(i)} className="sed-pair">
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

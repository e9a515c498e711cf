import {
  ApartmentOutlined,
  CloseOutlined,
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LoadingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Segmented, Select, Switch, Tooltip } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { download } from '#kit/web/send.ts';
import { EDGE_KIND_LABELS, ORIGIN_LABELS, type EdgeKind, type UnitOrigin } from '../contract/lineage.ts';
import { api } from './api.ts';
import type { ViewState } from './LineageView.tsx';
import type { Filter, Focus } from './model.ts';
import type { Start } from './use-lineage.ts';

interface Props {
  start: Start;
  state: ViewState;
  onState: (change: Partial<ViewState>) => void;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  focus: Focus | null;
  onClearFocus: () => void;
  isFull: boolean;
  onFull: () => void;
  onSave: (format: 'png' | 'svg') => void;
  onImpact?: () => void;
  count: number;
  left: number;
  busy: boolean;
  /** temporary tables are among the objects */
  hasTransient: boolean;
}
const options = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.entries(labels) as [T, string][]).map(([value, label]) => ({ value, label }));
const DEPTHS = [1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} 层` }));

/** How far, which way, which edges, and what to take away. */
export function Toolbar(props: Props) {
  const {
    start,
    state,
    onState,
    filter,
    onFilter,
    focus,
    onClearFocus,
    isFull,
    onFull,
    onSave,
    onImpact,
    count,
    left,
    busy,
    hasTransient,
  } = props;
  const can = useCan();
  const file = (format: 'xlsx' | 'csv') =>
    void download(
      api.lineage.export,
      { body: { ...start, column: state.column, direction: state.direction, depth: state.depth, format } },
      `血缘关系.${format}`,
    );
  const saves = [
    { key: 'png', label: '图片（PNG）', onClick: () => onSave('png') },
    { key: 'svg', label: '矢量图（SVG）', onClick: () => onSave('svg') },
    ...(can(api.lineage.export)
      ? [
          { key: 'xlsx', label: '关系清单（Excel）', onClick: () => file('xlsx') },
          { key: 'csv', label: '关系清单（CSV）', onClick: () => file('csv') },
        ]
      : []),
  ];
  return (
    <div className="lin-tools">
      <Segmented<ViewState['direction']>
        aria-label="方向"
        value={state.direction}
        onChange={(direction) => onState({ direction })}
        options={[
          { value: 'both', label: '上下游' },
          { value: 'up', label: '上游' },
          { value: 'down', label: '下游' },
        ]}
      />
      <Select aria-label="展开层数" value={state.depth} options={DEPTHS} onChange={(depth) => onState({ depth })} style={{ width: 80 }} />
      <Select<EdgeKind[]>
        mode="multiple"
        aria-label="关系类型"
        placeholder="全部关系"
        allowClear
        maxTagCount="responsive"
        value={[...filter.kinds]}
        options={options(EDGE_KIND_LABELS)}
        onChange={(kinds) => onFilter({ ...filter, kinds })}
        style={{ width: 116 }}
      />
      <Select<UnitOrigin[]>
        mode="multiple"
        aria-label="来源"
        placeholder="全部来源"
        allowClear
        maxTagCount="responsive"
        value={[...filter.origins]}
        options={options(ORIGIN_LABELS)}
        onChange={(origins) => onFilter({ ...filter, origins })}
        style={{ width: 124 }}
      />
      {hasTransient && (
        <label className="lin-switch">
          <Switch size="small" checked={filter.hideTransient} onChange={(hideTransient) => onFilter({ ...filter, hideTransient })} />
          合并临时表
        </label>
      )}
      {focus && (
        <button type="button" className="lin-chip" onClick={onClearFocus} title="取消字段聚焦">
          <span className="mono">{focus.column}</span>
          <CloseOutlined />
        </button>
      )}
      <span className="lin-gap" />
      <span className="muted lin-count">
        {busy && <LoadingOutlined />} {`${count} 个对象${left > 0 ? `，另有 ${left} 个` : ''}`}
      </span>
      {onImpact && <Button onClick={onImpact}>影响分析</Button>}
      <Segmented<ViewState['view']>
        aria-label="显示方式"
        value={state.view}
        onChange={(view) => onState({ view })}
        options={[
          { value: 'graph', icon: <ApartmentOutlined />, title: '图' },
          { value: 'list', icon: <UnorderedListOutlined />, title: '列表' },
        ]}
      />
      <Dropdown menu={{ items: saves }} trigger={['click']}>
        <Button icon={<DownloadOutlined />}>导出</Button>
      </Dropdown>
      <Tooltip title={isFull ? '退出全屏（Esc）' : '全屏（F）'}>
        <Button icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />} aria-label="全屏" onClick={onFull} />
      </Tooltip>
    </div>
  );
}

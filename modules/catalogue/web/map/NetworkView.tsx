import { Button, Select } from 'antd';
import { Link, useNavigate } from 'react-router';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { count } from '#kit/web/format.ts';
import { LayerTag } from '#kit/web/parts/marks.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { lineageOf } from '../changes/tones.ts';
import { tablePath } from '../paths.ts';
import { layerClass } from './colours.ts';
import { LayerLegend } from './LayerLegend.tsx';
import { nameOf, NetworkDrawing, type Network } from './NetworkDrawing.tsx';

export const SCOPES = { 40: '关系最多 40 张', 80: '关系最多 80 张', 200: '关系最多 200 张' } as const;
export type Scope = keyof typeof SCOPES;

interface NetworkViewProps {
  at: string;
  view: 'domain' | 'source';
  most: Scope;
  onMost: (most: Scope) => void;
  selected: string | null;
  onSelect: (id: string | null) => void;
}

/** Tables of a place with lineage and foreign keys between them, and beside them everything about the one that was chosen. */
export function NetworkView({ at, view, most, onMost, selected, onSelect }: NetworkViewProps) {
  const answer = useCall(api.map.network, { query: { at, view, most } }, { keepPrevious: true });
  const data = answer.data;
  if (answer.error) return <StateView kind="error" what="关系没有读出来" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!data) return <StateView kind="loading" shape="cards" rows={9} />;
  if (data.nodes.length === 0)
    return (
      <StateView
        kind="empty"
        what="这里的表之间还没有血缘或外键关系"
        why="解析视图和加工脚本的血缘，或在数据源中声明外键后，会出现在这里。"
      />
    );
  const table = data.nodes.find((node) => node.id === selected);
  return (
    <>
      <div className="map-note muted">
        <label className="map-choice">
          范围
          <Select
            value={most}
            onChange={onMost}
            options={Object.entries(SCOPES).map(([value, label]) => ({ value: Number(value) as Scope, label }))}
          />
        </label>
        {count(data.nodes.length)} 张表，实线为血缘，虚线为外键，圆越大关系越多
        {data.rest > 0 && `；另有 ${count(data.rest)} 张关系较少的表未画出`}
        <span className="map-gap" />
        <LayerLegend layers={data.nodes.map((node) => node.layer)} />
      </div>
      <div className="map-domains">
        <NetworkDrawing data={data} selected={table ? table.id : null} onSelect={onSelect} />
        {table && <TablePanel table={table} data={data} onSelect={onSelect} />}
      </div>
    </>
  );
}

function TablePanel({ table, data, onSelect }: { table: Network['nodes'][number]; data: Network; onSelect: (id: string | null) => void }) {
  const navigate = useNavigate();
  const tables = new Map(data.nodes.map((node) => [node.id, node]));
  const ends = (pick: (link: Network['links'][number]) => string | null) =>
    [...new Set(data.links.map(pick))].flatMap((id) => (id === null ? [] : [tables.get(id)!])).filter(Boolean);
  const up = ends(({ from, to }) => (to === table.id ? from : null));
  const down = ends(({ from, to }) => (from === table.id ? to : null));
  return (
    <aside className="panel map-side" aria-label={nameOf(table)}>
      <div className="map-side-head">
        <h2 className="cut">{nameOf(table)}</h2>
        <LayerTag layer={table.layer ?? '其他'} />
        <button type="button" className="icon-button small" aria-label="关闭" onClick={() => onSelect(null)}>
          ✕
        </button>
      </div>
      <p className="map-side-note mono">
        {table.group}.{table.name}
      </p>
      <dl className="map-side-facts">
        <dt>负责人</dt>
        <dd>{table.ownerName ? <PersonText name={table.ownerName} /> : <span className="map-due">待指定负责人</span>}</dd>
        <dt>主题域</dt>
        <dd>{table.domainName ?? '未归入'}</dd>
        <dt>质量评分</dt>
        <dd>{table.quality === null ? '未评分' : <Score value={table.quality} />}</dd>
        <dt>使用</dt>
        <dd>近 30 天 {count(table.heat)} 次</dd>
        <dt>待确认变更</dt>
        <dd>{table.changes === 0 ? '无' : <Link to={tablePath(table.id, 'changes')}>{table.changes} 项</Link>}</dd>
      </dl>
      <div className="map-side-body">
        {[
          { title: '上游', list: up },
          { title: '下游', list: down },
        ].map(({ title, list }) => (
          <Panel key={title} title={title} note={list.length} className="bare">
            {list.length === 0 && <StateView kind="empty" inline what={`图中没有${title}表`} />}
            {list.map((one) => (
              <PanelRow key={one.id}>
                <i className={`map-dot ${layerClass(one.layer)}`} aria-hidden />
                <NameLink place="rail" name={nameOf(one)} onOpen={() => onSelect(one.id)} />
              </PanelRow>
            ))}
          </Panel>
        ))}
      </div>
      <div className="map-side-foot">
        <Button onClick={() => void navigate(lineageOf(table.id, null))}>影响分析</Button>
        <Button type="primary" onClick={() => void navigate(tablePath(table.id))}>
          打开表
        </Button>
      </div>
    </aside>
  );
}

import { BranchesOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { Badge, Button, Tabs } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { Can, useCan } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { MAX_DEPTH, type LineageNode } from '../contract/lineage.ts';
import { api } from './api.ts';
import { kindLabel } from './kinds.ts';
import { ImpactDrawer } from './ImpactList.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LineageView, type ViewState } from './LineageView.tsx';
import { ManualDialog } from './ManualDialog.tsx';
import { TablePicker } from './TablePicker.tsx';
import { UnitsTab } from './UnitsTab.tsx';
import { UnresolvedTab } from './UnresolvedTab.tsx';
import type { Direction, Start } from './use-lineage.ts';
import './lineage.css';

const TABS = ['graph', 'open', 'units'] as const;
type Tab = (typeof TABS)[number];
const DIRECTIONS: readonly Direction[] = ['both', 'up', 'down'];

/** 血缘流向: where data comes from and what depends on it, and the work of keeping that true. */
export default function LineagePage() {
  const [search, setSearch] = useSearchParams();
  const can = useCan();
  const [importing, setImporting] = useState(false);
  const [adding, setAdding] = useState(false);
  const wanted = search.get('tab') as Tab;
  const tab: Tab = TABS.includes(wanted) && (wanted !== 'open' || can(api.lineage.unresolved)) ? wanted : 'graph';
  const open = useCall(api.lineage.unresolved, { query: { pageSize: 1 } }, { enabled: can(api.lineage.unresolved), staleTime: 60_000 });
  const items = [
    { key: 'graph', label: '血缘图' },
    ...(can(api.lineage.unresolved)
      ? [
          {
            key: 'open',
            label: (
              <>
                待处理 <Badge count={open.data?.total ?? 0} overflowCount={999} size="small" />
              </>
            ),
          },
        ]
      : []),
    { key: 'units', label: '解析记录' },
  ];
  return (
    <div className="panel list-page lin-page">
      <PageActions>
        <Can call={api.lineage.createManual}>
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            手工补充
          </Button>
        </Can>
        <Can call={api.lineage.importText}>
          <Button type="primary" icon={<ImportOutlined />} onClick={() => setImporting(true)}>
            导入 SQL
          </Button>
        </Can>
      </PageActions>
      <Tabs
        className="lin-tabs"
        activeKey={tab}
        items={items}
        onChange={(key) => {
          const kept = search.get('tableId');
          setSearch(key === 'graph' ? (kept ? { tableId: kept } : {}) : { tab: key, ...(kept && { tableId: kept }) });
        }}
      />
      {tab === 'graph' && <GraphTab />}
      {tab === 'open' && <UnresolvedTab />}
      {tab === 'units' && <UnitsTab />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {adding && <ManualDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function GraphTab() {
  const [search, setSearch] = useSearchParams();
  const changeAddress = useChangeAddress();
  const navigate = useNavigate();
  const [impact, setImpact] = useState<{ columnId: string | null } | null>(null);
  const tableId = search.get('tableId');
  const objectId = search.get('objectId');
  const start: Start | null = tableId ? { type: 'table', id: tableId } : objectId ? { type: 'object', id: objectId } : null;
  const direction = search.get('direction') as Direction;
  const depth = Number(search.get('depth') ?? 1);
  const state: ViewState = {
    direction: DIRECTIONS.includes(direction) ? direction : 'both',
    depth: Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH ? depth : 1,
    view: search.get('view') === 'list' ? 'list' : 'graph',
    column: search.get('column'),
  };
  const onState = useCallback(
    (change: Partial<ViewState>) =>
      changeAddress(
        Object.fromEntries(
          Object.entries(change).map(([name, value]) => {
            const isUsual = value === null || value === 'both' || value === 'graph' || (name === 'depth' && value === 1);
            return [name, isUsual ? null : String(value)];
          }),
        ),
        { replace: true },
      ),
    [changeAddress],
  );
  const onStart = useCallback(
    (node: LineageNode) => {
      if (node.id === null) return;
      // a module's own object has its own page; everything else becomes the start of the drawing
      if (node.type === 'object' && node.path) void navigate(node.path);
      else setSearch(node.type === 'table' ? { tableId: node.id } : { objectId: node.id });
    },
    [navigate, setSearch],
  );
  const { data } = useCall(api.lineage.find, { query: { keyword: '' } }, { staleTime: 30_000 });
  return (
    <div className="lin-main">
      <div className="lin-pick">
        <span className="muted">表或字段</span>
        <TablePicker
          withColumns
          value={tableId}
          label={tableId ? <StartName tableId={tableId} state={state} /> : undefined}
          autoFocus={!start}
          width={380}
          onPick={({ tableId: id, column }) => {
            // a column of the search is `columnId name`: its table follows from the drawing
            if (column === null) setSearch({ tableId: id });
            else void openColumn(id, column);
          }}
        />
      </div>
      {start ? (
        <LineageView
          key={start.id}
          start={start}
          state={state}
          onState={onState}
          onStart={onStart}
          onImpact={start.type === 'table' ? (columnId) => setImpact({ columnId }) : undefined}
        />
      ) : (
        <div className="lin-welcome">
          <BranchesOutlined />
          <h3>查一张表、一个字段从哪里来，到哪里去</h3>
          <p className="muted">血缘来自视图、存储过程、SQL工作台的写入、导入的 SQL 与手工补充，每条关系都能看到出处。</p>
          {data && data.tables.length > 0 && (
            <div className="lin-recent">
              {data.tables.slice(0, 9).map((table) => (
                <button type="button" key={table.id} onClick={() => setSearch({ tableId: table.id })}>
                  <b className="mono cut">{table.name}</b>
                  <span className="cut">{table.comment ?? table.sourceName}</span>
                  <i>{kindLabel(table.kind)}</i>
                </button>
              ))}
            </div>
          )}
          {data && data.tables.length === 0 && <p>还没有采集到血缘，同步一个数据源后会自动解析其中的视图与存储过程。</p>}
        </div>
      )}
      {impact && tableId && <ImpactDrawer tableId={tableId} columnId={impact.columnId} onClose={() => setImpact(null)} />}
    </div>
  );

  async function openColumn(columnId: string, column: string) {
    const drawn = await api.lineage.column({ params: { columnId }, query: { depth: 1 } }, { overlay: false });
    const found = drawn.nodes.find((node) => node.key === drawn.focus);
    if (found?.id) setSearch({ tableId: found.id, column, depth: '3' });
  }
}

/** The name of the start, read with the drawing itself: the same question as that of useLineage. */
function StartName({ tableId, state: { direction, depth } }: { tableId: string; state: ViewState }) {
  const query = { direction, depth, columns: 'auto' as const };
  const { data } = useCall(api.lineage.table, { params: { tableId }, query }, { staleTime: 30_000 });
  const node = data?.nodes.find((one) => one.key === data.focus);
  return <>{node ? (node.schemaName === null ? node.name : `${node.schemaName}.${node.name}`) : ''}</>;
}

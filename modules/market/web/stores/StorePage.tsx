import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { count } from '#kit/web/format.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { STORE_TONES } from '../tones.ts';
import { storeFields } from './form.tsx';
import { sizeText } from './parts.ts';
import '../market.css';
import './stores.css';

type Row = RowOf<typeof api.store>;

const options: EntityPageOptions<Row> = {
  label: '数据存储',
  nameField: 'storeName',
  details: false,
  search: [
    { field: 'storeName', label: '存储名称' },
    { field: 'storeType', label: '类型', dict: 'market_store_type' },
    { field: 'healthStatus', label: '健康', dict: 'market_store_health' },
  ],
  columns: [
    {
      field: 'storeName',
      title: '存储名称',
      width: 200,
      sort: true,
      render: (row, own) => <Link to={`/market/datastore/monitor?store=${row.id}`}>{own}</Link>,
    },
    { field: 'storeType', title: '类型', width: 90, dict: 'market_store_type' },
    { field: 'sourceName', title: '数据源', width: 160, render: (row) => row.sourceName ?? <span className="muted">平台</span> },
    { field: 'healthStatus', title: '健康', width: 90, dict: 'market_store_health', tones: STORE_TONES, priority: 1 },
    {
      field: 'usedBytes',
      title: '已用',
      width: 200,
      sort: true,
      priority: 1,
      render: (row) =>
        row.usedBytes === null ? (
          <Missing />
        ) : (
          <span className="store-used">
            <span className="num">{sizeText(row.usedBytes)}</span>
            {row.capacityBytes !== null && <Meter label="容量使用率" value={row.usedPercent} target={row.warnPercent} />}
          </span>
        ),
    },
    { field: 'tableCount', title: '表数', width: 84, kind: 'number', sort: true },
    {
      field: 'rowCount',
      title: '行数',
      width: 130,
      sort: true,
      render: (row) =>
        row.rowCount === null ? (
          <Missing />
        ) : (
          <span className="num">
            {row.isExact === '1' ? '' : '约 '}
            {count(row.rowCount)}
          </span>
        ),
    },
    { field: 'connections', title: '连接数', width: 84, kind: 'number', priority: 4 },
    {
      field: 'latencyMs',
      title: '延迟',
      width: 90,
      sort: true,
      priority: 4,
      render: (row) => (row.latencyMs === null ? <Missing /> : <span className="num">{row.latencyMs.toFixed(1)} 毫秒</span>),
    },
    { field: 'ownerName', title: '负责人', width: 96, kind: 'person', priority: 3 },
    { field: 'lastScanTime', title: '上次扫描', width: 140, kind: 'time', sort: true },
    { field: 'healthReason', title: '原因', width: 240, hidden: true },
    { field: 'domainName', title: '主题域', width: 120, hidden: true },
  ],
};

/** Figures of all stores within reach. */
function Figures() {
  const { data } = useCall(api.store.figures, {});
  if (!data) return null;
  return (
    <FigureStrip
      label="数据存储概况"
      figures={[
        { label: '数据存储', value: count(data.stores), unit: '个' },
        { label: '告警或异常', value: count(data.unhealthy), unit: '个', ...(data.unhealthy > 0 && { tone: 'bad' as const }) },
        { label: '已用容量', value: sizeText(data.usedBytes) ?? '0 B' },
        { label: '表', value: count(data.tableCount), unit: '张' },
        { label: '数据行', value: count(data.rowCount), unit: '行' },
      ]}
    />
  );
}

/** 存储登记: where data lies, how much of it, and how it is. */
export default function StorePage() {
  const list = useEntityPage(api.store, options);
  const refresh = useRefresh();
  const [scanning, setScanning] = useState<string | null>(null);
  const scan = async (row: Row) => {
    setScanning(row.id);
    try {
      await api.store.scan({ params: { id: row.id } }, { overlay: false });
      toast.success(`已开始扫描“${row.storeName}”，完成后刷新列表查看`);
      await refresh(api.store.page);
    } catch {
      // shown by the request layer
    } finally {
      setScanning(null);
    }
  };
  const actions = (row: Row): RowAction[] => [
    { key: 'scan', label: scanning === row.id ? '扫描中' : '扫描', call: api.store.scan, onClick: () => void scan(row) },
  ];
  return (
    <div className="store-page">
      <Figures />
      <div className="panel list-page">
        <ListActions<Row> list={list} />
        <EntityTable<Row> list={list} actions={actions} />
        <EntityForm api={api.store} label="数据存储" fields={storeFields} opened={list.state.opened} onClose={() => list.open(null)} />
      </div>
    </div>
  );
}

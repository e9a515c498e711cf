import { Progress, Table, type TableColumnsType } from 'antd';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { count, minute } from '#kit/web/format.ts';
import type { MapField, MapMeasure, MapNode } from '../../contract/map.ts';
import { wholeSize } from '#kit/core/text/size.ts';
import { roughly } from './measures.ts';

const TYPES: Record<MapNode['type'], string> = { domain: '主题域', source: '数据源', schema: '模式', table: '数据表' };

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
const Share = ({ label, part, whole }: { label: string; part: number; whole: number }) => (
  <span className="map-share">
    <Progress aria-label={label} percent={share(part, whole)} size="small" showInfo={false} />
    <span className="num">{share(part, whole)}%</span>
  </span>
);

const shareColumn = (title: string, part: (node: MapField) => number) => ({
  title,
  key: title,
  width: 140,
  render: (_: unknown, node: MapField) => <Share label={title} part={part(node)} whole={node.tables} />,
});

interface LevelTableProps {
  nodes: readonly MapField[];
  measure: MapMeasure;
  onOpen: (node: MapNode) => void;
}

/** The same level as figures, to be sorted and read. */
export function LevelTable({ nodes, measure, onOpen }: LevelTableProps) {
  const isTables = nodes.every((node) => node.type === 'table');
  const by = (pick: (node: MapField) => number) => (a: MapField, b: MapField) => pick(a) - pick(b);
  const columns: TableColumnsType<MapField> = [
    {
      title: '名称',
      dataIndex: 'name',
      fixed: 'left',
      width: 280,
      ellipsis: true,
      sorter: (a, b) => a.name.localeCompare(b.name, 'zh-CN'),
      render: (_, node) => (
        <span title={node.cnName ?? node.name}>
          <NameLink mono name={node.name} onOpen={() => onOpen(node)} />
          {node.cnName && <span className="muted">　{node.cnName}</span>}
        </span>
      ),
    },
    { title: '类型', dataIndex: 'type', width: 80, render: (type: MapNode['type']) => TYPES[type] },
    ...(isTables
      ? []
      : [
          {
            title: '表',
            dataIndex: 'tables',
            width: 90,
            align: 'right' as const,
            sorter: by((n) => n.tables),
            render: (n: number) => count(n),
          },
        ]),
    { title: '字段', dataIndex: 'columns', width: 90, align: 'right', sorter: by((n) => n.columns), render: (n: number) => count(n) },
    { title: '行数', dataIndex: 'rows', width: 100, align: 'right', sorter: by((n) => n.rows), render: (n: number) => roughly(n) },
    { title: '大小', dataIndex: 'bytes', width: 100, align: 'right', sorter: by((n) => n.bytes), render: (n: number) => wholeSize(n) },
    { title: '近30天使用', dataIndex: 'heat', width: 110, align: 'right', sorter: by((n) => n.heat), render: (n: number) => roughly(n) },
    {
      title: '质量',
      dataIndex: 'quality',
      width: 80,
      align: 'right',
      sorter: by((n) => n.quality ?? -1),
      render: (n: number | null) => n ?? '—',
    },
    ...(isTables
      ? []
      : [
          shareColumn('有负责人', (n) => n.owned),
          shareColumn('有说明', (n) => n.described),
          { title: '敏感表', dataIndex: 'sensitive', width: 90, align: 'right' as const, sorter: by((n) => n.sensitive) },
        ]),
    { title: '最近变更', dataIndex: 'changeTime', width: 150, render: (time: string | null) => minute(time) ?? '—' },
  ];
  return (
    <Table
      key={measure}
      className="map-table"
      size="small"
      rowKey="key"
      columns={columns}
      dataSource={[...nodes]}
      pagination={nodes.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: '这里没有您可以查看的数据表' }}
    />
  );
}

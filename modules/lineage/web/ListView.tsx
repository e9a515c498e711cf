import { Table } from 'antd';
import { useMemo, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useBox } from '#kit/web/table/use-box.ts';
import { CONFIDENCE_LABELS, EDGE_KIND_LABELS, ORIGIN_LABELS, type ColumnEdge } from '../contract/lineage.ts';
import { fullName } from './kinds.ts';
import type { Drawing } from './model.ts';

interface Row {
  id: string;
  from: string;
  fromColumn: string | null;
  to: string;
  toColumn: string | null;
  kind: string;
  origin: string;
  confidence: string;
}
const HEADER = 40;

/** The same content as the drawing, edge by edge. */
export function ListView({
  graph,
  paths,
  onEdge,
}: {
  graph: Drawing;
  paths: { edges: readonly ColumnEdge[] } | null;
  onEdge: (id: string) => void;
}) {
  const [keyword, setKeyword] = useState('');
  const [boxRef, box] = useBox();
  const rows = useMemo(() => {
    const names = new Map(graph.nodes.map((node) => [node.key, fullName(node)]));
    const columnEdges = paths?.edges ?? graph.columnEdges;
    const listed = new Set(columnEdges.map((edge) => `${edge.from} ${edge.to}`));
    const all = columnEdges.map((edge): Row => ({
      id: edge.id,
      from: names.get(edge.from) ?? '',
      fromColumn: edge.fromColumn,
      to: names.get(edge.to) ?? '',
      toColumn: edge.toColumn,
      kind: EDGE_KIND_LABELS[edge.kind],
      origin: ORIGIN_LABELS[edge.origin],
      confidence: edge.confidence,
    }));
    if (!paths)
      for (const edge of graph.edges)
        if (!listed.has(`${edge.from} ${edge.to}`))
          all.push({
            id: edge.edgeId,
            from: names.get(edge.from) ?? '',
            fromColumn: null,
            to: names.get(edge.to) ?? '',
            toColumn: null,
            kind: edge.kinds.map((kind) => EDGE_KIND_LABELS[kind]).join('、'),
            origin: edge.origins.map((origin) => ORIGIN_LABELS[origin]).join('、'),
            confidence: edge.confidence,
          });
    const wanted = keyword.trim().toLowerCase();
    return wanted
      ? all.filter((row) => [row.from, row.fromColumn, row.to, row.toColumn].some((text) => text?.toLowerCase().includes(wanted)))
      : all;
  }, [graph, paths, keyword]);
  const name = (text: string, column: string | null) => (
    <span className="mono cut" title={column === null ? text : `${text}.${column}`}>
      {text}
      {column !== null && <b className="lin-dot">{column}</b>}
    </span>
  );
  return (
    <div className="lin-list">
      <div className="lin-list-head">
        <SearchInput className="lin-filter" label="筛选关系" placeholder="表名或字段名" value={keyword} onChange={setKeyword} />
        <span className="muted">{`${rows.length} 条关系`}</span>
      </div>
      <div className="lin-list-body" ref={boxRef}>
        <Table<Row>
          size="small"
          rowKey="id"
          virtual
          scroll={{ x: 980, y: Math.max(200, (box?.height ?? 400) - HEADER) }}
          pagination={false}
          dataSource={rows}
          locale={{ emptyText: '没有符合条件的关系' }}
          onRow={(row) => ({ onClick: () => onEdge(row.id), style: { cursor: 'pointer' } })}
          columns={[
            { title: '来源', key: 'from', render: (_: unknown, row) => name(row.from, row.fromColumn) },
            { title: '去向', key: 'to', render: (_: unknown, row) => name(row.to, row.toColumn) },
            { title: '关系', dataIndex: 'kind', width: 150 },
            { title: '来源', dataIndex: 'origin', width: 150 },
            {
              title: '置信度',
              key: 'confidence',
              width: 90,
              render: (_: unknown, row) => (
                <Tag tone={row.confidence === 'inferred' ? 'warn' : row.confidence === 'manual' ? 'violet' : 'calm'}>
                  {CONFIDENCE_LABELS[row.confidence as keyof typeof CONFIDENCE_LABELS]}
                </Tag>
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}

import { ExpandAltOutlined, KeyOutlined, LockOutlined, SearchOutlined, ShrinkOutlined } from '@ant-design/icons';
import { Handle, Position, type NodeProps, type Node } from '@xyflow/react';
import { memo, type KeyboardEvent } from 'react';
import { count } from '#kit/web/format.ts';
import type { LineageNode } from '../contract/lineage.ts';
import { kindLabel } from './kinds.ts';
import { CARD, type CardShape, type CardState, type Focus } from './model.ts';

export interface CardData extends Record<string, unknown> {
  node: LineageNode;
  state: CardState;
  shape: CardShape;
  linked: ReadonlySet<string> | undefined;
  isStart: boolean;
  focus: Focus | null;
  /** neighbours that are not drawn yet */
  upLeft: number;
  downLeft: number;
  onState: (key: string, change: Partial<CardState>) => void;
  onExpand: (node: LineageNode, direction: 'up' | 'down') => void;
  onColumn: (node: LineageNode, column: string) => void;
  onOpen: (node: LineageNode) => void;
}
export type CardNode = Node<CardData, 'card'>;

const keys = (event: KeyboardEvent, act: () => void) => {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  act();
};

/** A table with its columns; only rows in sight are rendered. */
export const TableCard = memo(function TableCard({ data }: NodeProps<CardNode>) {
  const { node, state, shape, isStart, focus, upLeft, downLeft } = data;
  const isHidden = node.type === 'hidden';
  const tone = isHidden
    ? 'hidden'
    : node.type === 'object'
      ? 'object'
      : node.kind === 'view' || node.kind === 'materialized'
        ? 'view-kind'
        : 'table';
  return (
    <div
      className={`lin-card lin-${tone}${isStart ? ' lin-start' : ''}${node.isGone ? ' lin-gone' : ''}`}
      style={{ width: CARD.width, height: shape.height }}
      data-key={node.key}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} style={{ top: 0 }} />
      <Handle type="source" position={Position.Right} isConnectable={false} style={{ top: 0 }} />
      <header style={{ height: CARD.head }}>
        <div className="lin-title">
          {isHidden ? (
            <span className="lin-name">
              <LockOutlined /> {node.name}
            </span>
          ) : (
            <button type="button" className="lin-name nodrag" title={node.name} onClick={() => data.onOpen(node)}>
              {node.name}
            </button>
          )}
          {Math.max(node.columns.length, node.columnCount) > 0 && (
            <button
              type="button"
              className="lin-icon nodrag"
              aria-label={state.mode === 'head' ? '显示字段' : '收起字段'}
              title={state.mode === 'head' ? '显示字段' : '收起字段'}
              onClick={() => data.onState(node.key, { mode: state.mode === 'head' ? 'brief' : 'head', filter: '', scroll: 0 })}
            >
              {state.mode === 'head' ? <ExpandAltOutlined /> : <ShrinkOutlined />}
            </button>
          )}
        </div>
        <div className="lin-sub" title={[node.sourceName, node.schemaName, node.comment].filter(Boolean).join(' / ')}>
          {!isHidden && <i className="lin-kind">{node.isGone ? '已删除' : kindLabel(node.kind)}</i>}
          <span>{node.comment ?? [node.sourceName, node.schemaName].filter(Boolean).join(' / ')}</span>
        </div>
      </header>
      {shape.hasSearch && (
        <label className="lin-search nodrag" style={{ height: CARD.search }}>
          <SearchOutlined />
          <input
            value={state.filter}
            placeholder={`在 ${node.columns.length} 个字段中搜索`}
            aria-label="搜索字段"
            onChange={(event) => data.onState(node.key, { filter: event.target.value, scroll: 0 })}
          />
        </label>
      )}
      {shape.bodyHeight > 0 && <Rows data={data} node={node} focus={focus} />}
      {shape.hasFoot && (
        <button
          type="button"
          className="lin-foot nodrag"
          style={{ height: CARD.foot }}
          onClick={() => data.onState(node.key, { mode: state.mode === 'full' ? 'brief' : 'full', filter: '', scroll: 0 })}
        >
          {state.mode === 'full' ? '收起' : `全部 ${node.columns.length} 个字段`}
        </button>
      )}
      {upLeft > 0 && <Grow side="up" left={upLeft} onClick={() => data.onExpand(node, 'up')} />}
      {downLeft > 0 && <Grow side="down" left={downLeft} onClick={() => data.onExpand(node, 'down')} />}
    </div>
  );
});

function Grow({ side, left, onClick }: { side: 'up' | 'down'; left: number; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`lin-grow lin-grow-${side} nodrag`}
      title={`展开${side === 'up' ? '上游' : '下游'} ${left} 个对象`}
      onClick={onClick}
    >
      {`+${count(left)}`}
    </button>
  );
}

function Rows({ data, node, focus }: { data: CardData; node: LineageNode; focus: Focus | null }) {
  const { shape, state, linked } = data;
  const first = Math.max(0, Math.floor(state.scroll / CARD.row) - 1);
  const shown = shape.rows.slice(first, first + CARD.most + 2);
  return (
    <div
      className="lin-rows nowheel nodrag"
      style={{ height: shape.bodyHeight + 1 }}
      onScroll={(event) => data.onState(node.key, { scroll: event.currentTarget.scrollTop })}
    >
      <div style={{ height: shape.rows.length * CARD.row, position: 'relative' }}>
        {shown.map((column, at) => {
          const isFocus = focus?.key === node.key && focus.column === column.name;
          const hasLineage = linked?.has(column.name) ?? false;
          return (
            <div
              key={column.name}
              role="button"
              tabIndex={0}
              aria-pressed={isFocus}
              className={`lin-row${hasLineage ? '' : ' lin-idle'}${isFocus ? ' lin-focus' : ''}`}
              style={{ top: (first + at) * CARD.row, height: CARD.row }}
              title={[column.name, column.comment, column.type].filter(Boolean).join('　')}
              onClick={() => data.onColumn(node, column.name)}
              onKeyDown={(event) => keys(event, () => data.onColumn(node, column.name))}
            >
              {column.isKey && <KeyOutlined className="lin-key" aria-label="主键" />}
              <span className="mono">{column.name}</span>
              {column.level && /^L[34]$/.test(column.level) && <b>{column.level}</b>}
              <em>{column.comment ?? column.type}</em>
            </div>
          );
        })}
      </div>
    </div>
  );
}

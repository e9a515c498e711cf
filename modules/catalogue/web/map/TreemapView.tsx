import { useMemo, useState } from 'react';
import { wholeLabel } from '#kit/core/chart/cell-label.ts';
import { ChartBox } from '#kit/web/chart/ChartBox.tsx';
import { useColorMode } from '#kit/web/color-mode.ts';
import { count } from '#kit/web/format.ts';
import { palette } from '#kit/web/theme.ts';
import type { MapField, MapMeasure, MapNode } from '../../contract/map.ts';
import { inkOn, stepOf, stepsOf, type Colouring } from './colours.ts';
import { areas, shown } from './measures.ts';
import { escapeHtml } from './tips.ts';

const HEAD_HEIGHT = 26;
const LABEL_SIZE = 12;

interface TreemapViewProps {
  nodes: readonly MapField[];
  measure: MapMeasure;
  colouring: Colouring;
  onOpen: (node: MapNode) => void;
}

/** Fields with the biggest of what lies in them; a click goes one level down. */
export function TreemapView({ nodes, measure, colouring, onOpen }: TreemapViewProps) {
  const mode = useColorMode();
  const [now] = useState(Date.now);
  const flat = useMemo(() => nodes.flatMap((node) => [node as MapNode, ...node.children]), [nodes]);
  const option = useMemo(() => {
    if (nodes.length === 0) return null;
    const c = palette[mode];
    const steps = stepsOf(colouring, mode);
    const numbers = new Map(flat.map((node, i) => [node, i]));
    const leaf = (node: MapNode, area: number) => {
      const colour = steps[stepOf(node, colouring, now)]!.colour;
      return {
        name: node.cnName ?? node.name,
        value: [area, numbers.get(node)],
        itemStyle: { color: colour },
        label: { color: inkOn(colour) },
      };
    };
    const sizes = areas(nodes, measure);
    const data = nodes.map((node, i) => {
      const inner = areas(node.children, measure);
      // only the biggest come with a field: the rest is one block that says how many, never larger than those that are shown
      const others = node.tables - node.children.reduce((total, child) => total + child.tables, 0);
      const hidden = others > 0 ? Math.max(0, node[measure] - node.children.reduce((total, child) => total + child[measure], 0)) : 0;
      const known = inner.reduce((total, size) => total + size, 0);
      const rest = Math.min(hidden, known / 2);
      const sum = known + rest;
      const colour = steps[stepOf(node, colouring, now)]!.colour;
      return {
        ...leaf(node, sizes[i]!),
        ...(node.children.length > 0 && {
          children: [
            ...node.children.map((child, j) => leaf(child, (sizes[i]! * inner[j]!) / sum)),
            ...(rest > 0
              ? [
                  {
                    name: `其余 ${count(others)} 张表`,
                    value: [(sizes[i]! * rest) / sum, numbers.get(node), 1],
                    itemStyle: { color: c.subtle },
                    label: { color: c.ink3 },
                  },
                ]
              : []),
          ],
          itemStyle: { color: c.subtle, borderColor: c.surface },
          upperLabel: { borderColor: colour },
        }),
      };
    });
    return {
      tooltip: {
        formatter: ({ value }: { value: unknown }) => {
          const node = Array.isArray(value) ? flat[Number(value[1])] : undefined;
          return node ? tip(node) : '';
        },
      },
      series: [
        {
          type: 'treemap',
          data,
          left: 0,
          top: 0,
          right: 0,
          bottom: 0,
          roam: false,
          nodeClick: false,
          breadcrumb: { show: false },
          visualDimension: 0,
          animationDuration: 200,
          label: {
            show: true,
            fontSize: LABEL_SIZE,
            lineHeight: 16,
            padding: 2,
            overflow: 'truncate',
            formatter: ({ name, value }: { name: string; value: unknown }) => {
              const node = Array.isArray(value) && value.length === 2 ? flat[Number(value[1])] : undefined;
              return node && node[measure] > 0 ? `${name}\n${shown(node, measure)}` : name;
            },
          },
          labelLayout: wholeLabel(LABEL_SIZE),
          upperLabel: {
            show: true,
            height: HEAD_HEIGHT,
            color: c.ink,
            fontSize: 12,
            fontWeight: 600,
            overflow: 'truncate',
            formatter: ({ name, value }: { name: string; value: unknown }) => {
              const node = Array.isArray(value) ? flat[Number(value[1])] : undefined;
              return node ? `${name}　${shown(node, measure)}` : name;
            },
          },
          itemStyle: { borderColor: c.surface, borderWidth: 1, gapWidth: 1 },
          levels: [
            { itemStyle: { borderWidth: 0, gapWidth: 4 }, upperLabel: { show: false } },
            { itemStyle: { borderWidth: 2, gapWidth: 1, borderColor: c.line }, upperLabel: { show: true } },
            { itemStyle: { borderWidth: 0, gapWidth: 1 } },
          ],
        },
      ],
    };
  }, [nodes, flat, measure, colouring, mode, now]);
  return (
    <ChartBox
      title={null}
      option={option}
      isFurther
      summary={nodes.map((node) => `${node.name} ${shown(node, measure)}`).join('，')}
      width="100%"
      height="100%"
      empty="这里没有您可以查看的数据表"
      onClick={({ value }) => {
        const node = Array.isArray(value) ? flat[Number(value[1])] : undefined;
        if (node) onOpen(node);
      }}
    />
  );
}

function tip(node: MapNode): string {
  const lines = [
    node.type === 'table' ? null : `${shown(node, 'tables')}，${node.columns} 个字段`,
    node.type === 'table' ? `${node.columns} 个字段` : null,
    `${shown(node, 'rows')}，${shown(node, 'bytes')}`,
    `近 30 天使用 ${shown(node, 'heat')}`,
    node.quality === null ? '质量：未评分' : `质量：${node.quality} 分`,
    node.type === 'table' ? (node.sensitive > 0 ? '含敏感数据' : null) : `敏感表 ${node.sensitive} 张，有负责人 ${node.owned} 张`,
  ];
  const name = node.cnName ? `${node.name}　${node.cnName}` : node.name;
  return `<b>${escapeHtml(name)}</b><br/>${lines.filter(Boolean).join('<br/>')}`;
}

import { alpha } from '#kit/core/color.ts';
import { seriesColors } from '../look/resolve-theme.ts';
import { dimmed, nothing, type Built, type Draw } from './built.ts';
import { frameOf } from './frame.ts';
import { MAX_BANDS, MAX_NAMES } from './limits.ts';
import { cut, extent, figure, numberAt, textAt, textWidth, type Clicked, type Model, type Part } from './model.ts';
import { shareText, tip } from './tip.ts';

interface Link {
  readonly source: string;
  readonly target: string;
  value: number;
  readonly clicked: Clicked[];
}

/** Stops in columns and what goes from stop to stop, summed over the rows. */
function flowsOf(model: Model) {
  const measure = model.measures[0];
  const nodes = new Map<string, { id: string; name: string; depth: number; value: number; clicked: Clicked[] }>();
  const links = new Map<string, Link>();
  for (const row of model.rows) {
    const value = measure ? numberAt(row, measure) : 1;
    if (value === null || value <= 0) continue;
    const way = model.rowDims.map((dim, depth) => ({
      id: `${depth}|${String(row[dim.at])}`,
      name: textAt(row, dim),
      depth,
      clicked: [{ col: dim.col, value: row[dim.at] ?? null }],
    }));
    for (const [i, stop] of way.entries()) {
      const node = nodes.get(stop.id);
      if (node) node.value += value;
      else nodes.set(stop.id, { ...stop, value });
      const before = way[i - 1];
      if (!before) continue;
      const key = JSON.stringify([before.id, stop.id]);
      const link = links.get(key);
      if (link) link.value += value;
      else links.set(key, { source: before.id, target: stop.id, value, clicked: [...before.clicked, ...stop.clicked] });
    }
  }
  return { nodes, links };
}

/** Flows along the dimensions from left to right. The same name in two columns is two nodes, so nothing runs in a circle. */
export function sankey(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const measure = model.measures[0];
  const { nodes, links } = flowsOf(model);
  if (links.size === 0) return nothing(draw, 'further');
  const list = [...nodes.values()];
  // the same name has the same colour in every column
  const names = [...new Set(list.map(({ name }) => name))];
  const palette = seriesColors(look, names.length);
  const colorOf = new Map(names.map((name, i) => [name, palette[i]!]));
  const kept = [...links.values()].toSorted((a, b) => b.value - a.value).slice(0, MAX_BANDS);
  const depth = model.rowDims.length;
  const frame = frameOf(draw, [], { legend: false });
  const room = Math.min(
    140,
    size.w * 0.24,
    Math.max(...list.filter((node) => node.depth === depth - 1).map((node) => textWidth(node.name, look.text))) + 12,
  );
  const byId = new Map(list.map((node) => [node.id, node]));
  /** names of inner columns have the way to the next column, those of the last one the room beside it */
  const letters = (node: { depth: number }) =>
    (node.depth === depth - 1 ? room - 8 : (size.w - room) / Math.max(1, depth - 1) - 36) / look.text;
  const columns = Array.from({ length: depth }, (_, at) => list.filter((node) => node.depth === at).length);
  return {
    option: {
      ...frame.option,
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ dataType, data }: { dataType: string; data: Link & { name: string } }) => {
          if (dataType === 'edge') {
            const [from, to] = [byId.get(data.source), byId.get(data.target)];
            return tip(
              `${from?.name ?? ''} → ${to?.name ?? ''}`,
              [
                {
                  color: colorOf.get(from?.name ?? ''),
                  name: measure?.name ?? '条数',
                  value: figure(data.value, measure),
                  note: shareText(data.value, from?.value ?? 0),
                },
              ],
              look,
            );
          }
          const node = byId.get(data.name);
          return node
            ? tip(node.name, [{ color: colorOf.get(node.name), name: measure?.name ?? '条数', value: figure(node.value, measure) }], look)
            : '';
        },
      },
      series: [
        {
          id: 'sankey',
          type: 'sankey',
          cursor: draw.isClickable ? 'pointer' : 'default',
          left: 2,
          right: room,
          top: Math.max(frame.pad.top, 0) + 8,
          bottom: 8,
          nodeWidth: 10,
          nodeGap: Math.max(3, Math.min(14, (size.h - 40) / Math.max(...columns) / 3)),
          nodeAlign: 'justify',
          draggable: false,
          layoutIterations: list.length > 200 ? 16 : 32,
          label: {
            color: look.palette.ink2,
            fontSize: look.text,
            distance: 6,
            textBorderWidth: 0,
            formatter: ({ name }: { name: string }) => {
              const node = byId.get(name);
              return node ? cut(node.name, letters(node)) : '';
            },
          },
          labelLayout: { hideOverlap: true },
          lineStyle: { color: 'source', opacity: look.isDark ? 0.32 : 0.24, curveness: 0.5 },
          itemStyle: { borderWidth: 0, borderRadius: 2 },
          emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.6 } },
          data: list.map(({ id, name, depth: at, value, clicked }) => ({
            name: id,
            depth: at,
            value,
            itemStyle: { color: (measure && draw.markOf(measure.key, value)?.color) ?? colorOf.get(name), opacity: dimmed(draw, clicked) },
          })),
          links: kept.map((link) => ({
            source: link.source,
            target: link.target,
            value: link.value,
            ...(draw.chosen && !draw.chosen(link.clicked) && { lineStyle: { opacity: 0.06 } }),
          })),
          ...(config.options.label?.show === false && { label: { show: false } }),
        },
      ],
    },
    engine: 'further',
    pick: ({ dataType, dataIndex }) => (dataType === 'edge' ? (kept[dataIndex]?.clicked ?? []) : (list[dataIndex]?.clicked ?? [])),
    summary: `${kept.length} 条流向，最大 ${byId.get(kept[0]!.source)?.name ?? ''} 至 ${byId.get(kept[0]!.target)?.name ?? ''} ${figure(kept[0]!.value, measure)}`,
    isEmpty: false,
  };
}

/** Who is named, and what ties one to another, summed over the rows. */
function tiesOf(model: Model, { from, to }: Record<'from' | 'to', Part>) {
  const measure = model.measures[0];
  const nodes = new Map<string, { name: string; value: number; clicked: Clicked[]; isSource: boolean }>();
  const links = new Map<string, Link>();
  for (const row of model.rows) {
    const [a, b] = [textAt(row, from), textAt(row, to)];
    const value = measure ? (numberAt(row, measure) ?? 0) : 1;
    for (const [name, dim, isSource] of [
      [a, from, true],
      [b, to, false],
    ] as const) {
      const node = nodes.get(name);
      if (node) node.value += Math.abs(value);
      else nodes.set(name, { name, value: Math.abs(value), clicked: [{ col: dim.col, value: row[dim.at] ?? null }], isSource });
    }
    const key = JSON.stringify([a, b]);
    const link = links.get(key);
    if (link) link.value += value;
    else
      links.set(key, {
        source: a,
        target: b,
        value,
        clicked: [
          { col: from.col, value: row[from.at] ?? null },
          { col: to.col, value: row[to.at] ?? null },
        ],
      });
  }
  return { nodes, links };
}

/** Who has to do with whom, in a circle or drawn together by their ties. */
export function graph(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const [from, to] = model.rowDims;
  const measure = model.measures[0];
  if (!from || !to) return nothing(draw, 'further');
  const { nodes, links } = tiesOf(model, { from, to });
  if (links.size === 0) return nothing(draw, 'further');
  const list = [...nodes.values()].toSorted((a, b) => b.value - a.value).slice(0, MAX_NAMES);
  const names = new Set(list.map(({ name }) => name));
  const ties = [...links.values()].filter((link) => names.has(link.source) && names.has(link.target));
  const colors = seriesColors(look, 2);
  const frame = frameOf(draw, [], { legend: false });
  const isCircle = model.variant === 'circular';
  const range = extent(list.map(({ value }) => value)) ?? [0, 1];
  const widest = extent(ties.map(({ value }) => Math.abs(value))) ?? [0, 1];
  const big = Math.max(14, Math.min(44, Math.min(size.w, size.h) / 9));
  const sizeOf = (value: number) => Math.max(8, Math.sqrt(value / Math.max(1e-12, range[1])) * big);
  return {
    option: {
      ...frame.option,
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ dataType, data, color }: { dataType: string; data: Link & { name: string }; color: string }) =>
          dataType === 'edge'
            ? tip(`${data.source} → ${data.target}`, [{ name: measure?.name ?? '条数', value: figure(data.value, measure) }], look)
            : tip(
                data.name,
                [{ color, name: measure?.name ?? '关系数', value: figure(nodes.get(data.name)?.value ?? null, measure) }],
                look,
              ),
      },
      series: [
        {
          id: 'graph',
          type: 'graph',
          cursor: draw.isClickable ? 'pointer' : 'default',
          layout: isCircle ? 'circular' : 'force',
          left: isCircle ? '22%' : '12%',
          right: isCircle ? '22%' : '12%',
          top: frame.pad.top + (isCircle ? size.h * 0.14 : 24),
          bottom: isCircle ? size.h * 0.14 : 24,
          circular: { rotateLabel: list.length > 12 },
          force: {
            initLayout: 'circular',
            repulsion: Math.max(60, (Math.min(size.w, size.h) * 14) / Math.sqrt(list.length)),
            edgeLength: [30, Math.min(size.w, size.h) / 3],
            gravity: 0.12,
            friction: 0.4,
            layoutAnimation: false,
          },
          roam: !draw.isStill,
          scaleLimit: { min: 0.4, max: 4 },
          label: {
            show: config.options.label?.show ?? list.length <= 60,
            position: 'right',
            color: look.palette.ink2,
            fontSize: look.text,
            formatter: ({ name }: { name: string }) => cut(name, 8),
          },
          labelLayout: { hideOverlap: true },
          edgeSymbol: ['none', list.length > 120 ? 'none' : 'arrow'],
          edgeSymbolSize: 6,
          lineStyle: { color: 'source', opacity: 0.4, curveness: isCircle ? 0.25 : 0.08 },
          emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.8 } },
          data: list.map(({ name, value, clicked, isSource }) => {
            const color = (measure && draw.markOf(measure.key, value)?.color) ?? colors[isSource ? 0 : 1]!;
            return {
              name,
              symbolSize: sizeOf(value),
              itemStyle: {
                color,
                opacity: dimmed(draw, clicked),
                ...(look.glow > 0 && { shadowBlur: look.glow, shadowColor: alpha(color, 0.5) }),
              },
            };
          }),
          links: ties.map(({ source, target, value, clicked }) => ({
            source,
            target,
            value,
            lineStyle: {
              width: 1 + (Math.abs(value) / Math.max(1e-12, widest[1])) * 4,
              ...(draw.chosen && !draw.chosen(clicked) && { opacity: 0.08 }),
            },
          })),
        },
      ],
    },
    engine: 'further',
    pick: ({ dataType, dataIndex }) => (dataType === 'edge' ? (ties[dataIndex]?.clicked ?? []) : (list[dataIndex]?.clicked ?? [])),
    summary: `${nodes.size} 个节点，${links.size} 条关系`,
    isEmpty: false,
  };
}

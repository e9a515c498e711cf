import { textWidth, wholeLabel } from '#kit/core/chart/cell-label.ts';
import { alpha, textColorOn, mix } from '#kit/core/color.ts';
import { seriesColors } from '../look/resolve-theme.ts';
import { dimmed, nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf } from './frame.ts';
import { MAX_NODES } from './limits.ts';
import { cut, figure, numberAt, shortFigure, textAt, type Clicked, type Model } from './model.ts';
import { shareText, tip } from './tip.ts';

interface Node {
  readonly name: string;
  value: number;
  readonly depth: number;
  readonly clicked: Clicked[];
  readonly children: Map<string, Node>;
}

/** Rows as a tree along the dimensions of the rows shelf; a gap in a deeper level ends the branch. */
export function treeOf(model: Model): Node {
  const root: Node = { name: '', value: 0, depth: 0, clicked: [], children: new Map() };
  const measure = model.measures[0];
  let count = 0;
  for (const row of model.rows) {
    const value = measure ? numberAt(row, measure) : 1;
    if (value === null) continue;
    let node = root;
    root.value += value;
    for (const [depth, dim] of model.rowDims.entries()) {
      const raw = row[dim.at] ?? null;
      if (raw === null && depth > 0) break;
      const key = `${typeof raw}|${String(raw)}`;
      let next = node.children.get(key);
      if (!next) {
        if (count >= MAX_NODES) break;
        count += 1;
        next = {
          name: textAt(row, dim),
          value: 0,
          depth: depth + 1,
          clicked: [...node.clicked, { col: dim.col, value: raw }],
          children: new Map(),
        };
        node.children.set(key, next);
      }
      next.value += value;
      node = next;
    }
  }
  return root;
}

interface Item {
  readonly name: string;
  readonly clicked: Clicked[];
}
const pickItem = (data: unknown): Clicked[] => (data as Item | undefined)?.clicked ?? [];
const topOf = (root: Node) => [...root.children.values()].toSorted((a, b) => b.value - a.value);
const say = (draw: Draw, root: Node): string =>
  `${topOf(root)
    .slice(0, 6)
    .map(({ name, value }) => `${name} ${draw.model.measures[0] ? shareText(value, root.value) : ''}`.trim())
    .join('，')}，共 ${root.children.size} 项`;

const tipOf =
  (draw: Draw, root: Node) =>
  ({ data, color, treePathInfo }: { data: Item & { value?: number }; color: string; treePathInfo?: { name: string }[] }) => {
    const path =
      treePathInfo
        ?.map(({ name }) => name)
        .filter(Boolean)
        .join(' / ') || data.name;
    const measure = draw.model.measures[0];
    if (!data.clicked?.length && !data.name) return '';
    return tip(
      path,
      measure && data.value !== undefined
        ? [{ color, name: measure.name, value: figure(data.value, measure), note: shareText(data.value, root.value) }]
        : [],
      draw.look,
    );
  };

/** Areas in areas. */
export function treemap(draw: Draw): Built {
  const { look, model, size, config } = draw;
  const root = treeOf(model);
  if (root.value <= 0 || root.children.size === 0) return nothing(draw, 'further');
  const measure = model.measures[0];
  const tops = topOf(root);
  const colors = seriesColors(look, tops.length);
  const isDeep = model.rowDims.length > 1;
  const frame = frameOf(draw, [], { legend: false });
  const surface = look.surface === 'screen' ? '#06183A' : (look.background ?? look.palette.surface);
  const item = (node: Node, color: string, level: number, place: number, of: number): Option => {
    const own = measure ? (draw.markOf(measure.key, node.value)?.color ?? color) : color;
    const shade = level === 0 ? own : mix(own, surface, Math.min(0.5, (place / Math.max(1, of)) * 0.5));
    const children = [...node.children.values()].toSorted((a, b) => b.value - a.value);
    return {
      name: node.name,
      value: node.value,
      clicked: node.clicked,
      itemStyle: { color: shade, opacity: dimmed(draw, node.clicked), borderColor: level === 0 && isDeep ? own : surface },
      label: { color: textColorOn(shade) },
      upperLabel: { color: textColorOn(own) },
      ...(children.length > 0 && { children: children.map((child, i) => item(child, own, level + 1, i, children.length)) }),
    };
  };
  return {
    option: {
      ...frame.option,
      tooltip: { show: !draw.isStill, formatter: tipOf(draw, root) },
      series: [
        {
          id: 'treemap',
          type: 'treemap',
          cursor: draw.isClickable ? 'pointer' : 'default',
          top: frame.pad.top + 2,
          left: 0,
          right: 0,
          bottom: isDeep && model.rowDims.length > 2 ? 26 : 0,
          roam: false,
          nodeClick: isDeep && !draw.isClickable ? 'zoomToNode' : false,
          breadcrumb: {
            show: model.rowDims.length > 2,
            bottom: 0,
            height: 20,
            itemStyle: { color: look.palette.hover, borderColor: look.palette.line, textStyle: { color: look.palette.ink2 } },
            emphasis: { itemStyle: { color: look.palette.line } },
          },
          visibleMin: Math.max(20, (size.w * size.h) / 4000),
          label: {
            show: config.options.label?.show !== false,
            fontSize: look.text,
            overflow: 'truncate',
            formatter: ({ name, value }: { name: string; value: number }) =>
              `${cut(name, 12)}${measure ? `\n${shortFigure(value, measure)}` : ''}`,
            lineHeight: look.text + 5,
            padding: 2,
          },
          labelLayout: wholeLabel(look.text),
          upperLabel: {
            show: isDeep,
            height: look.text + 10,
            fontSize: look.text,
            fontWeight: 600,
            overflow: 'truncate',
            formatter: ({ name }: { name: string }) => name,
          },
          itemStyle: { gapWidth: 1, borderWidth: 1, borderRadius: 2, borderColor: surface },
          levels: [
            { itemStyle: { gapWidth: 3, borderWidth: 0 }, upperLabel: { show: false } },
            { itemStyle: { gapWidth: 1, borderWidth: isDeep ? 2 : 0 } },
          ],
          emphasis: { upperLabel: { show: isDeep, color: look.palette.ink } },
          data: tops.map((node, i) => item(node, colors[i]!, 0, i, tops.length)),
        },
      ],
    },
    engine: 'further',
    pick: ({ data }) => pickItem(data),
    summary: say(draw, root),
    isEmpty: false,
  };
}

/** Rings of a hierarchy. */
export function sunburst(draw: Draw): Built {
  const { look, model, size } = draw;
  const root = treeOf(model);
  if (root.value <= 0 || root.children.size === 0) return nothing(draw, 'further');
  const measure = model.measures[0];
  const tops = topOf(root);
  const colors = seriesColors(look, tops.length);
  const frame = frameOf(draw, [], { legend: false });
  const h = size.h - frame.pad.top;
  const radius = Math.max(20, Math.min(size.w, h) / 2 - 6);
  const surface = look.surface === 'screen' ? '#06183A' : (look.background ?? look.palette.surface);
  const depth = model.rowDims.length;
  const ring = (radius * 0.88) / depth;
  const item = (node: Node, color: string): Option => {
    const shade = mix(color, surface, Math.min(0.55, (node.depth - 1) * 0.22));
    const children = [...node.children.values()].toSorted((a, b) => b.value - a.value);
    const own = measure ? (draw.markOf(measure.key, node.value)?.color ?? shade) : shade;
    return {
      name: node.name,
      value: node.value,
      clicked: node.clicked,
      itemStyle: { color: own, opacity: dimmed(draw, node.clicked) },
      label: { color: textColorOn(own) },
      ...(children.length > 0 && { children: children.map((child) => item(child, color)) }),
    };
  };
  return {
    option: {
      ...frame.option,
      tooltip: { show: !draw.isStill, formatter: tipOf(draw, root) },
      series: [
        {
          id: 'sunburst',
          type: 'sunburst',
          cursor: draw.isClickable ? 'pointer' : 'default',
          center: [size.w / 2, frame.pad.top + h / 2],
          radius: [radius * 0.12, radius],
          nodeClick: draw.isClickable ? false : 'rootToNode',
          sort: undefined,
          label: {
            show: draw.config.options.label?.show !== false,
            fontSize: look.text,
            minAngle: 8,
            overflow: 'truncate',
            width: ring - 8,
            rotate: depth === 1 ? 'tangential' : 'radial',
            formatter: ({ name }: { name: string }) =>
              ring < look.text * 4
                ? [...name].slice(0, Math.max(2, Math.floor((ring - 4) / look.text))).join('')
                : cut(name, (ring - 8) / look.text),
          },
          itemStyle: { borderColor: surface, borderWidth: 1.5, borderRadius: 2 },
          emphasis: { focus: 'ancestor' },
          data: tops.map((node, i) => item(node, colors[i]!)),
        },
      ],
    },
    engine: 'further',
    pick: ({ data }) => pickItem(data),
    summary: say(draw, root),
    isEmpty: false,
  };
}

/** Branches from left to right, from top to bottom, or around a centre. */
export function tree(draw: Draw): Built {
  const { look, model, size } = draw;
  const root = treeOf(model);
  if (root.children.size === 0) return nothing(draw, 'further');
  const measure = model.measures[0];
  const { variant } = model;
  const isRadial = variant === 'radial';
  const isDown = variant === 'TB';
  const tops = [...root.children.values()];
  const colors = seriesColors(look, Math.min(tops.length, look.colors.length));
  const frame = frameOf(draw, [], { legend: false });
  let leaves = 0;
  let longest = 0;
  let longestTop = 0;
  const item = (node: Node, color: string): Option => {
    const children = [...node.children.values()];
    if (children.length === 0) {
      leaves += 1;
      longest = Math.max(longest, Math.min(9, textWidth(node.name, 1)));
    }
    if (node.depth === 1) longestTop = Math.max(longestTop, Math.min(9, textWidth(node.name, 1)));
    const own = measure ? (draw.markOf(measure.key, node.value)?.color ?? color) : color;
    const opacity = dimmed(draw, node.clicked);
    return {
      name: node.name,
      value: measure ? node.value : undefined,
      clicked: node.clicked,
      itemStyle: {
        color: children.length > 0 ? own : look.surface === 'screen' ? '#06183A' : (look.background ?? look.palette.surface),
        borderColor: own,
        borderWidth: 1.5,
        opacity,
      },
      lineStyle: { color: alpha(own, 0.45) },
      label: { opacity },
      ...(children.length > 0 && { children: children.map((child) => item(child, color)) }),
    };
  };
  const list = tops.map((node, i) => item(node, colors[i % colors.length]!));
  // a forest of one is that tree
  const single =
    list.length === 1
      ? list[0]!
      : {
          name: '',
          clicked: [],
          symbolSize: 4,
          itemStyle: { color: look.palette.ink4, borderColor: look.palette.ink4 },
          label: { show: false },
          children: list,
        };
  const label = (text: Option): Option => ({
    color: look.palette.ink2,
    fontSize: leaves > 60 ? Math.max(10, look.small - 1) : look.text,
    formatter: ({ name, value }: { name: string; value?: number }) =>
      `${cut(name, 9)}${measure && typeof value === 'number' && draw.config.options.label?.show ? ` ${shortFigure(value, measure)}` : ''}`,
    ...text,
  });
  const room = longest * look.text + 16;
  const pad = frame.pad.top + 12;
  const figures = measure && draw.config.options.label?.show ? 50 : 0;
  // leaves that would stand on each other stay folded up until somebody opens them
  const depth = model.rowDims.length;
  const each = isRadial
    ? (Math.PI * Math.max(40, Math.min(size.w, size.h) - room * 2)) / Math.max(1, leaves)
    : (isDown ? size.w - 48 : size.h - pad - 10) / Math.max(1, leaves);
  const isFolded = depth > 1 && (each < look.text + (isDown ? 8 : isRadial ? 6 : -1) || leaves > 200);
  const rotated = isDown && leaves * (longest * look.text) > size.w;
  return {
    option: {
      ...frame.option,
      tooltip: {
        show: !draw.isStill,
        formatter: ({ data, color }: { data: Item & { value?: number }; color: string }) =>
          tip(
            data.name,
            measure && data.value !== undefined ? [{ color, name: measure.name, value: figure(data.value, measure) }] : [],
            look,
          ),
      },
      series: [
        {
          id: 'tree',
          type: 'tree',
          cursor: draw.isClickable ? 'pointer' : 'default',
          layout: isRadial ? 'radial' : 'orthogonal',
          orient: isDown ? 'TB' : 'LR',
          edgeShape: 'curve',
          top: isRadial ? pad + room * 0.7 : isDown ? pad + look.text : pad,
          bottom: isRadial ? room * 0.8 : isDown ? (rotated ? room : look.text * 2.4) : 10,
          left: isRadial ? room : isDown ? 24 : list.length === 1 ? longestTop * look.text + 20 : 16,
          right: isRadial ? room : isDown ? 24 : room + figures,
          symbol: 'circle',
          symbolSize: 8,
          roam: leaves > 40 && !draw.isStill,
          initialTreeDepth: isFolded ? (list.length === 1 ? depth - 2 : depth - 1) : -1,
          expandAndCollapse: isFolded || !draw.isClickable,
          label: label(branchLabel({ isDown, isRadial, isFolded, list, draw })),
          leaves: {
            label: label(leafLabel({ isDown, rotated, isRadial })),
          },
          lineStyle: { width: 1.5, curveness: 0.5, color: look.palette.lineStrong },
          emphasis: { focus: 'descendant' },
          data: [single],
        },
      ],
    },
    engine: 'further',
    pick: ({ data }) => pickItem(data),
    summary: say(draw, root),
    isEmpty: false,
  };
}

/** Where the name of a leaf stands. */
function leafLabel({ isDown, rotated, isRadial }: { isDown: boolean; rotated: boolean; isRadial: boolean }): Option {
  return isDown
    ? rotated
      ? { position: 'bottom', rotate: -90, align: 'left', verticalAlign: 'middle', distance: 8 }
      : { position: 'bottom', align: 'center', distance: 8 }
    : isRadial
      ? {}
      : { position: 'right', align: 'left', distance: 8, verticalAlign: 'middle' };
}

/** Where the name of a branch stands. */
function branchLabel({
  isDown,
  isRadial,
  isFolded,
  list,
  draw,
}: {
  isDown: boolean;
  isRadial: boolean;
  isFolded: boolean;
  list: Option[];
  draw: Draw;
}): Option {
  const { size } = draw;
  return isDown
    ? { position: 'top', distance: 6, align: 'center' }
    : isRadial
      ? { show: isFolded || Math.min(size.w, size.h) > 460 }
      : list.length === 1
        ? { position: 'left', distance: 8, align: 'right', verticalAlign: 'middle', backgroundColor: 'transparent' }
        : { position: 'top', distance: 6, align: 'center' };
}

import { DATA_WIDGETS, type ScreenConfig } from '../contract/screen-config.ts';
import {
  chartOf,
  shapeWith,
  tileName,
  type ChartsById,
  type Shape,
  type TileOf,
  partAt,
  type Outline,
} from '#modules/charts/core/index.ts';
import { leastOf } from './widgets.ts';

/** A screen as far as its data go. A chart that its node does not show now is read when the type of the node changes. */
export const outlineOfScreen = ({ nodes, filters, cache }: ScreenConfig): Outline => ({
  parts: Object.entries(nodes).map(([key, node]) => ({
    ...partAt(key, `nodes.${key}`, node),
    isBlind: !DATA_WIDGETS.has(node.type),
    least: leastOf(node.type),
  })),
  filters,
  cache,
});

/** The nodes of a screen that show data, with their charts, its filters and links. */
export function shapeOfScreen(config: ScreenConfig, charts: ChartsById = {}): Shape {
  const nodes = Object.values(config.nodes).filter((node) => DATA_WIDGETS.has(node.type));
  const tiles = nodes.flatMap((node): TileOf[] => {
    const chart = chartOf(node, charts);
    if (!chart) return [];
    return [
      { key: node.id, name: tileName(node.name, chart), chart, actions: node.actions, refreshSec: node.refreshSec ?? chart.refreshSec },
    ];
  });
  return shapeWith(tiles, config);
}

/** Settings of nodes that hold the name of a stored file. */
export const FILE_PROPS: readonly string[] = ['fileName', 'poster'];
/** Stored files that a screen shows, by their stored names. */
export const filesOfScreen = ({ background, nodes }: ScreenConfig): string[] => [
  ...new Set([
    ...(background.fileName ? [background.fileName] : []),
    ...Object.values(nodes).flatMap(({ props }) =>
      FILE_PROPS.flatMap((key) => {
        const name = Object.hasOwn(props, key) ? props[key] : undefined;
        return typeof name === 'string' && name !== '' ? [name] : [];
      }),
    ),
  ]),
];

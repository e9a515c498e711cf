export { isNewerChart, readChart, readCharts } from './chart/read-chart.ts';
export {
  NO_SET,
  SHELVES,
  movedSlot,
  type Least,
  type Shelf,
  usedFields,
  withDataSet,
  withField,
  withSlot,
  withoutSlot,
} from './chart/shelves.ts';
export { featuresOf, type Topology } from './geo/topology.ts';
export { asNumber, formatNumber, formatValue, numberParts, type NumberParts } from './look/format.ts';
export { resolveTheme, themeFor, type ResolvedTheme } from './look/resolve-theme.ts';
export { inOneScale } from './look/one-scale.ts';
export { THEMES, themeOf } from './look/themes.ts';
export { chartOption, isDrawn } from './option/index.ts';
export { kpiOf } from './option/kpi.ts';
export { rankOf } from './option/rank.ts';
export { switchType } from './option/switch-type.ts';
export { tableOf } from './option/table.ts';
export { cutText } from './option/notices.ts';
export { byId, chartDetails, compare, differing, filterKind, partName, same, settings, type Words } from './outline/diff.ts';
export { chartWithIds, filtersWithIds, linkWithIds, partWithIds } from './outline/new-ids.ts';
export { partAt, type Outline } from './outline/outline.ts';
export { refsOf } from './outline/refs.ts';
export { renameInFilters, renameInPart } from './outline/rename-fields.ts';
export { PAGE_TONES, SCREEN_TONES, shapeOf, type ShapeName } from './outline/shapes.ts';
export { HEIGHT, MAX_PARTS, Shapes, WIDTH, at, chartSketch, toTenth, svg, type TypeOf } from './outline/sketch.ts';
export { leftParts } from './template/left.ts';
export { fits, proposed } from './template/propose.ts';
export { rebinding, reboundFilters, reboundPart, type OwnSet, type Rebinding } from './template/rebind.ts';
export { bucketEnd } from './tile/bucket.ts';
export { fieldIn, MAX_CHOICES } from './tile/choices.ts';
export { filterCondition, SelectionError } from './tile/filter-value.ts';
export { linkedValues } from './tile/linked.ts';
export { marked } from './tile/marked.ts';
export {
  chartOf,
  drillChain,
  idleLinks,
  cachePoliciesOf,
  shapeWith,
  tileName,
  type ChartsById,
  type ClickOffers,
  type Shape,
  type Tile,
  type TileOf,
} from './tile/shape.ts';
export {
  changedTiles,
  checkSelection,
  detailQuery,
  freeDrills,
  levelFields,
  missingFilters,
  tileQuery,
  type ViewSelection,
} from './tile/tile-query.ts';
export { wholeQuery } from './tile/whole.ts';

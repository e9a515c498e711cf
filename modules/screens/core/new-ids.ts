import type { ScreenConfig, ScreenNode } from '../contract/screen-config.ts';
import { FILE_PROPS } from './outline.ts';
import { Link } from '#modules/charts/contract/view-filter.ts';
import { filtersWithIds, linkWithIds, partWithIds } from '#modules/charts/core/index.ts';
import type { NewIds } from '#modules/library/core/index.ts';

type Prop = ScreenNode['props'][string];

/** Settings hold links by themselves and in lists; a link that leads nowhere goes back to the default. */
function propWithIds(value: Prop, ids: NewIds): Prop {
  if (Array.isArray(value)) return value.map((one) => propWithIds(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  const link = Link.safeParse(value);
  if (link.success) return linkWithIds(link.data, ids);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, propWithIds(one, ids)]));
}

const propsWithIds = (props: ScreenNode['props'], ids: NewIds): ScreenNode['props'] =>
  Object.fromEntries(
    Object.entries(props).map(([key, value]) => [
      key,
      FILE_PROPS.includes(key) && typeof value === 'string' && value !== '' ? ids.file(value) : propWithIds(value, ids),
    ]),
  );

/** A screen with the new ids: its charts, links, jumps, filters and pictures. */
export const screenWithIds = (screen: ScreenConfig, ids: NewIds): ScreenConfig => ({
  ...screen,
  background: { ...screen.background, ...(screen.background.fileName && { fileName: ids.file(screen.background.fileName) }) },
  nodes: Object.fromEntries(
    Object.entries(screen.nodes).map(([key, node]) => [key, { ...partWithIds(node, ids), props: propsWithIds(node.props, ids) }]),
  ),
  filters: filtersWithIds(screen.filters, ids),
});

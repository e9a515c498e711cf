import type { ScreenConfig } from '../contract/screen-config.ts';
import type { Renames, SetOf } from '#modules/library/core/index.ts';
import { renameInFilters, renameInPart } from '#modules/charts/core/index.ts';

/** A screen with the new ids: its own charts, links, jumps and filters. */
export const renameInScreen = (screen: ScreenConfig, renames: Renames, setOf: SetOf): ScreenConfig => ({
  ...screen,
  nodes: Object.fromEntries(Object.entries(screen.nodes).map(([key, node]) => [key, renameInPart(node, renames, setOf)])),
  filters: renameInFilters(screen.filters, renames),
});

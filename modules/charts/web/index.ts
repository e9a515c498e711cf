import type { ViewFilter } from '../contract/view-filter.ts';

export type TargetKind = 'board' | 'screen';
/** Documents that a click may lead to, of one kind. */
export interface LinkTarget {
  list(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** the filters of one of them, to hand values over */
  filters(id: string): Promise<readonly ViewFilter[]>;
}
type Load = () => Promise<{ linkTarget: LinkTarget }>;

/** What was announced. It stands here because the first chunk, which reads this file, must load nothing for it. */
export const linkTargets = new Map<TargetKind, { readonly label: string; readonly load: Load }>();
/** Announces documents that clicks may lead to; the module they belong to calls it where its pages are declared. */
export const defineLinkTarget = (kind: TargetKind, label: string, load: Load): void => void linkTargets.set(kind, { label, load });

/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {
  'visual/datachart/index': () => import('./list/ChartListPage.tsx'),
  'visual/chart/build': () => import('./builder/ChartBuildPage.tsx'),
  'visual/map/index': () => import('./map-assets/MapAssetPage.tsx'),
};

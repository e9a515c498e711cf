export { ChartView, type ChartPoint } from './chart/ChartView.tsx';
export { fetchEngines } from './chart/engines.ts';
export { LazyChart } from './chart/lazy.ts';
export { markStyle } from './chart/marks.tsx';
export { styleFields } from './chart/style-fields.ts';
export { readGeo } from './map-assets/platform-maps.ts';
export { init, registerSheets, type Instance } from './map/engine.ts';
export { areaShown, heroMapOption, loadMap, setMapSource, type GeoMap, type MapBuilt } from './map/index.ts';
export { ChipBar } from './tile/ChipBar.tsx';
export { FilterBar } from './tile/FilterBar.tsx';
export { Picture, useFile } from './tile/Picture.tsx';
export { TileBody, TileFrame } from './tile/TileFrame.tsx';
export { PointKeys } from './tile/PointKeys.tsx';
export {
  jumpAddress,
  jumpsBy,
  clickActionsOf,
  commonActionsOf,
  menuActionsOf,
  type ClickHandlers,
  type ClickAction,
  type ClickScene,
} from './tile/actions.ts';
export { copyFigures } from './tile/copy-figures.ts';
export { draftFeed, type DraftFeed } from './tile/draft-feed.ts';
export { FeedStore, type FeedSource } from './tile/feed-store.ts';
export { DetailDrawer } from './tile/lazy.ts';
export { readLines } from './tile/lines.ts';
export { setPictureSource } from './tile/picture-source.ts';
export { smallGroups } from './tile/small-groups.ts';
export { IDLE, type ClickedValue, type FilterOption, type TileFeed, type TileState, useTile } from './tile/tiles.ts';
export { useOffers } from './tile/use-offers.ts';
export { useFeedState } from './tile/use-feed-state.ts';
export { valueText } from './tile/value-text.ts';

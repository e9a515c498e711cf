export { BoardGrid } from './board/BoardGrid.tsx';
export { BoardTile, withoutDuplicateTitle } from './board/BoardTile.tsx';
export { BoardTabs } from './board/lazy.ts';
export { useFolded } from './board/use-folded.ts';
export { useSurface } from './board/use-surface.ts';

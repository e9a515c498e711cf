export { BoardGrid } from './board/BoardGrid.tsx';
export { BoardTile, untitled } from './board/BoardTile.tsx';
export { BoardTabs } from './board/lazy.ts';
export { useFolded } from './board/use-folded.ts';
export { useGround } from './board/use-ground.ts';

export { assertUnlocked, filterOfField, lockedShape, locksOf, narrowsChoices, unreachedTiles, withoutLocked, type Locks } from './locks.ts';

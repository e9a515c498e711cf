export { LevelFact, LevelHistory, LevelMark, levelOrigin } from './classify/level-origin.tsx';
export { LEVELS, LevelTag } from './classify/level-tag.tsx';

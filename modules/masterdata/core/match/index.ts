export { blockKeys } from './blocks.ts';
export { comparePairs, findAllPairs, LARGEST_BLOCK, type Block } from './find.ts';
export { groupPairs, type Group, type Identities } from './group.ts';
export { guessKind } from './guess.ts';
export {
  MATCH_KINDS,
  PRESETS,
  weightOf,
  zoneOf,
  type MatchAttribute,
  type MatchKind,
  type MatchPreset,
  type MatchRecord,
  type MatchRule,
  type Pair,
  type Reason,
} from './kinds.ts';
export { identitiesOf, prepare, type Prepared } from './score.ts';
export { survive, SURVIVAL, type Origin, type SurvivalRule, type Survivor } from './survive.ts';

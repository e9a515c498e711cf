import { askOne } from './compose.ts';
import type { AskResult, AskSet, Today } from './types.ts';

export { askOne } from './compose.ts';
export { withField, withoutFilter } from './correct.ts';
export type { AskField, AskResult, AskSet, AskValue, Understood } from './types.ts';

const byScore = (a: AskResult, b: AskResult): number => b.score - a.score;

/** Results of a question over several data sets, the likeliest first; those that explain nothing of it are left out. */
export function askAll(question: string, sets: readonly AskSet[], today: Today): AskResult[] {
  return sets
    .map((set) => askOne(question, set, today))
    .filter(({ parts, score }) => parts.length > 0 && score > 0)
    .sort(byScore);
}

/** Results over data sets whose values are not read yet, the likeliest first: what is not understood may be a value. */
export function askByNames(question: string, sets: readonly AskSet[], today: Today): AskResult[] {
  return sets
    .map((set) => askOne(question, set, today))
    .filter(({ parts }) => parts.some(({ kind }) => kind === 'measure' || kind === 'dimension'))
    .sort(byScore);
}

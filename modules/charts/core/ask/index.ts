import { askOne } from './compose.ts';
import type { AskResult, AskSet, Today } from './types.ts';

export { askOne } from './compose.ts';
export type { AskField, AskResult, AskSet, AskValue, Understood } from './types.ts';

/** Results over several data sets that fit, the likeliest first. */
const ranked = (question: string, sets: readonly AskSet[], today: Today, fits: (result: AskResult) => boolean): AskResult[] =>
  sets
    .map((set) => askOne(question, set, today))
    .filter(fits)
    .sort((a, b) => b.score - a.score);

/** Results of a question over several data sets, the likeliest first; those that explain nothing of it are left out. */
export const askAll = (question: string, sets: readonly AskSet[], today: Today): AskResult[] =>
  ranked(question, sets, today, ({ parts, score }) => parts.length > 0 && score > 0);

/** Results over data sets whose values are not read yet, the likeliest first: what is not understood may be a value. */
export const askByNames = (question: string, sets: readonly AskSet[], today: Today): AskResult[] =>
  ranked(question, sets, today, ({ parts }) => parts.some(({ kind }) => kind === 'measure' || kind === 'dimension'));

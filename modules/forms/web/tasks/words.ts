import type { Tone } from '#kit/web/Tag.tsx';
import { STATE_LABELS, type PersonState, type Standing } from '../../contract/task.ts';

const TONES: Readonly<Record<PersonState, Tone>> = {
  passed: 'calm',
  reviewing: 'accent',
  returned: 'warn',
  waiting: 'idle',
  overdue: 'bad',
};
/** States of people in a round, in the order of the bar. */
export const STATES = (Object.keys(STATE_LABELS) as PersonState[]).map((state) => ({
  state,
  label: STATE_LABELS[state],
  tone: TONES[state],
}));
export const labelOf = (state: PersonState): string => STATE_LABELS[state];
export const toneOf = (state: PersonState): Tone => TONES[state];
/** People of a group who have not handed in. */
export const undoneIn = (one: Standing): number => one.returned + one.waiting + one.overdue;
export const doneIn = (one: Standing): number => one.passed + one.reviewing;

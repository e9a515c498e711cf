import type { Tone } from '#kit/web/Tag.tsx';
import type { PersonState, Standing } from '../../contract/task.ts';

/** States of people in a round, in the order of the bar. */
export const STATES: readonly { readonly state: PersonState; readonly label: string; readonly tone: Tone }[] = [
  { state: 'passed', label: '已通过', tone: 'calm' },
  { state: 'reviewing', label: '审核中', tone: 'accent' },
  { state: 'returned', label: '已退回', tone: 'warn' },
  { state: 'waiting', label: '待填', tone: 'idle' },
  { state: 'overdue', label: '逾期', tone: 'bad' },
];
export const labelOf = (state: PersonState): string => STATES.find((one) => one.state === state)!.label;
export const toneOf = (state: PersonState): Tone => STATES.find((one) => one.state === state)!.tone;
/** People of a group who have not handed in. */
export const undoneIn = (one: Standing): number => one.returned + one.waiting + one.overdue;
export const doneIn = (one: Standing): number => one.passed + one.reviewing;

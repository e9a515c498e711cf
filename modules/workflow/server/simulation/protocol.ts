import type { SimulatedState } from '../../core/simulate.ts';
import type { SimulationInput } from '../../contract/simulation.ts';

export interface Ask {
  readonly id: number;
  readonly input: SimulationInput;
  /** ms since 1970 when the caller gives no moment */
  readonly now: number;
  readonly limitMs: number;
}
/** `refused` is a sentence about the models; `isLate` that the time was up. */
export type Answer = { readonly id: number } & (
  | { readonly states: SimulatedState[] }
  | { readonly refused: string }
  | { readonly isLate: true }
  | { readonly broken: string }
);

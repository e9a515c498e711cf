/**
 * What came of sending: `done`; `later`: the target could not be reached or is busy, everything waits; `rejected`: it does not take this
 * message; `stop`: somebody has to mend something first.
 */
export type Outcome = {
  readonly kind: 'done' | 'later' | 'rejected' | 'stop';
  readonly message: string | null;
  readonly status: number | null;
};
export const done: Outcome = { kind: 'done', message: null, status: null };

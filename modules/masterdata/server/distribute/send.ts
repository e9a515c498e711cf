import type { FeedMessage } from '../../contract/target.ts';
import type { Leaving } from './leaving.ts';
import { sendHttp } from './send-http.ts';
import { writeRows } from './write-rows.ts';

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

/** Sends messages in one piece: all of them arrived, or none did as far as anybody knows. */
export const sendMessages = (leaving: Leaving, messages: readonly FeedMessage[], signal: AbortSignal): Promise<Outcome> =>
  leaving.target.kind === 'http' ? sendHttp(leaving, messages, signal) : writeRows(leaving, messages, signal);

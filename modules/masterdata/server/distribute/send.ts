import type { FeedMessage } from '../../contract/target.ts';
import type { Leaving } from './leaving.ts';
import type { Outcome } from './outcome.ts';
import { sendHttp } from './send-http.ts';
import { writeRows } from './write-rows.ts';

/** Sends messages in one piece: all of them arrived, or none did as far as anybody knows. */
export const sendMessages = (leaving: Leaving, messages: readonly FeedMessage[], signal: AbortSignal): Promise<Outcome> =>
  leaving.target.kind === 'http' ? sendHttp(leaving, messages, signal) : writeRows(leaving, messages, signal);

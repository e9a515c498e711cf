import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { viewing } from '../../contract/view-calls.ts';
import { useDocument } from '../view/use-document.ts';
import type { ViewState } from '../view/view-address.ts';

const api = createClient({ viewing }, send);

/** A published board with its feed, by its id. */
export const useBoard = (id: string, initial: ViewState) =>
  useDocument('board', id, (signal) => api.viewing.board({ params: { id } }, { signal, quiet: true, overlay: false }), initial);

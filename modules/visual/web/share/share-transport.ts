import { openAnswer, send } from '#kit/web/send.ts';
import { shared, TICKET_HEADER } from '../../contract/share.ts';
import type { PublishedView } from '../../contract/view-calls.ts';
import type { ViewTransport } from '../view/view-feed.ts';

export interface Opened {
  readonly view: PublishedView;
  readonly ticket: string;
  readonly seconds: number;
}

export const openLink = async (token: string, password: string | null): Promise<Opened> =>
  (await send(shared.open, { body: { token, ...(password !== null && { password }) } }, { quiet: true, overlay: false })) as Opened;
export const renewLink = async (ticket: string): Promise<Opened> =>
  (await send(shared.renew, { body: {} }, { quiet: true, overlay: false, headers: { [TICKET_HEADER]: ticket } })) as Opened;

/** The calls of a viewer with the ticket that is valid at the time. */
export const withTicket = (ticket: () => string): ViewTransport => ({
  data: (body, { signal }) => openAnswer({ route: shared.data }, { body }, { signal, headers: { [TICKET_HEADER]: ticket() } }),
  options: async (body) =>
    (await send(shared.options, { body }, { quiet: true, overlay: false, headers: { [TICKET_HEADER]: ticket() } })) as {
      value: string;
      label: string;
    }[],
  detail: () => Promise.reject(new Error('分享页面不提供明细')),
});

import { download, send } from '#kit/web/send.ts';
import { shared, TICKET_HEADER } from '../../contract/share.ts';
import type { PublishedView } from '../../contract/view-calls.ts';
import type { ViewSelection } from '#modules/charts/core/index.ts';
import { givePublicSources, publicTransport } from '../view/public-transport.ts';
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

const headers = (ticket: () => string) => () => ({ [TICKET_HEADER]: ticket() });

/** Pictures and reviewed maps of a shared document, with the ticket that is valid at the time. */
export const giveTicketSources = (ticket: () => string): void => givePublicSources(shared, headers(ticket));

/** Downloads the data of a shared document as its viewer has filtered it. */
export const exportShared = (ticket: string, view: PublishedView, selection: ViewSelection): Promise<void> =>
  download({ route: shared.xlsx }, { body: { versionNo: view.versionNo, ...selection } }, `${view.name}.xlsx`, {
    headers: { [TICKET_HEADER]: ticket },
  });

/** The calls of a viewer with the ticket that is valid at the time; `onClosed` hears at once of a link that ended meanwhile. */
export const withTicket = (ticket: () => string, onClosed: () => void): ViewTransport =>
  publicTransport(shared, headers(ticket), (error) => error.key === 'share.closed' && onClosed());

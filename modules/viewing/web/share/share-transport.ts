import { createClient, type CallOptions } from '#kit/web/client.ts';
import { CallError, download, openAnswer, send } from '#kit/web/send.ts';
import { shared, TICKET_HEADER } from '../../contract/share.ts';
import type { PublishedView } from '../../contract/view-calls.ts';
import type { ViewSelection } from '#modules/charts/core/index.ts';
import { setMapSource, readGeo, setPictureSource } from '#modules/charts/web/parts.ts';
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

/** Pictures and reviewed maps of a shared document, with the ticket that is valid at the time. */
export function giveTicketSources(ticket: () => string): void {
  const headers = () => ({ [TICKET_HEADER]: ticket() });
  const api = createClient({ shared }, send);
  setPictureSource(
    Object.assign(
      (args: { body: { fileNames: string[] } }, options?: CallOptions) => api.shared.pictures(args, { ...options, headers: headers() }),
      { route: shared.pictures },
    ),
  );
  setMapSource({
    list: () => api.shared.maps(undefined, { quiet: true, overlay: false, headers: headers() }),
    load: async ({ adcode, mapName }) => ({
      name: mapName,
      collection: await readGeo(openAnswer({ route: shared.map }, { params: { adcode } }, { headers: headers() })),
    }),
  });
}

/** Downloads the data of a shared document as its viewer has filtered it. */
export const exportShared = (ticket: string, view: PublishedView, selection: ViewSelection): Promise<void> =>
  download({ route: shared.xlsx }, { body: { versionNo: view.versionNo, ...selection } }, `${view.name}.xlsx`, {
    headers: { [TICKET_HEADER]: ticket },
  });

/** The calls of a viewer with the ticket that is valid at the time; `onClosed` hears at once of a link that ended meanwhile. */
export const withTicket = (ticket: () => string, onClosed: () => void): ViewTransport => ({
  data: (body, { signal }) =>
    openAnswer({ route: shared.data }, { body }, { signal, headers: { [TICKET_HEADER]: ticket() } }).catch((error: unknown) => {
      if (error instanceof CallError && error.key === 'share.closed') onClosed();
      throw error;
    }),
  options: async (body) =>
    (await send(shared.options, { body }, { quiet: true, overlay: false, headers: { [TICKET_HEADER]: ticket() } })) as {
      value: string;
      label: string;
    }[],
  detail: () => Promise.reject(new Error('分享页面不提供明细')),
});

import type { SentRoute } from '#kit/web/client.ts';
import { CallError, openAnswer, send } from '#kit/web/send.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import { readGeo, setMapSource, setPictureSource, type FilterOption } from '#modules/charts/web/parts.ts';
import type { ViewTransport } from './view-feed.ts';

/** The calls of a page whose viewer has no session: of a share link with its ticket, of an embedded page with its token. */
export interface PublicCalls {
  readonly data: AnyRoute;
  readonly options: AnyRoute;
  readonly pictures: Parameters<typeof setPictureSource>[0]['route'];
  readonly maps: AnyRoute;
  readonly map: AnyRoute;
}
/** The header that is valid at the time. */
type Headers = () => Record<string, string>;
const asPublic = (route: SentRoute, args: { body?: unknown }, headers: Headers): Promise<unknown> =>
  send(route, args, { quiet: true, overlay: false, headers: headers() });

/** Pictures and reviewed maps of a document without a session. Call it before anything is drawn. */
export function givePublicSources(calls: PublicCalls, headers: Headers): void {
  setPictureSource(
    Object.assign((args: { body: { fileNames: string[] } }) => asPublic(calls.pictures, args, headers) as never, { route: calls.pictures }),
  );
  setMapSource({
    list: () => asPublic(calls.maps, {}, headers) as never,
    load: async ({ adcode, mapName }) => ({
      name: mapName,
      collection: await readGeo(openAnswer({ route: calls.map }, { params: { adcode } }, { headers: headers() })),
    }),
  });
}

/** The calls of a viewer without a session; `onRefused` hears at once of a call that was refused. */
export const publicTransport = (calls: PublicCalls, headers: Headers, onRefused: (error: CallError) => void): ViewTransport => ({
  data: (body, { signal }) =>
    openAnswer({ route: calls.data }, { body }, { signal, headers: headers() }).catch((error: unknown) => {
      if (error instanceof CallError) onRefused(error);
      throw error;
    }),
  options: async (body) => (await asPublic(calls.options, { body }, headers)) as readonly FilterOption[],
  detail: () => Promise.reject(new Error('该页面不提供明细')),
});

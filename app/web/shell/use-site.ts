import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Name, version and kind of this installation; undefined until it is known. */
export const useSite = (): CallReply<typeof api.site.site> | undefined => useCall(api.site.site, {}, { staleTime: Infinity }).data;

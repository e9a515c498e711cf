import type * as z from 'zod';
import type { ApiRow } from '../../contract/api.ts';

type Ending = Pick<z.output<typeof ApiRow>, 'deprecateTime' | 'offlineTime'>;

/** When a released API ends, as it was announced. */
export const endOf = ({ offlineTime }: Ending): number => (offlineTime === null ? Number.POSITIVE_INFINITY : Date.parse(offlineTime));

/** How answers tell callers of the end that was announced (RFC 9745, RFC 8594). */
export function endHeadersOf({ deprecateTime, offlineTime }: Ending): Readonly<Record<string, string>> {
  if (offlineTime === null) return {};
  return {
    ...(deprecateTime === null ? {} : { deprecation: `@${Math.floor(Date.parse(deprecateTime) / 1000)}` }),
    sunset: new Date(offlineTime).toUTCString(),
  };
}

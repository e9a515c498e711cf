import * as z from 'zod';

/** What an overview says of one kind of open work: how much there is and who answers for it. */
export const openWork = <const K extends readonly [string, ...string[]]>(kinds: K) =>
  z.object({
    kind: z.enum(kinds),
    total: z.number().int(),
    /** how many people answer for it; 0 = nobody was named */
    owners: z.number().int(),
    /** one of them */
    ownerName: z.string().nullable(),
  });

import * as z from 'zod';
import { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { EmbedEntity } from './embed-app.ts';

/** The audience that every token names: a token that a host made for something else opens nothing here. */
export const TOKEN_AUDIENCE = 'databrain-embed';
export const MAX_TOKEN_CHARS = 8_192;
/** A token lives no longer than this, from `iat` to `exp`. */
export const MAX_TOKEN_SECONDS = 600;
/** How far the clocks of host and platform may differ. */
export const CLOCK_TOLERANCE_SECONDS = 30;

const Seconds = z.number().int().min(0).max(99_999_999_999);
export const TokenHeader = z.strictObject({
  alg: z.literal('HS256'),
  typ: z.literal('JWT').optional(),
  /** id of the secret; left out, each that is alive is tried */
  kid: z.string().max(64).optional(),
});
/** The claims of a token. Unknown ones are refused: `filter` instead of `filters` would open more than the host meant. */
export const TokenClaims = z.strictObject({
  /** id of the application */
  iss: z.string().min(1).max(32),
  aud: z.literal(TOKEN_AUDIENCE),
  iat: Seconds,
  nbf: Seconds.optional(),
  exp: Seconds,
  jti: z.string().max(64).optional(),
  /** login name of the account whose rights count, where the application may say so */
  sub: z.string().min(1).max(64).optional(),
  resource: z.strictObject({ type: EmbedEntity, id: z.string().regex(/^[0-9A-Za-z_]{1,32}$/) }),
  /** filters that the viewer can neither see nor change: by id or name of the filter, of charts by field */
  filters: z
    .record(z.string().min(1).max(64), FilterValue)
    .refine((filters) => Object.keys(filters).length <= 20)
    .optional(),
});
export type TokenClaims = z.output<typeof TokenClaims>;

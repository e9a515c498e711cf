import * as z from 'zod';

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const KEY_ENTRY = 'secret.key';

/** The only form of the name of a stored file; it never becomes a path of another kind. */
const StoredName = z.string().regex(/^[0-9a-f]{32}\.[a-z]{2,5}$/);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup holds, written as its last entry: an archive without it is not a backup. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal('databrain'),
  version: z.string(),
  /** the one moment that all tables show */
  time: z.string(),
  keyFingerprint: z.string(),
  /** upgrade scripts that the database had run */
  migrations: z.array(z.object({ module: z.string(), name: z.string(), hash: z.string() })),
  /** in an order in which every table comes after those it refers to; `sha256` is over the COPY text of all parts */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), parts: z.number().int(), sha256: Digest }),
  ),
  files: z.array(z.object({ name: StoredName, size: z.number().int(), sha256: Digest })),
  /** files that the database knows and the store does not have */
  missingFiles: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;

/**
 * Tables that belong to running nodes and open sign-ins, not to the data: node numbers, leases, pushed messages, sessions, sign-in
 * tickets, codes for forgotten passwords, open builders. People sign in again after a restore.
 */
export const TRANSIENT: ReadonlySet<string> = new Set([
  'kit_migration',
  'kit_node',
  'kit_lease',
  'kit_push',
  'sys_session',
  'sys_captcha',
  'sys_nonce',
  'sys_throttle',
  'sys_rsa_key',
  'sys_password_reset',
  'visual_editor',
]);

export const partName = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}.copy`;

import { hash, verify } from '@node-rs/argon2';
import { Permits } from '#kit/server/permits.ts';

// `Algorithm.Argon2id`, which a const enum hides from us
const ARGON2ID = 2;
/** Argon2id with the least cost that OWASP accepts: about 25 ms. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Argon2id hash of a password, with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Hashes of batches at once, over all batches of this process. The pool that hashes has four threads: what is left is for people who sign in
 * meanwhile.
 */
const batchHashes = new Permits(2);

/** Hashes many passwords in order, off the event loop and with lower priority than sign-ins; `onDone` receives the number done so far. */
export async function hashPasswords(
  passwords: readonly string[],
  { signal, onDone }: { signal?: AbortSignal; onDone?: (done: number) => void } = {},
): Promise<string[]> {
  let done = 0;
  return Promise.all(
    passwords.map((password) =>
      batchHashes.run(async () => {
        signal?.throwIfAborted();
        const made = await hashPassword(password);
        onDone?.(++done);
        return made;
      }),
    ),
  );
}

/** Marker stored in place of a hash for accounts without a password; no password matches it. */
export const NO_PASSWORD = '!';

let decoy: Promise<string> | undefined;

/**
 * Compares a password with a stored hash. Without a hash (unknown account, or no password set) the same work is done, so that the time
 * taken does not reveal which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const hasPassword = stored !== null && stored !== NO_PASSWORD;
  const right = await verify(hasPassword ? stored : await decoy, password).catch(() => false);
  return hasPassword && right;
}

/** Makes the decoy before the first sign-in needs it. */
export async function prepareDecoy(): Promise<void> {
  decoy ??= hashPassword('no account has this password');
  await decoy;
}

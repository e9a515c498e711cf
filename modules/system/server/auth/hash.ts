import { hash, verify } from '@node-rs/argon2';

// `Algorithm.Argon2id`, which a const enum hides from us
const ARGON2ID = 2;
/** Argon2id with the least cost that OWASP accepts: about 25 ms. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Argon2id hash of a password, with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Stands in the place of a hash for an account that nobody has given a password: nothing fits it. */
export const NO_PASSWORD = '!';

let decoy: Promise<string> | undefined;

/**
 * Compares a password with a stored hash. Without a hash (unknown account, or one without a password) the same work is done for nothing,
 * so that the time taken says nothing.
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

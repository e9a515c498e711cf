import { constants, createPrivateKey, generateKeyPair, privateDecrypt, randomUUID, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { namedCache } from '#kit/server/named-cache.ts';

/** A pair encrypts for a day, then a new one takes over. */
const ROTATE_MS = 24 * 3_600_000;
/** Longer than any captcha row lives. */
export const KEEP_MS = ROTATE_MS + 3_600_000;
const PURPOSE = 'sign-in-key';

export interface PublicKey {
  readonly id: string;
  /** PEM, SPKI */
  readonly publicKey: string;
}

const opened = namedCache<KeyObject>({
  name: 'system.signInKey',
  label: '登录密钥',
  summary: '已打开的登录加密私钥，清除后下次登录会重新打开',
  max: 20,
});

/** The next pair is made this long before the current one is due, so that no sign-in page waits for it. */
const AHEAD_MS = 2 * 3_600_000;
/** Lease of the node that generates a pair; after it another node may. */
const LEASE_SECONDS = 30;
const LOOK_MS = 100;

/** The pair that sign-in pages encrypt with now. Made ahead by `prepareKey`; who finds none waits for the one that is being made. */
export const currentKey = (app: App): Promise<PublicKey> => keyYoungerThan(app, ROTATE_MS);

/** Makes the next pair in time; called at the start and now and then. */
export const prepareKey = (app: App): Promise<PublicKey> => keyYoungerThan(app, ROTATE_MS - AHEAD_MS);

const newestKey = (app: App, age: number): Promise<PublicKey | undefined> =>
  app.db
    .selectFrom('sysRsaKey')
    .select(['id', 'publicKey'])
    .where('createTime', '>', new Date(app.now().getTime() - age))
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** What this node is making right now: however many ask, they wait for the same. */
const making = new WeakMap<App, Promise<PublicKey>>();

async function keyYoungerThan(app: App, age: number): Promise<PublicKey> {
  const newest = await newestKey(app, age);
  if (newest) return newest;
  const running = making.get(app) ?? makeInTurn(app, age).finally(() => making.delete(app));
  making.set(app, running);
  return running;
}

/** Among the nodes the one that holds the row makes the pair, the others take it from the table. */
async function makeInTurn(app: App, age: number): Promise<PublicKey> {
  const owner = randomUUID();
  for (;;) {
    const taken = await sql`insert into kit_lease (name, owner, lease_until)
      values (${PURPOSE}, ${owner}, now() + make_interval(secs => ${LEASE_SECONDS}))
      on conflict (name) do update set owner = excluded.owner, lease_until = excluded.lease_until
      where kit_lease.lease_until < now() returning owner`.execute(app.db);
    if (taken.rows.length > 0)
      try {
        return (await newestKey(app, age)) ?? (await makeKey(app));
      } finally {
        await sql`delete from kit_lease where name = ${PURPOSE} and owner = ${owner}`.execute(app.db);
      }
    await sleep(LOOK_MS);
    const made = await newestKey(app, age);
    if (made) return made;
  }
}

async function makeKey(app: App): Promise<PublicKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const id = app.ids.next();
  await app.db
    .insertInto('sysRsaKey')
    .values({ id, publicKey, privateKey: app.secrets.seal(privateKey, PURPOSE), createTime: app.now() })
    .execute();
  return { id, publicKey };
}

/** Decrypts base64 of RSA-OAEP-SHA-256; null when the text was not made with this key. */
export async function decryptWith(app: App, keyId: string, base64: string): Promise<string | null> {
  const key = await privateKeyOf(app, keyId);
  if (!key) return null;
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(base64, 'base64')).toString(
      'utf8',
    );
  } catch {
    return null; // a wrong ciphertext is the sender's mistake
  }
}

async function privateKeyOf(app: App, id: string): Promise<KeyObject | null> {
  const known = opened.get(id);
  if (known) return known;
  const row = await app.db.selectFrom('sysRsaKey').select('privateKey').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const key = createPrivateKey(app.secrets.open(row.privateKey, PURPOSE));
  opened.set(id, key);
  return key;
}

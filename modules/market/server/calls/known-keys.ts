import { addressTest } from '#kit/server/address-list.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { Signing } from './signatures.ts';

/** Whose a call is, and from where it may come. */
export interface Caller {
  /** null: who owns the application tries it without a key */
  readonly keyId: string | null;
  readonly appId: string;
  readonly allows: ((ip: string) => boolean) | null;
  /** null: the key itself is the secret */
  readonly signing: Signing | null;
}
export interface KnownKey extends Caller {
  readonly keyId: string;
  readonly isAppEnabled: boolean;
  readonly expires: number;
}

/** Keys that are not revoked, by their digest. */
export async function knownKeys(db: Db): Promise<Map<string, KnownKey>> {
  const rows = await db
    .selectFrom('marketAppKey as key')
    .innerJoin('marketApp as app', 'app.id', 'key.appId')
    .select(['key.id', 'key.appId', 'key.keyHash', 'key.expireTime', 'key.signMode', 'key.sealedSecret', 'app.status', 'app.ipWhitelist'])
    .where('key.revokeTime', 'is', null)
    .where('app.deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.keyHash,
      {
        keyId: row.id,
        appId: row.appId,
        isAppEnabled: row.status === '1',
        expires: row.expireTime?.getTime() ?? Number.POSITIVE_INFINITY,
        allows: addressTest(row.ipWhitelist),
        signing: row.sealedSecret === null ? null : { keyId: row.id, mode: row.signMode as Signing['mode'], sealed: row.sealedSecret },
      },
    ]),
  );
}

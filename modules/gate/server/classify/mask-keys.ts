import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { ciphersOf, type KeyedCiphers, type MaskKey } from '#kit/server/masks/ciphers.ts';
import { MASK_KEY_BYTES, maskKey } from '../../contract/mask-key.ts';

const LABEL = '脱敏密钥';
const purposeOf = (version: number): string => `metadata-mask-key:${version}`;
const fingerprintOf = (secret: Buffer): string =>
  createHash('sha256').update('metadata-mask-key').update(secret).digest('hex').slice(0, 16);

/** Keyed digest of hash masks: equal values give equal digests, and without the key of this installation they cannot be computed. */
export const digestOf =
  (app: App) =>
  (text: string): string =>
    app.secrets.sign(text, 'metadata-mask');

interface Made {
  readonly version: number;
  readonly secret: Buffer;
  readonly origin: 'made' | 'given';
  readonly remark: string | null;
  readonly by: string | null;
}
/** Stores a version; false when there is one of this number already. */
async function store(app: App, db: Db, { version, secret, origin, remark, by }: Made): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('metadataMaskKey')
    .values({
      versionNo: version,
      sealed: app.secrets.seal(secret.toString('base64'), purposeOf(version)),
      fingerprint: fingerprintOf(secret),
      origin,
      remark,
      createBy: by,
      createTime: app.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const sealedKeys = (db: Db) => db.selectFrom('metadataMaskKey').select(['versionNo', 'sealed']).orderBy('versionNo').execute();

/** What was made of the keys of an installation, for as long as they are these. */
const made = new WeakMap<App, { readonly of: string; readonly ciphers: KeyedCiphers }>();

/** The cryptography of masks with the keys of the store, read anew for every statement; the first key is made when it is first needed. */
export async function keyedCiphers(app: App, db: Db = app.db): Promise<KeyedCiphers> {
  let rows = await sealedKeys(db);
  if (rows.length === 0) {
    await store(app, db, { version: 1, secret: randomBytes(MASK_KEY_BYTES), origin: 'made', remark: null, by: null });
    rows = await sealedKeys(db);
  }
  const of = rows.map(({ sealed }) => sealed).join();
  const known = made.get(app);
  if (known?.of === of) return known.ciphers;
  const keys = rows.map(({ versionNo, sealed }): MaskKey => ({
    version: versionNo,
    secret: Buffer.from(app.secrets.open(sealed, purposeOf(versionNo)), 'base64'),
  }));
  const ciphers = ciphersOf(keys, digestOf(app));
  made.set(app, { of, ciphers });
  return ciphers;
}

async function page(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('metadataMaskKey')
    .leftJoin('sysUser', 'sysUser.id', 'metadataMaskKey.createBy')
    .select([
      'metadataMaskKey.versionNo',
      'metadataMaskKey.fingerprint',
      'metadataMaskKey.origin',
      'metadataMaskKey.remark',
      'metadataMaskKey.createTime',
      'sysUser.nickname as createByName',
    ])
    .orderBy('metadataMaskKey.versionNo', 'desc')
    .limit(1000)
    .execute();
  return rows.map((row, i) => ({ ...row, isNewest: i === 0 ? ('1' as const) : ('0' as const) }));
}

export const maskKeys = implement(maskKey, {
  list: page,
  async rotate(ctx, { body }) {
    // there is a first version, whether or not something was ever masked with it
    await keyedCiphers(ctx.app, ctx.db);
    const newest = await ctx.db
      .selectFrom('metadataMaskKey')
      .select('versionNo')
      .orderBy('versionNo', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const secret = body.secret === null ? randomBytes(MASK_KEY_BYTES) : Buffer.from(body.secret, 'hex');
    const same = await ctx.db
      .selectFrom('metadataMaskKey')
      .select('versionNo')
      .where('fingerprint', '=', fingerprintOf(secret))
      .executeTakeFirst();
    if (same)
      throw new AppError('entity.duplicate', `这把密钥已经是第${same.versionNo}版，请换一把`, [{ path: 'secret', message: '密钥已存在' }]);
    const version = newest.versionNo + 1;
    const origin = body.secret === null ? ('made' as const) : ('given' as const);
    const isStored = await store(ctx.app, ctx.db, { version, secret, origin, remark: body.remark, by: ctx.user.id });
    if (!isStored) throw new AppError('rule.broken', '密钥刚刚由他人轮换，请刷新后重试');
    ctx.audit.change({
      entity: LABEL,
      id: String(version),
      name: `第${version}版`,
      before: null,
      after: { version, origin, remark: body.remark },
    });
    return { versionNo: version };
  },
});

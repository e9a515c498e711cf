import type { App, Db } from '#kit/server/ctx.ts';
import { isKeyed, masked, type Ciphers, type Mask, type MaskAlgorithm, type MaskParams } from '#kit/core/mask/index.ts';
import type { KeyedCiphers } from '#kit/server/masks/ciphers.ts';
import { countMaskFailure } from '#kit/server/masks/failures.ts';
import { digestOf, keyedCiphers } from './mask-keys.ts';

interface ClassRow {
  id: string;
  parentId: string | null;
  maskRuleId: string | null;
}

/** The mask of each class: its own, else that of the nearest class above; classes without one are missing. */
export async function masksByClass(db: Db, classIds: readonly string[]): Promise<Map<string, Mask>> {
  if (classIds.length === 0) return new Map();
  const [classes, rules] = await Promise.all([
    db.selectFrom('metadataClass').select(['id', 'parentId', 'maskRuleId']).where('deletedAt', 'is', null).execute(),
    db
      .selectFrom('metadataMaskRule')
      .select(['id', 'algorithm', 'params'])
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .execute(),
  ]);
  const byId = new Map<string, ClassRow>(classes.map((row) => [row.id, row]));
  const masks = new Map<string, Mask>(
    rules.map((rule) => [rule.id, { algorithm: rule.algorithm as MaskAlgorithm, params: rule.params as MaskParams }]),
  );
  const found = new Map<string, Mask>();
  for (const id of classIds) {
    const passed = new Set<string>();
    for (let at = byId.get(id); at && !passed.has(at.id); at = at.parentId === null ? undefined : byId.get(at.parentId)) {
      passed.add(at.id);
      const mask = at.maskRuleId === null ? undefined : masks.get(at.maskRuleId);
      if (!mask) continue;
      found.set(id, mask);
      break;
    }
  }
  return found;
}

/** A mask ready for values. */
export interface Shown {
  readonly show: (value: unknown) => unknown;
  /** tells masks apart that show values differently */
  readonly rule: string;
  readonly mask: Mask;
}

/** The cryptography of the store; null when its keys cannot be read, so that what needs them is hidden. */
async function readableCiphers(app: App): Promise<KeyedCiphers | null> {
  try {
    return await keyedCiphers(app);
  } catch (error) {
    app.log.error({ err: error }, 'the keys of masks could not be read');
    return null;
  }
}

/** For masks that need no key of the store: asking for one fails. */
const keyless = (app: App): Ciphers => {
  const missing = () => {
    throw new Error('the keys of masks could not be read');
  };
  return { digest: digestOf(app), token: missing, seal: missing, block: missing };
};

type Failed = (error: unknown) => void;
const ready = (app: App, mask: Mask, keyed: KeyedCiphers | null, onFailure: Failed): Shown => ({
  show: masked(mask, keyed ?? keyless(app), onFailure),
  rule: JSON.stringify(keyed && isKeyed(mask) ? [mask, keyed.version] : mask),
  mask,
});

/** One mask, ready for a trial: what it cannot mask is not counted. */
export const triedMask = async (app: App, mask: Mask): Promise<Shown> =>
  ready(app, mask, isKeyed(mask) ? await readableCiphers(app) : null, () => undefined);

/** The masks of these classes, ready for values; keys are read only when one of them needs them. */
export async function shownByClass(app: App, db: Db, classIds: readonly string[]): Promise<Map<string, Shown>> {
  return readyMasks(app, await masksByClass(db, classIds));
}

/** Masks by a name, ready for values. */
export async function readyMasks(app: App, masks: ReadonlyMap<string, Mask>): Promise<Map<string, Shown>> {
  const keyed = [...masks.values()].some(isKeyed) ? await readableCiphers(app) : null;
  return new Map([...masks].map(([id, mask]) => [id, ready(app, mask, keyed, (error) => countMaskFailure(app, mask.algorithm, error))]));
}

/** The masks of these rules, ready for values; rules that are disabled or gone are missing. */
export async function shownByRule(app: App, db: Db, ruleIds: readonly string[]): Promise<Map<string, Shown>> {
  if (ruleIds.length === 0) return new Map();
  const rules = await db
    .selectFrom('metadataMaskRule')
    .select(['id', 'algorithm', 'params'])
    .where('id', 'in', ruleIds)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .execute();
  const masks = rules.map(({ id, algorithm, params }): [string, Mask] => [
    id,
    { algorithm: algorithm as MaskAlgorithm, params: params as MaskParams },
  ]);
  const keyed = masks.some(([, mask]) => isKeyed(mask)) ? await readableCiphers(app) : null;
  return new Map(masks.map(([id, mask]) => [id, ready(app, mask, keyed, (error) => countMaskFailure(app, mask.algorithm, error))]));
}

import type { App, Db } from '#kit/server/ctx.ts';
import type { Algorithm, Digest, Mask, MaskParams } from '../../core/mask.ts';

/** Keyed digest for hash masks: equal values give equal digests, and without the key of this installation they cannot be computed. */
export const digestOf =
  (app: App): Digest =>
  (text) =>
    app.secrets.sign(text, 'metadata-mask');

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
    rules.map((rule) => [rule.id, { algorithm: rule.algorithm as Algorithm, params: rule.params as MaskParams }]),
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

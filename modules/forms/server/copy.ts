import type { Ctx } from '#kit/server/ctx.ts';
import { copiedValues } from '../core/index.ts';
import { storeDraft } from './drafts.ts';
import { loadFillable, versionOf } from './load.ts';
import { isOwn, maskedFields } from './masked.ts';
import { valuesOf } from './store.ts';

interface Copied {
  readonly id: string;
  readonly formId: string;
  readonly versionNo: number;
  readonly submitterId: string;
  readonly linkId: string | null;
}
/**
 * Keeps what a record holds as the caller's draft of the form as it is now, in place of another one. What belongs to one record alone and what
 * the caller sees masked is left out. Throws entity.notFound for a form that the caller is not to fill in.
 */
export async function copyRecord(ctx: Ctx, record: Copied): Promise<{ updateTime: Date }> {
  const form = await loadFillable(ctx, record.formId);
  const [from, to] = [await versionOf(ctx.db, form.id, record.versionNo), await versionOf(ctx.db, form.id, form.versionNo)];
  const values = (await valuesOf(ctx.db, form.id, from.schema, [record.id])).get(record.id) ?? {};
  const masked = isOwn(ctx, record) ? new Set<string>() : await maskedFields(ctx, form.id);
  const draft = await storeDraft(ctx, form.id, { values: copiedValues(from.schema, to.schema, values, masked), versionNo: form.versionNo });
  ctx.audit.note(`复制“${form.formName}”的填报为草稿`);
  return draft;
}

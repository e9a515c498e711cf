import type { Ctx } from '#kit/server/ctx.ts';
import { numberedText, numberingPeriod } from '#kit/core/text/numbering.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { mainFields } from '../../core/index.ts';
import { takeNumbers } from '../filled.ts';
import { dayOf } from '../load.ts';
import { addRecords, newHead, type NewRecord } from '../store.ts';
import type { Judged } from './judge.ts';

/** Stores the records of a file in the transaction of the call: all of them or, when it ends otherwise, none. */
export async function takeRecords(
  ctx: Ctx,
  form: { readonly id: string; readonly versionNo: number },
  schema: FormSchema,
  { judged, roundId }: { readonly judged: readonly Judged[]; readonly roundId: string | null },
): Promise<void> {
  const today = dayOf(ctx.now);
  const records = judged.map(({ values }): NewRecord & { values: Record<string, unknown> } => ({
    // a file passes by no approver: each record waits until whoever brought it submits it
    head: newHead(ctx, form, schema, roundId),
    values: { ...values },
  }));
  // last before writing: whoever numbers keeps others waiting
  for (const field of mainFields(schema)) {
    if (field.type !== 'serial') continue;
    const first = await takeNumbers(
      ctx.db,
      { formId: form.id, fieldId: field.id, period: numberingPeriod(field.pattern, today) },
      records.length,
    );
    for (const [at, { values }] of records.entries()) values[field.key] = numberedText(field.pattern, today, first + at);
  }
  await addRecords(ctx, schema, records);
}

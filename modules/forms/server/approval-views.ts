import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hiddenFields, offeredProcesses, seenInstances } from '#modules/workflow/server/index.ts';
import { rightFields } from '../core/index.ts';
import { changeOf } from './changes/stored.ts';
import { dayOf, versionOf } from './load.ts';
import { maskOthers } from './masked.ts';
import { labelsOf } from './options/labels.ts';
import { recordHead, valuesOf } from './store.ts';

/** A record, or what a change makes of it, as a party of its approval sees it: without the fields that are hidden at every step where he is asked. Throws entity.notFound. */
async function approved(ctx: Ctx, { params }: { params: { recordId: string } }) {
  const change = await changeOf(ctx.db, params.recordId);
  const row = await recordHead(ctx.db, change?.recordId ?? params.recordId).executeTakeFirst();
  const instance = (change ?? row)?.processInstanceId ?? null;
  if (!row || instance === null || (await seenInstances(ctx, [instance])).length === 0)
    throw new AppError('entity.notFound', '填报记录不存在或没有查看权限');
  const { id, formId, submitterId, deptId } = row;
  const { versionNo } = change ?? row;
  const { formName, schema } = await versionOf(ctx.db, formId, versionNo);
  const keys = await hiddenFields(ctx, instance);
  const found = change ? new Map([[id, { ...change.content }]]) : await valuesOf(ctx.db, formId, schema, [id]);
  const masked = [...(await maskOthers(ctx, formId, schema, [row], found))];
  const all = found.get(id) ?? {};
  const values = Object.fromEntries(Object.entries(all).filter(([key]) => !keys.has(key)));
  const hidden = rightFields(schema).flatMap((field) => (keys.has(field.key) ? field.id : []));
  const labels = await labelsOf(ctx, schema, [values], new Set(masked));
  return { id, formId, formName, versionNo, schema, values, labels, masked, hidden, today: dayOf(ctx.now), submitterId, deptId };
}

/** What approving fillings needs to be seen of them. */
export const approvals = { approved, processes: ({ db }: Ctx) => offeredProcesses(db) };

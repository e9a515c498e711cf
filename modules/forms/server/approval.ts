import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { flowDeskOf, type BusinessType, type BusinessTypes, type FlowRecord, type FlowScope, type KeptValue } from '#kit/server/flow.ts';
import { FormSchema } from '../contract/schema.ts';
import { rightFields, rightsOf } from '../core/index.ts';
import { editChange, followChange, loadChange } from './changes/approval.ts';
import { changeOf } from './changes/stored.ts';
import { isOwn, maskedFields, sensitiveFields } from './masked.ts';
import { rewriteRecord } from './rewrite.ts';
import { flowFieldsOf, keptValuesOf, snapshotOf } from './snapshot.ts';
import { markApproval, recordHead, valuesOf } from './store.ts';
import { versionOf } from './load.ts';

const PREFIX = 'filling:';
/** The kind of record that the fillings of a form are: `filling:safety_check`. */
export const typeCodeOf = (formCode: string): string => `${PREFIX}${formCode}`;
/** What 业务流程配置 calls it. */
const businessCodeOf = (formCode: string): string => `filling.${formCode}`;

async function load(scope: FlowScope, id: string): Promise<FlowRecord> {
  const { db } = scope;
  const change = await changeOf(db, id);
  if (change) return loadChange(scope, change);
  const row = await recordHead(db, id).forUpdate().executeTakeFirst();
  if (!row?.flowStatus) throw new AppError('entity.notFound', '填报记录不存在或已删除');
  const { schema } = await versionOf(db, row.formId, row.versionNo);
  const values = (await valuesOf(db, row.formId, schema, [id])).get(id) ?? {};
  const sensitive = await sensitiveFields(db, row.formId);
  // the version tells of changes that the rest does not show
  const snapshot = { ...snapshotOf(schema, values, sensitive), recordVersion: row.version };
  return { flowStatus: row.flowStatus as FlowStatus, ownerId: row.submitterId, snapshot };
}

/** How what an approval has kept of a filling, or of a change of one, is read today. */
async function keptValues(db: Db, id: string): Promise<KeptValue | null> {
  const change = await changeOf(db, id);
  const row = change ?? (await recordHead(db, id).executeTakeFirst());
  if (!row) return null;
  return keptValuesOf((await versionOf(db, row.formId, row.versionNo)).schema, await sensitiveFields(db, row.formId));
}

const FLOW_RIGHTS = { edit: 'edit', read: 'read', hidden: 'hide' } as const;
interface FormOf {
  readonly formCode: string;
  readonly formName: string;
}
/** How approvals see the fillings of a form, and the changes of those that have passed: both go through the same process. */
export function fillingType({ formCode, formName }: FormOf, schema: FormSchema): BusinessType & { readonly businessCode: string } {
  return {
    code: typeCodeOf(formCode),
    name: `填报·${formName}`,
    businessCode: businessCodeOf(formCode),
    fields: flowFieldsOf(schema),
    mustComplete: true,
    rightsAt(node) {
      const rights = rightsOf(schema, node);
      const said = (id: string) => node === null || schema.settings.approval?.rights[node]?.[id] !== undefined;
      // what the form leaves open is as the process says
      return Object.fromEntries(
        rightFields(schema).flatMap(({ id, key }) => (said(id) ? [[key, FLOW_RIGHTS[rights.get(id) ?? 'edit']]] : [])),
      );
    },
    load,
    keptValues,
    revisionFields: ['recordVersion', 'changeVersion'],
    compare: async ({ db }, id) => (await changeOf(db, id))?.comparison ?? null,
    async onStatus(scope, { id, to, instanceId }) {
      const change = await changeOf(scope.db, id);
      if (change) return followChange(scope, change, { to, instanceId });
      const { formId } = await recordHead(scope.db, id).executeTakeFirstOrThrow();
      await markApproval(scope.db, formId, id, { flowStatus: to, processInstanceId: instanceId });
    },
    async edit(ctx, { id, values, node }) {
      const change = await changeOf(ctx.db, id);
      if (change) return editChange(ctx, change, { values, node });
      const row = await recordHead(ctx.db, id).forUpdate().executeTakeFirstOrThrow();
      const masked = isOwn(ctx, row) ? new Set<string>() : await maskedFields(ctx, row.formId);
      await rewriteRecord(ctx, row, values, { masked, node });
    },
  };
}

const published = (db: Db) =>
  db
    .selectFrom('fillingForm')
    .innerJoin('fillingFormVersion', (join) =>
      join.onRef('fillingFormVersion.formId', '=', 'fillingForm.id').onRef('fillingFormVersion.versionNo', '=', 'fillingForm.versionNo'),
    )
    .select(['fillingForm.formCode', 'fillingForm.formName', 'fillingFormVersion.schema']);

/** The fillings of every form, as kinds of records that can be approved. */
export const fillingTypes: BusinessTypes = {
  prefix: PREFIX,
  async all(db) {
    const rows = await published(db).where('fillingForm.deletedAt', 'is', null).orderBy('fillingForm.formCode').limit(500).execute();
    return rows.flatMap((row) => {
      const schema = FormSchema.parse(row.schema);
      return schema.settings.approval ? [fillingType(row, schema)] : [];
    });
  },
  async find(db, code) {
    const row = await published(db).where('fillingForm.formCode', '=', code.slice(PREFIX.length)).executeTakeFirst();
    return row ? fillingType(row, FormSchema.parse(row.schema)) : null;
  },
};

/** Sends a record to its approvers, or again after it came back. Throws flow.notConfigured while nobody can approve it. */
export async function submitFilling(ctx: Ctx, formCode: string, id: string): Promise<void> {
  const desk = flowDeskOf(ctx.app);
  if (!desk) throw new AppError('flow.notConfigured');
  await desk.submit(ctx, { businessType: typeCodeOf(formCode), id });
}

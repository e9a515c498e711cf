import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { flowDeskOf, type BusinessType, type BusinessTypes, type FlowField, type FlowRecord, type FlowScope } from '#kit/server/flow.ts';
import { FormSchema } from '../contract/schema.ts';
import { isList, mainFields, rightFields, rightsOf, subforms, textOfValue } from '../core/index.ts';
import type { ValueField } from '../contract/field.ts';
import { HIDDEN, isOwn, maskedFields, sensitiveFields } from './masked.ts';
import { rewriteRecord } from './rewrite.ts';
import { markApproval, valuesOf } from './store.ts';
import { versionOf } from './load.ts';

const PREFIX = 'filling:';
/** The kind of record that the fillings of a form are: `filling:safety_check`. */
export const typeCodeOf = (formCode: string): string => `${PREFIX}${formCode}`;
/** What 业务流程配置 calls it. */
const businessCodeOf = (formCode: string): string => `filling.${formCode}`;

const UPLOADED: ReadonlySet<string> = new Set(['file', 'image', 'signature']);
const KINDS: Readonly<Record<string, FlowField['kind']>> = { textarea: 'area', money: 'amount' };
const flowFieldsOf = (schema: FormSchema): FlowField[] =>
  rightFields(schema).map(({ key, label, type }) => ({
    name: key,
    label,
    kind: UPLOADED.has(type) ? 'files' : (KINDS[type] ?? 'text'),
  }));

/** A value as conditions and people read it: numbers are numbers, accounts and departments stay what they are, the rest is a text. */
function told(field: ValueField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (UPLOADED.has(field.type)) return Array.isArray(value) ? value.join(',') || null : value;
  if (field.type === 'money') return Number(value);
  if (field.type === 'formula') return field.result === 'text' || field.result === 'date' ? value : Number(value);
  if (field.type === 'user' || field.type === 'dept' || field.type === 'editor') return value;
  return isList(field) || typeof value === 'object' ? textOfValue(field, value) : value;
}

type Values = Readonly<Record<string, unknown>>;
/**
 * A record as approvals keep it: each field under its key, the rows of a sub-table as one text. All parties read this one, so that what is
 * classified stands in it for nobody; approvers read it in the form, as far as they may.
 */
function snapshotOf(schema: FormSchema, values: Values, sensitive: ReadonlySet<string>): Record<string, unknown> {
  const value = (field: ValueField): unknown => {
    const given = told(field, values[field.key]);
    if (given === null || !sensitive.has(field.id)) return given;
    return UPLOADED.has(field.type) ? null : HIDDEN;
  };
  const cellText = (cell: ValueField, row: Values): string =>
    sensitive.has(cell.id) ? HIDDEN : textOfValue(cell, row[cell.key] ?? null) || '—';
  const rowsText = (sub: ReturnType<typeof subforms>[number]): string | null =>
    ((values[sub.key] ?? []) as readonly Values[])
      .map((row) => sub.children.map((cell) => `${cell.label} ${cellText(cell, row)}`).join('，'))
      .join('；') || null;
  return Object.fromEntries([
    ...mainFields(schema).map((field) => [field.key, value(field)]),
    ...subforms(schema).map((sub) => [sub.key, rowsText(sub)]),
  ]);
}

const recordOf = (db: Db, id: string) =>
  db
    .selectFrom('fillingRecord')
    .select([
      'id',
      'formId',
      'versionNo',
      'submitterId',
      'deptId',
      'createTime',
      'version',
      'flowStatus',
      'processInstanceId',
      'roundId',
      'linkId',
    ])
    .where('id', '=', id);

async function load({ db }: FlowScope, id: string): Promise<FlowRecord> {
  const row = await recordOf(db, id).forUpdate().executeTakeFirst();
  if (!row?.flowStatus) throw new AppError('entity.notFound', '填报记录不存在或已删除');
  const { schema } = await versionOf(db, row.formId, row.versionNo);
  const values = (await valuesOf(db, row.formId, schema, [id])).get(id) ?? {};
  const sensitive = await sensitiveFields(db, row.formId);
  // the version tells of changes that the rest does not show
  const snapshot = { ...snapshotOf(schema, values, sensitive), recordVersion: row.version };
  return { flowStatus: row.flowStatus as FlowStatus, ownerId: row.submitterId, snapshot };
}

const FLOW_RIGHTS = { edit: 'edit', read: 'read', hidden: 'hide' } as const;
interface FormOf {
  readonly formCode: string;
  readonly formName: string;
}
/** How approvals see the fillings of a form. */
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
    async onStatus({ db }, { id, to, instanceId }) {
      const { formId } = await recordOf(db, id).executeTakeFirstOrThrow();
      await markApproval(db, formId, id, { flowStatus: to, processInstanceId: instanceId });
    },
    async edit(ctx, { id, values, node }) {
      const row = await recordOf(ctx.db, id).forUpdate().executeTakeFirstOrThrow();
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

import * as z from 'zod';
import { Id, Time, optionalText, rowFields } from '#kit/contract/fields.ts';
import { perm, route, type Contract } from '#kit/contract/route.ts';

const MAX_FILES = 20;

/** 附件: stored names, comma separated, as the uploaders give them. */
export const Attachments = z
  .string()
  .trim()
  .max(2000, '附件过多')
  .refine((text) => text.split(',').length <= MAX_FILES, `附件不能超过${MAX_FILES}个`)
  .nullish()
  .transform((text) => text || null);

/** 排序 of an input; 0 unless given. */
export const SortInput = z
  .number({ error: '排序应为数字' })
  .int('排序应为整数')
  .min(0, '排序不能小于0')
  .max(999_999, '排序不能大于999999')
  .nullish()
  .transform((value) => value ?? 0);

/** An id that may be left out; '' counts as left out. */
export const optionalId = Id.or(z.literal(''))
  .nullish()
  .transform((value) => value || null);

/** What people fill in on every record besides its own fields. */
export const recordInput = {
  attachments: Attachments,
  sort: SortInput,
  remark: optionalText(1000, '备注'),
};

/** What every record answers besides its own fields. */
export const recordFields = {
  ...rowFields,
  /** nickname of whoever made the row */
  createName: z.string().nullable(),
  attachments: z.string().nullable(),
  sort: z.number().int(),
  remark: z.string().nullable(),
};

/** Where a record belongs: the branch is a department at most one step below a root, `deptId` the branch itself or something below it. */
export const placeInput = { branchId: z.string({ error: '请选择所属分公司' }).pipe(Id), deptId: optionalId };
export const placeFields = {
  branchId: z.string(),
  branchName: z.string().nullable(),
  deptId: z.string(),
  deptName: z.string().nullable(),
};

/** 分公司 of getAllBranch. */
export const Branch = z.object({ id: Id, name: z.string() });

/**
 * Sent as true after the person has looked at the records that 409 `record.similar` showed (`data.similar`) and still wants to save.
 * It is never stored.
 */
export const confirmSimilar = { confirmSimilar: z.boolean().nullish() };
/** One record that looks like the one being saved; `id` is null when it is out of the caller's reach. */
export const SimilarRecord = z.object({ id: Id.nullable(), title: z.string(), detail: z.string() });
export type SimilarRecord = z.output<typeof SimilarRecord>;

/** Of how many rows something is true: one bar or slice of a `/stat` reply. */
export const Group = z.object({ key: z.string(), name: z.string(), count: z.number().int() });

/** One write that changed the record, as the timeline shows it. */
export const RecordChange = z.object({
  logId: Id,
  title: z.string(),
  userName: z.string().nullable(),
  createTime: Time,
  changes: z.array(z.object({ id: z.string(), fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })) })),
});
/** `GET /{id}/changes`: who may read the record may read how it came to be. */
export const changesRoute = (base: string, label: string, code: string) =>
  route.get(`${base}/:id/changes`, {
    summary: `${label}变更记录`,
    access: perm(`${code}:detail`, `${code}:edit`),
    params: z.object({ id: Id }),
    reply: z.array(RecordChange),
  });

/** The same calls under a second path of the product family: `withAlias(contract, '/api/project/supplier', '/api/supplier')`. */
export const withAlias = <C extends Contract>(contract: C, from: string, to: string): C =>
  Object.fromEntries(
    Object.entries(contract).map(([name, call]) => [name, { ...call, aliases: [...call.aliases, to + call.path.slice(from.length)] }]),
  ) as unknown as C;

import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { implement } from '#kit/server/module.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { CertificateInput, CertificateSearch, StoredCertificate, certificate } from '../../contract/certificate.ts';
import { dayOf } from '../../core/certificate-status.ts';
import { asOf, certificatePage, certificateStats, columns, hasStatus, reached, renewalsOf, searched } from './queries.ts';

const LABEL = '证书';
const SHOWN_LIMIT = 200;
type Input = z.output<typeof CertificateInput>;

const crud = crudHandlers(
  'sysCertificate',
  { row: StoredCertificate, input: CertificateInput, search: CertificateSearch },
  {
    label: LABEL,
    nameField: 'certName',
    unique: { certNo: '证书编号已存在' },
    scope: { dept: 'createDept', owner: 'createBy' },
  },
);

function assertPeriod({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }): void {
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    throw new AppError('input.invalid', '有效期至不能早于有效期起', [{ path: 'validTo', message: '有效期至不能早于有效期起' }]);
}

/** The scans of the present and of former periods belong to those who may read the certificate. */
async function bind(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('sysCertificate')
    .select(['imageFiles', 'createBy', 'createDept'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const former = await ctx.db.selectFrom('sysCertificateRenewal').select('imageFiles').where('certificateId', '=', id).execute();
  await bindFiles(ctx, {
    fileNames: [row, ...former].flatMap((each) => each.imageFiles ?? []).join(',') || null,
    entity: 'sys_certificate',
    entityId: id,
    readers: {
      perms: ['system:certificate:list', 'system:certificate:detail', 'system:certificate:edit'],
      deptId: row.createDept,
      ownerId: row.createBy,
    },
  });
}

async function create(ctx: Ctx, body: Input): Promise<{ id: string }> {
  assertPeriod(body);
  const made = await crud.create(ctx, { body });
  if (body.imageFiles !== null) await bind(ctx, made.id);
  return made;
}

const excel = excelHandlers({
  label: LABEL,
  columns: [
    { field: 'certName', title: '证书名称', required: true, example: '工程设计综合资质' },
    { field: 'certType', title: '证书类型', required: true, dict: 'sys_cert_type', example: '企业资质' },
    { field: 'certNo', title: '证书编号', width: 24, example: 'A131000001' },
    { field: 'grade', title: '等级', example: '甲级' },
    { field: 'issueOrg', title: '发证机构', width: 26, example: '住房和城乡建设部' },
    { field: 'ownerUnit', title: '持有单位', width: 26 },
    { field: 'issueDate', title: '发证日期', kind: 'day', example: '2024-05-20' },
    { field: 'validFrom', title: '有效期起', kind: 'day', example: '2024-05-20' },
    { field: 'validTo', title: '有效期至', kind: 'day', example: '2029-05-19' },
    { field: 'certStatus', title: '证书状态', dict: 'prj_cert_status', only: 'export' },
    { field: 'daysLeft', title: '剩余天数', kind: 'number', only: 'export' },
    { field: 'sort', title: '排序', kind: 'number', example: '10' },
    { field: 'status', title: '状态', dict: 'sys_common_status', example: '启用' },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export' },
  ],
  input: CertificateInput,
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof CertificateSearch> & { ids?: string[] | null }) => {
    const today = dayOf(ctx.now);
    return inBatches(async (after, limit) =>
      (await searched(ctx, query).select(columns).where('id', '>', after).orderBy('id').limit(limit).execute()).map((row) =>
        asOf(row, today),
      ),
    );
  },
  create,
});

/** The row, locked; throws entity.notFound. */
async function lock(ctx: Ctx, id: string) {
  const row = await reached(ctx).select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

export const certificates = implement(certificate, {
  ...crud,
  ...excel,
  page: (ctx, { query }) => certificatePage(ctx, query),
  async get(ctx, input) {
    const row = await crud.get(ctx, input);
    return { ...asOf(row, dayOf(ctx.now)), renewals: await renewalsOf(ctx, row.id) };
  },
  create: (ctx, { body }) => create(ctx, body),
  async update(ctx, { params, body }) {
    assertPeriod(body);
    const saved = await crud.update(ctx, { params, body });
    await bind(ctx, params.id);
    return saved;
  },
  stats: (ctx) => certificateStats(ctx),
  async renew(ctx, { params, body }) {
    const before = await lock(ctx, params.id);
    assertVersion(before, body);
    if (before.isCancelled === '1') throw new AppError('rule.broken', '证书已注销，不能续期');
    assertPeriod(body);
    if (before.validTo !== null && body.validTo <= before.validTo)
      throw new AppError('input.invalid', '续期后的有效期至应晚于原有效期至', [{ path: 'validTo', message: '应晚于原有效期至' }]);
    const { remark, version, ...next } = body;
    if (next.certNo !== null && next.certNo !== before.certNo) await assertFree(ctx, next.certNo, params.id);
    const { certNo, grade, issueDate, validFrom, validTo, imageFiles } = before;
    await ctx.db
      .insertInto('sysCertificateRenewal')
      .values({
        id: ctx.app.ids.next(),
        certificateId: params.id,
        certNo,
        grade,
        issueDate,
        validFrom,
        validTo,
        imageFiles,
        remark,
        createBy: ctx.user.id,
        createTime: ctx.now,
      })
      .execute();
    await ctx.db
      .updateTable('sysCertificate')
      .set({ ...next, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    await bind(ctx, params.id);
    ctx.audit.change({
      entity: LABEL,
      id: params.id,
      name: before.certName,
      before: { certNo, grade, issueDate, validFrom, validTo, imageFiles },
      after: next,
    });
    return { version: version + 1 };
  },
  async cancel(ctx, { params, body }) {
    const before = await lock(ctx, params.id);
    if (before.isCancelled === '1') throw new AppError('rule.broken', '证书已注销');
    const change = { isCancelled: '1', cancelReason: body.reason } as const;
    await ctx.db
      .updateTable('sysCertificate')
      .set({ ...change, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({
      entity: LABEL,
      id: params.id,
      name: before.certName,
      before: { isCancelled: '0', cancelReason: null },
      after: change,
    });
    return null;
  },
  async list(ctx) {
    const today = dayOf(ctx.now);
    const rows = await ctx.db
      .selectFrom('sysCertificate')
      .select(['id', 'certName', 'certType', 'grade', 'issueOrg', 'validTo', 'isCancelled'])
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .where((e) => e.or([hasStatus('1', today), hasStatus('2', today)]))
      .orderBy('sort')
      .orderBy('id')
      .limit(SHOWN_LIMIT)
      .execute();
    return rows.map((row) => asOf(row, today));
  },
});

/** Refuses a number that another certificate has. */
async function assertFree(ctx: Ctx, certNo: string, id: string): Promise<void> {
  const taken = await ctx.db
    .selectFrom('sysCertificate')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('certNo', '=', certNo)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', '证书编号已存在', [{ path: 'certNo', message: '证书编号已存在' }]);
}

import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, Status, Time, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

/** 1 企业资质, 2 体系认证, 3 荣誉, 4 信用评级, 5 系统授权 (dictionary sys_cert_type). */
const CertType = z.enum(['1', '2', '3', '4', '5'], { error: '请选择证书类型' });
/** 1 有效, 2 即将到期, 3 已过期, 4 已注销 (dictionary prj_cert_status); computed when it is read. */
const CertStatus = z.enum(['1', '2', '3', '4']);
const optionalDay = Day.or(z.literal(''))
  .nullish()
  .transform((day) => day || null);

const period = {
  certNo: optionalText(100, '证书编号'),
  grade: optionalText(50, '等级'),
  issueDate: optionalDay,
  validFrom: optionalDay,
  /** last valid day; null = 长期有效 */
  validTo: optionalDay,
  imageFiles: optionalText(2000, '证书扫描件'),
};
export const CertificateInput = z.object({
  certName: requiredText(100, '证书名称'),
  certType: CertType,
  certNo: period.certNo,
  grade: period.grade,
  issueOrg: optionalText(100, '发证机构'),
  ownerUnit: optionalText(100, '持有单位'),
  issueDate: period.issueDate,
  validFrom: period.validFrom,
  validTo: period.validTo,
  imageFiles: period.imageFiles,
  sort: z.number({ error: '排序应为数字' }).int().min(0).max(9999).default(0),
  status: Status.default('1'),
  remark: optionalText(1000, '备注'),
});
/** The stored columns. */
export const StoredCertificate = z.object({
  ...rowFields,
  certName: z.string(),
  certType: z.string(),
  certNo: z.string().nullable(),
  grade: z.string().nullable(),
  issueOrg: z.string().nullable(),
  ownerUnit: z.string().nullable(),
  issueDate: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  isCancelled: YesNo,
  cancelReason: z.string().nullable(),
  imageFiles: z.string().nullable(),
  sort: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
});
export const Certificate = StoredCertificate.extend({
  certStatus: CertStatus,
  /** days until the last valid day, negative afterwards, null when it has none */
  daysLeft: z.number().int().nullable(),
});
const Renewal = z.object({
  id: Id,
  certNo: z.string().nullable(),
  grade: z.string().nullable(),
  issueDate: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  imageFiles: z.string().nullable(),
  remark: z.string().nullable(),
  operator: z.string().nullable(),
  createTime: Time,
});
export const CertificateSearch = z.object({
  certName: z.string().max(100).optional(),
  certNo: z.string().max(100).optional(),
  certType: CertType.optional(),
  certStatus: CertStatus.optional(),
  issueOrg: z.string().max(100).optional(),
  validToBegin: Day.optional(),
  validToEnd: Day.optional(),
});

const id = z.object({ id: Id });
const CODE = 'system:certificate';

export const certificate = defineContract({
  ...crudRoutes('/system/certificates', '证书', CODE, {
    row: Certificate,
    input: CertificateInput,
    search: CertificateSearch,
    detail: Certificate.extend({ renewals: z.array(Renewal) }),
  }),
  ...excelRoutes('/system/certificates', '证书', CODE, { search: CertificateSearch }),
  stats: route.get('/system/certificates/stats', {
    summary: '证书数量统计',
    access: perm(`${CODE}:list`),
    reply: z.object({
      total: z.number().int(),
      valid: z.number().int(),
      expiring: z.number().int(),
      expired: z.number().int(),
      cancelled: z.number().int(),
    }),
  }),
  renew: route.post('/system/certificates/:id/renew', {
    summary: '证书续期',
    access: perm(`${CODE}:renew`),
    params: id,
    body: z.object({ ...period, validTo: Day, remark: optionalText(500, '续期说明'), version: z.number().int() }),
    reply: z.object({ version: z.number().int() }),
    audit: '证书续期',
  }),
  cancel: route.post('/system/certificates/:id/cancel', {
    summary: '注销证书',
    access: perm(`${CODE}:cancel`),
    params: id,
    body: z.object({ reason: requiredText(200, '注销原因') }),
    reply: z.null(),
    audit: '注销证书',
  }),
  list: route.get('/system/certificates/list', {
    summary: '展示中的证书',
    access: signedIn,
    reply: z.array(
      z.object({
        id: Id,
        certName: z.string(),
        certType: z.string(),
        grade: z.string().nullable(),
        issueOrg: z.string().nullable(),
        validTo: z.string().nullable(),
        certStatus: CertStatus,
      }),
    ),
  }),
});

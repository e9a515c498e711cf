import * as z from 'zod';
import { secret, Time, YesNo, optionalText } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const MASK_KEY_BYTES = 32;
const BASE = '/data/metadata/maskKeys';
/** 脱敏密钥: what a version is known by; the key itself is in no reply. */
export const MaskKeyRow = z.object({
  versionNo: z.number().int(),
  fingerprint: z.string(),
  origin: z.enum(['made', 'given']),
  remark: z.string().nullable(),
  createByName: z.string().nullable(),
  createTime: Time,
  isNewest: YesNo,
});
export const maskKey = defineContract({
  list: route.get(`${BASE}/list`, { summary: '脱敏密钥版本', access: perm('metadata:maskkey:list'), reply: z.array(MaskKeyRow) }),
  rotate: route.post(`${BASE}/rotate`, {
    summary: '轮换脱敏密钥',
    access: perm('metadata:maskkey:add'),
    body: z.object({
      /** 64 hexadecimal digits; null lets the platform make one at random */
      secret: secret(
        z
          .string()
          .trim()
          .regex(/^[0-9a-fA-F]{64}$/, '密钥应为64位十六进制（256位）')
          .nullish()
          .transform((text) => text ?? null),
      ),
      remark: optionalText(200, '备注'),
    }),
    reply: z.object({ versionNo: z.number().int() }),
    audit: '轮换脱敏密钥',
  }),
});

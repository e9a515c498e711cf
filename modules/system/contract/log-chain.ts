import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** What a check found; the words people read are in the page. */
export const LogProblem = z.object({
  kind: z.enum(['changed', 'missing', 'gap', 'unlinked', 'end', 'shortened']),
  /** number of the link, null for a row that has none */
  seq: z.number().int().nullable(),
  logId: z.string().nullable(),
});
export type LogProblem = z.output<typeof LogProblem>;

export const LogCheck = z.object({
  id: Id,
  state: z.enum(['running', 'done', 'failed']),
  /** percent of a running check */
  percent: z.number().int(),
  checked: z.number().int(),
  problemCount: z.number().int(),
  /** the first hundred */
  problems: z.array(LogProblem),
  headSeq: z.number().int(),
  headHash: z.string(),
  createBy: z.string(),
  createTime: Time,
  endTime: Time.nullable(),
});
export type LogCheck = z.output<typeof LogCheck>;
/** As the server gives it: times are dates there. */
export type LogCheckRow = z.input<typeof LogCheck>;

const access = perm('monitor:operlog:verify');

/** 操作日志校验链 */
export const logChain = defineContract({
  state: route.get('/system/logs/chain', {
    summary: '操作日志校验链状态',
    isPassive: true,
    access,
    reply: z.object({
      /** links in the chain */
      linked: z.number().int(),
      headSeq: z.number().int(),
      /** write it down elsewhere: with it a check finds a chain that was cut off or made anew */
      headHash: z.string(),
      /** links removed by retention */
      removed: z.number().int(),
      oldest: Time.nullable(),
      keepDays: z.number().int(),
      latest: LogCheck.nullable(),
    }),
  }),
  verify: route.post('/system/logs/chain/verify', {
    summary: '校验操作日志',
    access,
    body: z.object({
      /** a number and digest written down earlier */
      anchor: z
        .object({
          seq: z.number({ error: '请填写序号' }).int('序号应为整数').min(1, '序号应大于0'),
          hash: z
            .string()
            .trim()
            .regex(/^[A-Za-z0-9_-]{43}$/, '校验值为43个字符，请完整粘贴'),
        })
        .nullish(),
    }),
    reply: z.object({ id: Id }),
    audit: '校验操作日志',
  }),
});

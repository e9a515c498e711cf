import * as z from 'zod';
import { chineseError } from './chinese-errors.ts';

// Rules without a text of their own speak Chinese too, in the form and on the server.
z.config({ localeError: chineseError });

/** The sentence for a value in a wrong form; what was left blank is not called wrong. */
const unlessBlank =
  (sentence: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === '' || input === undefined || input === null ? '不能为空' : sentence;

/** Entity id: text, generated ones are time-ordered 64-bit decimals, built-in ones are short codes such as `admin`. */
export const Id = z
  .string()
  .regex(/^[0-9a-z_]{1,32}$/, { error: unlessBlank('编号格式不正确') })
  .meta({ id: 'Id' });

/** `1,2,3` in a path: at most 500 different ids. */
export const Ids = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(Id).min(1).max(500, '一次最多处理500条'));

/** 状态: 0 禁用, 1 启用 (dictionary sys_common_status). */
export const Status = z.enum(['0', '1']);
/** 是否: 0 否, 1 是 (dictionary sys_yes_no). */
export const YesNo = z.enum(['0', '1']);

/** 状态 of an input; enabled unless given. */
export const StatusInput = Status.nullish().transform((value) => value ?? '1');
/** 排序 of an input; 0 unless given. */
export const SortInput = z
  .number({ error: '排序应为数字' })
  .int('排序应为整数')
  .min(0, '排序不能小于0')
  .max(999_999, '排序不能大于999999')
  .nullish()
  .transform((value) => value ?? 0);

/** A moment in a reply: handlers give a `Date` or ISO text, callers receive ISO text with zone. */
export const Time = z
  .union([z.date(), z.string()])
  .transform((value) => (typeof value === 'string' ? value : value.toISOString()))
  .pipe(z.string().meta({ format: 'date-time' }));

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date('日期格式应为 YYYY-MM-DD');

/** A moment given by a caller. */
export const TimeInput = z.iso.datetime({ offset: true, local: true, error: unlessBlank('时间格式不正确') });

/** 手机号码 of mainland China. */
export const Phone = z.string().regex(/^1[3-9]\d{9}$/, '手机号码格式不正确');

/** Optional text up to `max` characters; blank text becomes null. */
export const optionalText = (max: number, label: string) =>
  z
    .string()
    .trim()
    .max(max, `${label}不能超过${max}个字符`)
    .nullish()
    .transform((text) => text || null);

/** Required text of 1 to `max` characters. */
export const requiredText = (max: number, label: string) =>
  z
    .string({ error: `${label}不能为空` })
    .trim()
    .min(1, `${label}不能为空`)
    .max(max, `${label}不能超过${max}个字符`);

/** Marks a field as a secret: the audit and the logs never keep its value, replies never declare it. */
export const secret = <T extends z.ZodType>(schema: T): T => schema.meta({ secret: true }) as T;
/** What a reply shows in place of a stored secret; sent back unchanged it keeps the secret. */
export const SECRET_MASK = '******';

/** `a,b` or a repeated query parameter → list of texts. */
export const CommaList = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : value.split(',')).filter(Boolean));

/** A page request: `pageNum`/`pageSize` with the aliases `page`/`limit`, and `sort=-createTime,name`. */
export const PageQuery = z.object({
  pageNum: z.coerce.number().int().min(1).max(1_000_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(200, '每页最多200条').optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(200, '每页最多200条').optional(),
  sort: z
    .string()
    .max(200)
    .regex(/^-?[A-Za-z][A-Za-z0-9]*(,-?[A-Za-z][A-Za-z0-9]*)*$/, '排序参数不正确')
    .optional(),
});
export type PageQuery = z.output<typeof PageQuery>;

/** Page number (from 1) and size (default 20) of a request, whichever alias was used. */
export const pageOf = (query: PageQuery): { pageNum: number; pageSize: number } => ({
  pageNum: query.pageNum ?? query.page ?? 1,
  pageSize: query.pageSize ?? query.limit ?? 20,
});

/** The reply of a page call; `totalCapped` means that counting stopped at `total`. */
export const pageReply = <R extends z.ZodType>(row: R) =>
  z.object({
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
    totalCapped: z.boolean().optional(),
    data: z.array(row),
  });
/** What a page handler returns. */
export interface Page<R> {
  pageNum: number;
  pageSize: number;
  total: number;
  totalCapped?: boolean;
  data: R[];
}

/** The columns that every row edited by people carries. */
export const rowFields = {
  id: Id,
  version: z.number().int(),
  createBy: z.string().nullable(),
  createTime: Time,
  updateBy: z.string().nullable(),
  updateTime: Time,
};
/** `version` as PUT requires it: the one that the caller has read. */
export const Version = z.number({ error: '缺少版本号，请刷新后重试' }).int().min(0);

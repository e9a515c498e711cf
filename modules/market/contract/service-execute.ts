import * as z from 'zod';

/** Names with their values, as an object or as the JSON text of one, which is how the family sends them. */
const Pairs = (label: string) =>
  z
    .union([z.string().max(60_000), z.record(z.string(), z.unknown())], { error: `${label}应为 JSON 对象或其文本` })
    .nullish()
    .transform((given, context) => {
      if (given === null || given === undefined || given === '') return {};
      if (typeof given !== 'string') return given;
      try {
        const read = JSON.parse(given) as unknown;
        if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
      } catch {
        // said below
      }
      context.addIssue({ code: 'custom', message: `${label}应为 JSON 对象或其文本` });
      return z.NEVER;
    });

/** The body of `POST /data/service/execute`: one address for every service, named by its number. */
export const ServiceExecute = z.object({
  serviceNo: z.string({ error: '请填写服务编号 serviceNo' }).regex(/^\d{8,20}$/, '服务编号应为8到20位数字'),
  header: Pairs('请求头 header'),
  param: Pairs('请求参数 param'),
  soap: z.string({ error: '报文 soap 应为文本' }).max(60_000, '报文不能超过60000个字符').nullish(),
});
export type ServiceExecute = z.output<typeof ServiceExecute>;

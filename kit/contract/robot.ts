import * as z from 'zod';
import { secret } from './fields.ts';

/** Robots of chat groups: 钉钉, 企业微信, 飞书, and whatever takes plain JSON. */
export const RobotKind = z.enum(['dingtalk', 'wecom', 'feishu', 'json']);
export type RobotKind = z.output<typeof RobotKind>;

const Hidden = (max: number, name: string) =>
  secret(
    z
      .string()
      .trim()
      .max(max, `${name}不能超过${max}个字符`)
      .nullish()
      .transform((text) => text || null),
  ).meta({ title: name });

/** Fields of a body that names a robot. */
export const robotInput = {
  webhookKind: RobotKind.or(z.literal(''))
    .nullish()
    .transform((kind) => kind || null)
    .meta({ title: '群机器人' }),
  webhookAddress: Hidden(2000, '机器人地址'),
  webhookSecret: Hidden(500, '加签密钥'),
};
/** The same in replies: the address and the key are SECRET_MASK where there are some. */
export const robotReply = {
  webhookKind: RobotKind.nullable(),
  webhookAddress: z.string().nullable(),
  webhookSecret: z.string().nullable(),
  webhookHost: z.string().nullable(),
};

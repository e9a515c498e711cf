import { sql } from 'kysely';
import type { ConfigSeed } from '#kit/server/module.ts';
import { splitAddress } from '#kit/server/outbound/index.ts';

export const IDLE_MINUTES = 'sys.session.idleMinutes';
export const ABSOLUTE_HOURS = 'sys.session.absoluteHours';
export const EXPIRE_DAYS = 'sys.password.expireDays';
export const SMS_ENABLED = 'sys.sms.enabled';
export const SMS_GATEWAY_URL = 'sys.sms.gatewayUrl';
export const SMS_GATEWAY_BODY = 'sys.sms.gatewayBody';
export const SMS_GATEWAY_TOKEN = 'sys.sms.gatewayToken';
export const SMS_TEXT = 'sys.sms.loginText';

export const DEFAULTS = { idleMinutes: 30, absoluteHours: 12, expireDays: 90 } as const;

/** whether people may set a forgotten password themselves */
export const SELF_RESET = 'sys.password.selfReset';
export const GUESS_WINDOW = 'sys.signIn.windowMinutes';
export const GUESS_ACCOUNT = 'sys.signIn.accountFailures';
export const GUESS_ADDRESS = 'sys.signIn.addressFailures';
export const GUESS_PER_MINUTE = 'sys.signIn.failuresPerMinute';
/** Limits of guessing, and failures a minute beyond them. */
export const GUESS_DEFAULTS = { [GUESS_WINDOW]: 10, [GUESS_ACCOUNT]: 5, [GUESS_ADDRESS]: 30, [GUESS_PER_MINUTE]: 2 } as const;

/** Protocol, host and port of the gateway, however the address is written. */
function gatewayOrigin(text: string): string {
  const origin = splitAddress(text);
  return origin ? `${origin.scheme}://${origin.host}:${origin.port}` : text.trim();
}

/** Settings of sign-in, session, lock and text messages. */
export const authConfigs: readonly ConfigSeed[] = [
  {
    key: IDLE_MINUTES,
    name: '会话空闲超时（分钟）',
    value: String(DEFAULTS.idleMinutes),
    type: 'number',
    group: '登录与会话',
    min: 1,
    max: 1440,
    unit: '分钟',
    remark: '超过该时间没有操作需重新登录',
  },
  {
    key: ABSOLUTE_HOURS,
    name: '会话最长时间（小时）',
    value: String(DEFAULTS.absoluteHours),
    type: 'number',
    group: '登录与会话',
    min: 1,
    max: 720,
    unit: '小时',
    remark: '到时必须重新登录，对新会话生效',
  },
  {
    key: EXPIRE_DAYS,
    name: '密码有效期（天）',
    value: String(DEFAULTS.expireDays),
    type: 'number',
    group: '登录与会话',
    min: 0,
    max: 3650,
    unit: '天',
    remark: '到期后登录须先修改密码，0 表示不过期',
  },
  {
    key: 'sys.lock.idleMinutes',
    name: '自动锁屏（分钟）',
    value: '15',
    type: 'number',
    group: '登录与会话',
    min: 0,
    max: 1440,
    unit: '分钟',
    isPublic: true,
    remark: '无操作多久后自动锁屏，0 表示不自动锁屏',
  },
  {
    key: SELF_RESET,
    name: '允许自助找回密码',
    value: 'true',
    type: 'boolean',
    group: '登录与会话',
    remark: '登录页的“忘记密码”；只提供已配置并且测试成功的短信或邮件方式',
  },
  {
    key: GUESS_WINDOW,
    name: '登录失败统计时间（分钟）',
    value: String(GUESS_DEFAULTS[GUESS_WINDOW]),
    type: 'number',
    group: '登录与会话',
    min: 1,
    max: 1440,
    unit: '分钟',
    remark: '登录失败次数在该时间内累计，到时清零',
  },
  {
    key: GUESS_ACCOUNT,
    name: '账号登录失败次数',
    value: String(GUESS_DEFAULTS[GUESS_ACCOUNT]),
    type: 'number',
    group: '登录与会话',
    min: 3,
    max: 20,
    unit: '次',
    remark: '达到后，该账号在陌生设备上每次登录都要填写验证码并放慢；登录过的设备单独计数，不受他人影响',
  },
  {
    key: GUESS_ADDRESS,
    name: '地址登录失败次数',
    value: String(GUESS_DEFAULTS[GUESS_ADDRESS]),
    type: 'number',
    group: '登录与会话',
    min: 5,
    max: 1000,
    unit: '次',
    remark: '同一网络地址的失败达到后，该地址的陌生设备每次登录都要填写验证码并放慢',
  },
  {
    key: GUESS_PER_MINUTE,
    name: '受限后每分钟失败次数',
    value: String(GUESS_DEFAULTS[GUESS_PER_MINUTE]),
    type: 'number',
    group: '登录与会话',
    min: 1,
    max: 10,
    unit: '次',
    remark: '受限后同一地址对同一账号每分钟还能失败的次数；对同一账号合计不超过其5倍，同一地址合计不超过其10倍',
  },
  {
    key: SMS_ENABLED,
    name: '登录短信验证码',
    value: 'false',
    type: 'boolean',
    group: '短信',
    remark:
      '启用后，登记了手机号码的用户登录时还需输入短信验证码；须先用当前的短信网关成功发送测试短信，并保留一个没有登记手机号码的超级管理员账号',
  },
  {
    key: SMS_GATEWAY_URL,
    name: '短信网关地址',
    value: '',
    type: 'text',
    group: '短信',
    remark:
      '短信网关的完整地址，其协议、主机和端口须先在外部地址中登记；以 POST 发送 JSON。换成另一台服务器后须重新填写短信网关令牌；为空时短信只保存在发件箱，由管理员转告',
    problem: (value) => (value.trim() === '' || splitAddress(value) ? null : '请填写 http:// 或 https:// 开头的地址，不能包含账号和密码'),
    // changing the server requires its token again: the stored token must not be sent to another server
    carries: { secret: SMS_GATEWAY_TOKEN, target: gatewayOrigin },
    outside: splitAddress,
  },
  {
    key: SMS_GATEWAY_BODY,
    name: '短信网关请求内容',
    value: '{"phone":"{phone}","content":"{content}"}',
    type: 'text',
    group: '短信',
    remark: '可用占位：{phone} {content} {code}',
  },
  {
    key: SMS_GATEWAY_TOKEN,
    name: '短信网关令牌',
    value: '',
    type: 'secret',
    group: '短信',
    remark: '作为 Authorization: Bearer 发送，为空不发送',
  },
  {
    key: SMS_TEXT,
    name: '登录短信内容',
    value: '您的登录验证码是{code}，5分钟内有效，请勿告诉他人。',
    type: 'text',
    group: '短信',
    remark: '必须包含 {code}，发送时换成验证码',
    problem: (value) => (value.includes('{code}') ? null : '登录短信内容必须包含 {code}'),
  },
];

/** SQL: a numeric setting inside another query, so that the guard stays one round trip. */
export const numberSetting = (key: string, fallback: number) =>
  sql<number>`coalesce((select case when config_value ~ '^[0-9]{1,6}(\\.[0-9]{1,3})?$' then config_value::float8 end
    from sys_config where config_key = ${key} and status = '1' and deleted_at is null), ${fallback}::float8)`;

export const isOn = (value: string | null): boolean => value === 'true' || value === '1';

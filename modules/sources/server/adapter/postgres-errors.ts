import { SourceError, type SourceErrorKind } from './types.ts';

/** SQLSTATE or network code → what a person can do about it. */
const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  [/^(28P01|28000)$/, 'unreachable', '用户名或密码错误，请检查数据源的连接信息'],
  [/^3D000$/, 'unreachable', '数据库不存在，请检查数据库名称'],
  [/^53300$/, 'unreachable', '数据源的连接数已满，请稍后重试'],
  [/^57P0[123]$/, 'unreachable', '数据源正在启动或关闭，请稍后重试'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'unreachable', '主机名无法解析，请检查主机'],
  [/^ECONNREFUSED$/, 'unreachable', '端口没有服务在监听，请检查主机和端口，并确认数据库已启动'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'unreachable', '连接超时，请检查网络和防火墙'],
  [/^(ECONNRESET|EPIPE|08\w{3})$/, 'unreachable', '连接被中断，请检查地址是否为 PostgreSQL 服务'],
  [/^(ENOENT|EACCES)$/, 'unreachable', '内置数据仓库未启动'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    'unreachable',
    '服务器证书校验失败，请更换证书或调整加密方式',
  ],
  [/^57014$/, 'timeout', '执行超过时间限制，已自动停止，请缩小查询范围'],
  [/^55P03$/, 'timeout', '等待其他事务释放锁超时，请稍后重试'],
  [/^25006$/, 'denied', '只读连接不能修改数据'],
  [/^42501$/, 'denied', '数据源账号没有该对象的权限'],
  [/^42P01$/, 'statement', '表不存在'],
  [/^42703$/, 'statement', '字段不存在'],
  [/^42702$/, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^42601$/, 'statement', '语法错误'],
  [/^42883$/, 'statement', '函数或运算符不存在，或参数类型不匹配'],
  [/^42804$/, 'statement', '数据类型不匹配'],
  [/^42803$/, 'statement', '字段必须出现在 GROUP BY 中或用于聚合函数'],
  [/^22012$/, 'statement', '除数为零'],
  [/^22P02$/, 'statement', '取值无法转换为所需的类型'],
  [/^22003$/, 'statement', '数值超出范围'],
  [/^22007|22008$/, 'statement', '日期时间格式不正确'],
  [/^23\w{3}$/, 'statement', '数据违反了表的约束'],
  [/^53\w{3}$/, 'statement', '数据源资源不足'],
];

const TEXTS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  [/does not support SSL/i, 'unreachable', '服务器不支持加密连接，请调整加密方式'],
  [/password must be a string|no password supplied|SASL/i, 'unreachable', '该账号需要密码，请填写密码'],
  [/timeout expired|connection timeout|timeout exceeded/i, 'unreachable', '连接超时，请检查主机、端口和防火墙'],
  [/Connection terminated|Connection ended/i, 'unreachable', '连接被中断，请稍后重试'],
];

/** The UTF-16 offset of the n-th character (from 1) that PostgreSQL counts. */
function offsetOfCharacter(text: string, n: number): number {
  let offset = 0;
  let left = n - 1;
  for (const char of text) {
    if (left-- <= 0) break;
    offset += char.length;
  }
  return offset;
}

/** Turns a driver's error into ours; `text` is the statement that was running. */
export function sourceError(error: unknown, text = '', index = 0): SourceError {
  if (error instanceof SourceError) return error;
  const { code = '', message = '', position } = (error ?? {}) as { code?: string; message?: string; position?: string };
  const [, kind, reason] = REASONS.find(([pattern]) => pattern.test(code)) ??
    TEXTS.find(([pattern]) => pattern.test(message)) ?? [null, 'statement' as const, '数据源返回错误'];
  const offset = position ? offsetOfCharacter(text, Number(position)) : null;
  return new SourceError(kind, reason, {
    code: code || null,
    raw: kind === 'statement' || kind === 'denied' ? message : null,
    offset,
    index,
    cause: error,
  });
}

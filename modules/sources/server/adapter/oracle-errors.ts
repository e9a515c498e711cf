import { NETWORK_REASONS } from './network-errors.ts';
import { SourceError, type SourceErrorKind } from './types.ts';

const OLD = '内置驱动支持 Oracle 12.1 及以上版本，11g 及以下请升级数据库，或同步到受支持的数据库后再接入';
const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  ...NETWORK_REASONS,
  [/^NJS-138$/, 'unreachable', OLD],
  [/^(ORA-01017|ORA-01005|NJS-101)$/, 'unreachable', '用户名或密码错误，请检查数据源的连接信息'],
  [/^ORA-28000$/, 'unreachable', '该账号已被锁定，请联系数据库管理员'],
  [/^ORA-28001$/, 'unreachable', '该账号的密码已过期，请联系数据库管理员'],
  [/^(ORA-12514|ORA-12505|NJS-51[78])$/, 'unreachable', '服务名或SID不存在，请检查连接信息'],
  [/^(ORA-12541|NJS-503|NJS-511)$/, 'unreachable', '端口没有服务在监听，请检查主机和端口，并确认数据库已启动'],
  [/^(NJS-510|ORA-12170)$/, 'unreachable', '连接超时，请检查网络和防火墙'],
  [/^(NJS-500|NJS-501|ORA-03113|ORA-03114|ORA-12537|ORA-12547|DPI-1080)$/, 'unreachable', '连接被中断，请稍后重试'],
  [/^(NJS-505|NJS-507|ORA-28759|ORA-29024)$/, 'unreachable', '服务器证书校验失败，请更换证书或调整加密方式'],
  [/^(NJS-123|DPI-1067)$/, 'timeout', '执行超过时间限制，已自动停止，请缩小查询范围'],
  [/^ORA-01013$/, 'cancelled', '查询已停止'],
  [/^ORA-01456$/, 'denied', '只读连接不能修改数据'],
  [/^(ORA-01031|ORA-01720)$/, 'denied', '数据源账号没有该对象的权限'],
  [/^ORA-00942$/, 'statement', '表不存在，或账号没有权限'],
  [/^ORA-00904$/, 'statement', '字段不存在'],
  [/^ORA-00918$/, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^ORA-009(0\d|1[0-7]|2\d|3[0-6])$/, 'statement', '语法错误'],
  [/^ORA-01722$/, 'statement', '取值无法转换为所需的类型'],
  [/^ORA-01476$/, 'statement', '除数为零'],
  [/^ORA-0(1400|0001|2290|2291|2292)$/, 'statement', '数据违反了表的约束'],
];

/** Turns an error of the Oracle driver into ours. */
export function oracleError(error: unknown, _text = '', index = 0): SourceError {
  if (error instanceof SourceError) return error;
  const { message = '', code: given, offset } = (error ?? {}) as { message?: string; code?: string; offset?: number };
  const code = /\b(ORA|NJS|DPI)-\d+/.exec(message)?.[0] ?? given ?? '';
  const [, kind, reason] = REASONS.find(([pattern]) => pattern.test(code)) ?? [null, 'statement' as const, '数据源返回错误'];
  return new SourceError(kind, reason, {
    code: code || null,
    raw: kind === 'statement' ? message : null,
    offset: kind === 'statement' && typeof offset === 'number' && offset > 0 ? offset : null,
    index,
    cause: error,
  });
}

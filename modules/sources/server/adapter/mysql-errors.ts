import { NETWORK_REASONS } from './network-errors.ts';
import { SourceError, type SourceErrorKind } from './types.ts';

/** Error number of the server, or code of driver and network → what a person can do about it. */
const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  [/^(1045|1698|1251|1275)$/, 'unreachable', '用户名或密码错误，请检查数据源的连接信息'],
  [/^(1044|1049)$/, 'unreachable', '数据库不存在或账号无权使用，请检查数据库名称和账号'],
  [/^(1129|1130)$/, 'unreachable', '数据库拒绝本服务器的地址，请在数据库中为账号放行'],
  [/^(1040|1203|1226)$/, 'unreachable', '数据源的连接数已满，请稍后重试'],
  [/^3159$/, 'unreachable', '数据库要求加密连接，请调整加密方式'],
  [/^(1820|1862)$/, 'unreachable', '数据源账号的密码已过期，请先修改密码'],
  [/^4151$/, 'unreachable', '数据源账号已锁定'],
  [/^(1053|1927|2006|2013)$/, 'unreachable', '连接被中断，数据源可能正在重启，请稍后重试'],
  [/^HANDSHAKE_NO_SSL_SUPPORT$/, 'unreachable', '服务器不支持加密连接，请调整加密方式'],
  [/^HANDSHAKE_SSL_ERROR$/, 'unreachable', '加密连接失败，请检查证书或调整加密方式'],
  [/^(AUTH_SWITCH_PLUGIN_ERROR|HANDSHAKE_UNKNOWN_ERROR)$/, 'unreachable', '不支持该账号的登录方式，请改用密码登录的账号'],
  [/^PROTOCOL_/, 'unreachable', '连接被中断，请检查地址是否为 MySQL 协议的服务'],
  ...NETWORK_REASONS,
  [/^(1969|3024)$/, 'timeout', '执行超过时间限制，已自动停止，请缩小查询范围'],
  [/^1317$/, 'timeout', '执行已被数据源停止'],
  [/^(1205|3572)$/, 'timeout', '等待其他事务释放锁超时，请稍后重试'],
  [/^1213$/, 'timeout', '与其他事务互相等待，已撤销，请稍后重试'],
  [/^(1792|1290|1836)$/, 'denied', '只读连接不能修改数据'],
  [/^(1142|1143|1227|1370|1410|1419)$/, 'denied', '数据源账号没有该对象的权限'],
  [/^(1146|1051|1109)$/, 'statement', '表不存在'],
  [/^1054$/, 'statement', '字段不存在'],
  [/^1356$/, 'statement', '视图已失效：它引用的表或字段已不存在，请联系数据库负责人修复视图，修复后重新同步'],
  [/^1052$/, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^(1064|1149)$/, 'statement', '语法错误'],
  [/^(1305|1128|1582|1583)$/, 'statement', '函数不存在，或参数不正确'],
  [/^(1055|1056|1140)$/, 'statement', '字段必须出现在 GROUP BY 中或用于聚合函数'],
  [/^1365$/, 'statement', '除数为零'],
  [/^(1292|1366|1411|3141|4038)$/, 'statement', '取值无法转换为所需的类型'],
  [/^(1264|1690|1406)$/, 'statement', '数值超出范围或内容过长'],
  [/^(1048|1062|1169|1216|1217|1364|1451|1452|1557|1586|3819|4025)$/, 'statement', '数据违反了表的约束'],
  [/^(1021|1037|1038|1041|1114|1153|1301)$/, 'statement', '数据源资源不足'],
  [/^(1210|2031|2034)$/, 'statement', '参数个数与语句不符'],
];

/** Where `near '…' at line n` points to, in UTF-16 units. */
function offsetOf(message: string, text: string): number | null {
  const match = /near '([\s\S]*)' at line (\d+)$/.exec(message);
  if (!match) return null;
  const [, near, line] = match;
  const start = text
    .split('\n')
    .slice(0, Number(line) - 1)
    .join('\n').length;
  const found = near ? text.indexOf(near.slice(0, 60), Math.max(0, start - 1)) : text.trimEnd().length;
  return found < 0 ? null : found;
}

/** Turns an error of the driver or the server into ours; `text` is the statement that was running. The account and its host are cut out. */
export function sourceError(error: unknown, text = '', index = 0): SourceError {
  if (error instanceof SourceError) return error;
  const {
    code = '',
    errno,
    message = '',
    sqlMessage,
  } = (error ?? {}) as {
    code?: string;
    errno?: number;
    message?: string;
    sqlMessage?: string;
  };
  // the driver numbers its own errors too, and Node gives negative numbers
  const number = errno !== undefined && errno > 0 ? String(errno) : '';
  const isTls = /certificate|self.signed|altnames/i.test(message);
  const reason =
    REASONS.find(([pattern]) => pattern.test(number)) ??
    (isTls ? NETWORK_REASONS.at(-1) : undefined) ??
    REASONS.find(([pattern]) => pattern.test(code)) ??
    (/connection is in closed state|Connection lost|Pool is closed/i.test(message)
      ? (['', 'unreachable', '连接被中断，请稍后重试'] as const)
      : (['', 'statement', '数据源返回错误'] as const));
  const [, kind, words] = reason;
  const raw = (sqlMessage ?? message).replaceAll(/ (?:to|for) user '[^']*'@'[^']*'/g, '');
  return new SourceError(kind, words, {
    code: number || code || null,
    raw: kind === 'statement' || kind === 'denied' ? raw : null,
    offset: offsetOf(sqlMessage ?? message, text),
    index,
    cause: error,
  });
}

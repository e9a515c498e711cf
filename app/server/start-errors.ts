import { StartError } from '#kit/server/start-error.ts';

type Coded = Error & { code?: unknown; path?: unknown; port?: unknown; address?: unknown; syscall?: unknown };

const FULL_DISK = '磁盘空间不足，无法写入数据，请清理磁盘后重新启动。';

/** Sentences for the codes that PostgreSQL and its driver answer while connecting. */
const DATABASE: Readonly<Record<string, string>> = {
  ECONNREFUSED: '无法连接数据库：对方拒绝连接，请检查 DATABASE_URL 的主机和端口，并确认数据库已启动。',
  ENOTFOUND: '无法连接数据库：找不到主机，请检查 DATABASE_URL 中的主机名。',
  EAI_AGAIN: '无法连接数据库：找不到主机，请检查 DATABASE_URL 中的主机名和本机的域名解析。',
  ETIMEDOUT: '无法连接数据库：连接超时，请检查 DATABASE_URL 的主机、端口和防火墙。',
  EHOSTUNREACH: '无法连接数据库：主机不可达，请检查 DATABASE_URL 的主机和网络。',
  ENETUNREACH: '无法连接数据库：网络不可达，请检查 DATABASE_URL 的主机和网络。',
  ECONNRESET: '无法连接数据库：连接被对方中断，请确认 DATABASE_URL 指向的是 PostgreSQL。',
  ERR_INVALID_URL: 'DATABASE_URL 格式不正确，应为 postgres://用户:密码@主机:端口/数据库名（密码中的特殊字符需要百分号编码）。',
  ERR_INVALID_ARG_VALUE: 'DATABASE_URL 格式不正确，应为 postgres://用户:密码@主机:端口/数据库名（密码中的特殊字符需要百分号编码）。',
  ERR_SOCKET_BAD_PORT: 'DATABASE_URL 格式不正确：端口应为 1 到 65535 的整数。',
  '28P01': '数据库拒绝登录：用户名或密码错误，请检查 DATABASE_URL。',
  '28000': '数据库拒绝登录：该用户不允许从本机连接，请检查 DATABASE_URL 和数据库的 pg_hba.conf。',
  '3D000': '数据库不存在，请先创建 DATABASE_URL 中的数据库，或改正数据库名。',
  '42501': '数据库用户权限不足，请授予 DATABASE_URL 中的用户建表权限。',
  '53300': '数据库连接数已满，请释放连接或调大数据库的 max_connections。',
  '57P03': '数据库正在启动或恢复，请稍后重新启动本程序。',
};

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|ENOSPC|disk full|File too large/i, FULL_DISK],
  [/password must be a string|no password supplied/i, '数据库要求密码，请在 DATABASE_URL 中写明密码。'],
  [/Invalid URL|searchParams/i, DATABASE.ERR_INVALID_URL as string],
  [/timeout expired|Connection terminated due to connection timeout/i, DATABASE.ETIMEDOUT as string],
  [/Connection terminated unexpectedly/i, DATABASE.ECONNRESET as string],
  [/server does not support SSL/i, '数据库不支持加密连接，请去掉 DATABASE_URL 中的 sslmode 参数。'],
  [
    /self.signed certificate|unable to verify the first certificate|unable to get local issuer/i,
    '数据库的证书无法验证，请在 DATABASE_URL 中指定 sslrootcert，或使用受信任的证书。',
  ],
];

/** The first error with a code or message; connection attempts to several addresses come as one AggregateError. */
function* chain(error: unknown): Generator<Coded> {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    yield at;
    if (at instanceof AggregateError) for (const inner of at.errors) yield* chain(inner);
  }
}

/**
 * The one Chinese sentence for a start that failed, or null when the failure is not a known one
 * (then the stack belongs in the log).
 */
export function explainStartError(error: unknown): string | null {
  for (const at of chain(error)) {
    if (at instanceof StartError) return at.message;
    const code = typeof at.code === 'string' ? at.code : '';
    if (code === 'EADDRINUSE') return `端口 ${String(at.port ?? '')} 已被占用，请停止占用它的程序，或用 PORT=其他端口 npm start 启动。`;
    if (code === 'EADDRNOTAVAIL') return `本机没有地址 ${String(at.address ?? '')}，请检查 HOST。`;
    if (code === 'EACCES' && at.syscall === 'listen') return `没有权限使用端口 ${String(at.port ?? '')}，请改用 1024 以上的端口（PORT）。`;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || code === 'EFBIG') return FULL_DISK;
    if (code === 'EROFS') return `目录为只读：${String(at.path ?? '')}，请用 DATA_DIR 指定可写的数据目录。`;
    if ((code === 'EACCES' || code === 'EPERM') && typeof at.path === 'string')
      return `没有权限读写 ${at.path}，请检查目录权限，或用 DATA_DIR 指定其他数据目录。`;
    if ((code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT') && at.syscall === 'mkdir')
      return `无法创建目录 ${String(at.path ?? '')}，请用 DATA_DIR 指定一个可写的目录。`;
    const known = DATABASE[code];
    if (known) return known;
    const match = PATTERNS.find(([pattern]) => pattern.test(at.message));
    if (match) return match[1];
  }
  return null;
}

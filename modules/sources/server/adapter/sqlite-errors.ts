import { SourceError, type SourceErrorKind } from './types.ts';
import { ThreadEnded } from './sqlite-thread.ts';

const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  [/^no such table/i, 'statement', '表不存在'],
  [/^no such column/i, 'statement', '字段不存在'],
  [/^no such function|wrong number of arguments to function/i, 'statement', '函数不存在，或参数个数不对'],
  [/^ambiguous column/i, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^one statement at a time/, 'statement', '一次只能执行一条语句'],
  [/syntax error|incomplete input|unrecognized token/i, 'statement', '语法错误'],
  [/unsafe use of|not authorized/i, 'denied', '视图使用了不允许的函数或系统表，不能查询'],
  [/readonly|read-only|query_only|attempt to write/i, 'denied', 'SQLite 文件只能查询，不能修改'],
  [/file is not a database|file is encrypted/i, 'unreachable', '文件不是 SQLite 数据库或已加密，请重新上传'],
  [/malformed|corrupt/i, 'unreachable', 'SQLite 文件已损坏，请重新上传'],
  [/out of memory|memory access out of bounds|string or blob too big/i, 'statement', '查询所需的内存超过上限，请缩小查询范围'],
  [/ENOENT|EACCES/, 'unreachable', '数据文件无法读取，请重新上传'],
];

/** Turns SQLite's words into ours. */
export function sqliteError(error: unknown, text = ''): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof ThreadEnded)
    return new SourceError('unreachable', 'SQLite 文件的查询意外结束，请缩小查询范围后重试', { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  const [, kind, reason] = REASONS.find(([pattern]) => pattern.test(message)) ?? [null, 'statement' as const, '数据源返回错误'];
  const near = /near "([^"]+)"|no such (?:table|column|function): ([^\s]+)/i.exec(message);
  const at = near ? text.toLowerCase().indexOf((near[1] ?? near[2])!.toLowerCase()) : -1;
  return new SourceError(kind, reason, { raw: kind === 'statement' ? message : null, offset: at < 0 ? null : at, cause: error });
}

import { EngineError } from '#kit/server/duckdb/engine.ts';
import { SourceError, type SourceErrorKind } from './types.ts';

/** DuckDB's kind of error → what a person can do about it. */
const REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  [/^Catalog Error: Table/i, 'statement', '表不存在'],
  [/^Catalog Error: .*Function/i, 'statement', '函数不存在'],
  [/^Binder Error: (Referenced column|Table .* does not have a column|column ".*" not found)/i, 'statement', '字段不存在'],
  [/^Binder Error: Ambiguous/i, 'statement', '字段名有歧义，请加上表名或别名'],
  [/^Binder Error: .*GROUP BY/is, 'statement', '字段必须出现在 GROUP BY 中或用于聚合函数'],
  [/^Binder Error: No function matches/i, 'statement', '函数或运算符不存在，或参数类型不匹配'],
  [/one statement at a time/, 'statement', '一次只能执行一条语句'],
  [/^(Parser|Syntax) Error/i, 'statement', '语法错误'],
  [/^Conversion Error/i, 'statement', '取值无法转换为所需的类型'],
  [/^Out of Range Error/i, 'statement', '数值超出范围'],
  [
    /^Permission Error|read-only mode|configuration has been locked|disabled by configuration/i,
    'denied',
    '数据文件只能查询，不能修改或访问其他文件',
  ],
  [/^Out of Memory Error|max_temp_directory_size/i, 'statement', '查询所需的内存超过上限，请缩小查询范围'],
  [
    /(database file|storage) version|newer version of DuckDB|older version of DuckDB/i,
    'unreachable',
    'DuckDB 文件的版本不受支持，请用 DuckDB 1.x 重新导出',
  ],
  [/^IO Error|Serialization Error|not a valid DuckDB/i, 'unreachable', '数据文件无法读取，请重新上传'],
];

/** `LINE 2: … ^` → offset in the statement, null when the excerpt cannot be found. */
function offsetOf(message: string, text: string): number | null {
  const match = /LINE (\d+): (.*)\n([^\n]*)\^/.exec(message);
  if (!match) return null;
  const [, line, excerpt, before] = match;
  const column = before!.length - `LINE ${line}: `.length;
  const start = text
    .split('\n')
    .slice(0, Number(line) - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);
  const shown = excerpt!.replace(/\.\.\.$/, '');
  if (!shown.startsWith('...')) return start + column;
  const at = text.indexOf(shown.slice(3), start);
  return at < 0 ? null : at + column - 3;
}

/** Turns an error of the engine into ours; paths of this machine stay here. */
export function filesError(error: unknown, text = ''): SourceError {
  if (error instanceof SourceError) return error;
  if (!(error instanceof EngineError)) return new SourceError('unreachable', '数据文件无法读取，请重新上传', { cause: error });
  const { code, message } = error;
  if (code === 'interrupted') return new SourceError('cancelled', '查询已停止', { cause: error });
  if (code === 'busy' || code === 'absent') return new SourceError('unreachable', message, { cause: error });
  if (code === 'gone')
    return new SourceError('unreachable', '数据文件的查询进程意外结束，已自动恢复，请缩小查询范围后重试', { cause: error });
  // the second line is DuckDB's
  if (code === 'input') return new SourceError('unreachable', message.split('\n')[0]!, { cause: error });
  const [, kind, reason] = REASONS.find(([pattern]) => pattern.test(message)) ?? [null, 'statement' as const, '数据源返回错误'];
  const raw = message.replace(/(["'])\/[^"'\n]*\1/g, '$1…$1');
  return new SourceError(kind, reason, { raw: kind === 'statement' ? raw : null, offset: offsetOf(message, text), cause: error });
}

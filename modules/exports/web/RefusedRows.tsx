import type { ImportResult } from '#kit/contract/excel.ts';
import { count } from '#kit/web/format.ts';

/** What was wrong in an import: the first rows, in the words of the check. */
export function RefusedRows({ result }: { result: ImportResult | null }) {
  if (!result || result.errors.length === 0) return null;
  return (
    <>
      <h3 className="form-section section-line">错误明细</h3>
      <p className="muted">
        共 {count(result.total)} 行，{count(result.total - result.valid)} 行有错误，下面列出前 {count(result.errors.length)}{' '}
        条；完整清单请下载。
      </p>
      <ol className="refused-rows">
        {result.errors.map((error) => (
          <li key={`${error.row}:${error.column}:${error.message}`}>
            <span className="num">第 {error.row} 行</span>
            <span>{error.column}</span>
            <span>{error.message}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

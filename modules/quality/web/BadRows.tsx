import { EyeInvisibleOutlined } from '@ant-design/icons';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { RowFiles } from './report/Files.tsx';

const cellText = (value: unknown): string =>
  value === null || value === undefined
    ? '空'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean);

/** Rows that break a rule, read now with the rights of who looks: wrong cells stand out, masked columns say so. */
export function BadRows({ reportId, total, most = 50 }: { reportId: string; total: number | null; most?: number }) {
  const answer = useCall(api.report.rows, { params: { id: reportId }, query: { pageSize: most } });
  if (answer.isError) return <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" shape="rows" rows={5} />;
  return (
    <>
      {answer.data.rows.length > 0 && (
        <div className="quality-files">
          <RowFiles reportId={reportId} name="核查" />
        </div>
      )}
      <BadRowsTable found={answer.data} total={total} />
    </>
  );
}

/** Such rows as a table. */
export function BadRowsTable({ found: { columns, rows }, total }: { found: CallReply<typeof api.report.rows>; total: number | null }) {
  if (rows.length === 0)
    return <StateView kind="empty" inline what="现在没有不合格的行" why="核查之后数据已修复，或行已不存在；重新执行规则可更新结果" />;
  return (
    <div className="quality-rows">
      <p className="muted">
        前 {count(rows.length)} 行{total !== null && total > rows.length ? `，共 ${count(total)} 行不合格` : ''}
        {columns.some(({ isMasked }) => isMasked) && (
          <span>
            <EyeInvisibleOutlined aria-hidden /> 按您的权限脱敏
          </span>
        )}
      </p>
      <div className="quality-scroll">
        <table>
          <thead>
            <tr>
              {columns.map(({ name, comment }) => (
                <th key={name} scope="col" title={name}>
                  {comment ?? name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // rows have no key of their own: they are what the source answered, in its order
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {row.map((cell, i) => (
                  <td key={columns[i]?.name} className={columns[i]?.isChecked ? 'mono wrong' : 'mono'}>
                    {cellText(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

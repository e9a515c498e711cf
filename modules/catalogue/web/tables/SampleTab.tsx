import { EyeInvisibleOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Table, Tooltip } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { callKey } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { AskAccess } from './AskAccess.tsx';
import { brokenText } from './labels.ts';
import type { TableDetail } from './TableView.tsx';

const LIMIT = 50;

const cellText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const NoPreview = ({ tableId }: { tableId: string }) => (
  <StateView
    kind="forbidden"
    what="没有这张表的预览权限"
    why="申请通过后，在期限内可以查看样例数据。"
    more={<AskAccess tableId={tableId} type="primary" />}
  />
);

/** The first rows, read from the source when the tab is opened; sensitive columns are masked. */
export function SampleTab({ table }: { table: TableDetail }) {
  const args = { params: { id: table.id }, body: { limit: LIMIT } };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: callKey(api.governance.sample, args),
    queryFn: ({ signal }) => api.governance.sample(args, { signal, quiet: true, overlay: false }),
    enabled: table.may.preview && table.brokenReason === null,
    staleTime: Infinity,
    retry: false,
  });
  if (!table.may.preview) return <NoPreview tableId={table.id} />;
  if (table.brokenReason !== null) return <StateView kind="empty" what="视图已失效，读不到样例数据" why={brokenText(table)} />;
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={8} />;
  return (
    <div className="sample">
      <div className="columns-tools">
        <span className="muted">
          {data.truncated ? `前 ${data.rows.length} 行` : `共 ${data.rows.length} 行`}，{data.columns.length} 列，用时{' '}
          <span className="num">{data.ms}</span> 毫秒；敏感字段已脱敏，本次读取已记录
        </span>
        <span className="grow" />
        <Button size="small" icon={<ReloadOutlined />} loading={isFetching} onClick={() => void refetch()}>
          重新读取
        </Button>
      </div>
      <Table<{ key: number; row: readonly unknown[] }>
        size="small"
        pagination={false}
        className="sample-table"
        scroll={{ x: 'max-content', y: 'calc(100vh - 460px)' }}
        dataSource={data.rows.map((row, key) => ({ key, row }))}
        locale={{ emptyText: '表中没有数据' }}
        columns={data.columns.map((column, i) => ({
          key: `${i}`,
          title: (
            <span className="sample-title">
              <span className="mono">{column.name}</span>
              {column.masked && (
                <Tooltip title="敏感字段，已脱敏">
                  <EyeInvisibleOutlined aria-label="已脱敏" />
                </Tooltip>
              )}
              {column.comment && <small className="muted">{column.comment}</small>}
            </span>
          ),
          render: (_, { row }) => {
            const value = row[i];
            if (value === null || value === undefined) return <span className="none">NULL</span>;
            const text = cellText(value);
            return (
              <span className="mono sample-cell" title={text.slice(0, 500)}>
                {text}
              </span>
            );
          },
        }))}
      />
    </div>
  );
}

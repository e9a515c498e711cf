import { Button, Drawer, Table } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import type { ChartData, Scalar } from '../../contract/query.ts';
import type { ClickedValue, TileFeed } from './tiles.ts';
import './view.css';

interface DetailDrawerProps {
  feed: TileFeed;
  /** tile and clicked values; null = closed */
  of: { key: string; title: string; values: readonly ClickedValue[] } | null;
  onClose: () => void;
  /** gives the rows as a file, for those who may export */
  onExport?: (data: ChartData) => void;
}

type State = { data: ChartData | null; failed: string | null };
const EMPTY: State = { data: null, failed: null };
const textOf = (value: Scalar | undefined): string => {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value);
};

/** The rows behind a mark. */
export function DetailDrawer({ feed, of, onClose, onExport }: DetailDrawerProps) {
  const [state, setState] = useState<State>(EMPTY);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!of) return;
    let isCurrent = true;
    setState(EMPTY);
    feed.detail(of.key, of.values).then(
      (data) => isCurrent && setState({ data, failed: null }),
      (error: unknown) => isCurrent && setState({ data: null, failed: error instanceof Error ? error.message : '明细没有取到，请重试' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [feed, of, round]);
  const { data, failed } = state;
  const columns = (data?.columns ?? []).map((column, n) => ({
    key: column.key,
    title: column.name,
    align: column.type === 'number' ? ('right' as const) : ('left' as const),
    width: 160,
    ellipsis: true,
    render: (_: unknown, row: { cells: readonly Scalar[] }) => textOf(row.cells[n]),
  }));
  return (
    <Drawer
      open={of !== null}
      onClose={onClose}
      size={960}
      title={of ? `${of.title} · 明细` : '明细'}
      extra={
        onExport &&
        data &&
        data.rows.length > 0 && (
          <Button icon={<DownloadOutlined />} onClick={() => onExport(data)}>
            导出
          </Button>
        )
      }
    >
      {of && of.values.length > 0 && (
        <p className="tile-note">条件：{of.values.map(({ value }) => (value === null ? '（空白）' : String(value))).join('、')}</p>
      )}
      {failed ? (
        <div role="alert" className="detail-failed">
          <p className="tile-words">{failed}</p>
          <Button onClick={() => setRound(round + 1)}>重试</Button>
        </div>
      ) : (
        <Table
          size="small"
          loading={!data}
          columns={columns}
          dataSource={(data?.rows ?? []).map((cells, n) => ({ key: n, cells }))}
          pagination={{ pageSize: 50, showSizeChanger: false, showTotal: (n) => (data?.truncated ? `只显示前 ${n} 行` : `共 ${n} 行`) }}
          scroll={{ x: Math.max(1, columns.length) * 160 }}
          locale={{ emptyText: data ? '没有明细数据' : ' ' }}
        />
      )}
    </Drawer>
  );
}

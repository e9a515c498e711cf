import { Button, Drawer, Table } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useState } from 'react';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { formatValue } from '../../core/look/format.ts';
import { cutText } from '../../core/option/notices.ts';
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

/** A value as its field is written everywhere else: money in its unit, shares in percent. */
const written = (value: Scalar | undefined, column: ResultColumn): string =>
  column.format && typeof value === 'number' ? formatValue(value, column) : textOf(value);

const columnsOf = (data: ChartData) =>
  data.columns.map((column, n) => ({
    key: column.key,
    title: column.name,
    align: column.type === 'number' ? ('right' as const) : ('left' as const),
    width: 160,
    ellipsis: true,
    render: (_: unknown, row: { cells: readonly Scalar[] }) => written(row.cells[n], column),
  }));

interface RowsProps {
  feed: TileFeed;
  tileKey: string;
  values: readonly ClickedValue[];
  onData: (data: ChartData) => void;
  onRetry: () => void;
}

function Rows({ feed, tileKey, values, onData, onRetry }: RowsProps) {
  const [{ data, failed }, setState] = useState<State>(EMPTY);
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      try {
        const next = await feed.detail(tileKey, values);
        if (!isCurrent) return;
        setState({ data: next, failed: null });
        onData(next);
      } catch (error) {
        if (isCurrent) setState({ data: null, failed: error instanceof Error ? error.message : '明细没有取到，请重试' });
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [feed, tileKey, values, onData]);
  if (failed)
    return (
      <div role="alert">
        <p className="tile-words">{failed}</p>
        <Button onClick={onRetry}>重试</Button>
      </div>
    );
  // one record is read from top to bottom
  if (data?.rows.length === 1)
    return (
      <dl className="view-record">
        {data.columns.map((column, n) => (
          <div key={column.key}>
            <dt>{column.name}</dt>
            <dd>{written(data.rows[0]?.[n], column)}</dd>
          </div>
        ))}
      </dl>
    );
  const columns = data ? columnsOf(data) : [];
  return (
    <Table
      size="small"
      loading={!data}
      columns={columns}
      dataSource={(data?.rows ?? []).map((cells, n) => ({ key: n, cells }))}
      pagination={{ pageSize: 50, showSizeChanger: false, showTotal: (n) => (data && cutText(data, '行')) ?? `共 ${n} 行` }}
      scroll={{ x: Math.max(1, columns.length) * 160 }}
      locale={{ emptyText: data ? '没有明细数据' : ' ' }}
    />
  );
}

/** The rows of a data point. */
export function DetailDrawer({ feed, of, onClose, onExport }: DetailDrawerProps) {
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<{ of: DetailDrawerProps['of']; data: ChartData } | null>(null);
  const receive = useCallback((data: ChartData) => setHeld({ of, data }), [of]);
  const data = held?.of === of ? held?.data : null;
  return (
    <Drawer
      open={of !== null}
      onClose={onClose}
      size={960}
      destroyOnHidden
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
      {of && of.values.length > 0 && <p className="tile-note">条件：{of.values.map(({ value }) => textOf(value)).join('、')}</p>}
      {of && (
        <Rows
          key={`${of.key} ${JSON.stringify(of.values)} ${round}`}
          feed={feed}
          tileKey={of.key}
          values={of.values}
          onData={receive}
          onRetry={() => setRound(round + 1)}
        />
      )}
    </Drawer>
  );
}

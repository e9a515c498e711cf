import { Modal, Table } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { LoadRow, SourceMap } from '../../contract/map.ts';
import { api } from '../api.ts';
import { LOAD_STATES, LOAD_TONES } from './words.ts';

const SIZE = 10;
const number = (title: string, field: 'read' | 'inserted' | 'changed' | 'same' | 'rejected') => ({
  title,
  dataIndex: field,
  width: 72,
  align: 'right' as const,
  render: (value: number) => <span className="num">{count(value)}</span>,
});

/** Every load of a mapping with what it did, the latest first. */
export function LoadsDialog({ map, onClose }: { map: SourceMap; onClose: () => void }) {
  const [pageNum, setPageNum] = useState(1);
  const { data, error, refetch, isFetching } = useCall(
    api.map.loads,
    { params: { id: map.id }, query: { pageNum, pageSize: SIZE } },
    { staleTime: 0 },
  );
  return (
    <Modal open width={960} title={`“${map.mapName}”的接入记录`} footer={null} onCancel={onClose}>
      {error ? (
        <StateView kind="error" inline error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<LoadRow>
          size="small"
          rowKey="id"
          scroll={{ x: 860 }}
          loading={isFetching && !data}
          pagination={{
            current: pageNum,
            pageSize: SIZE,
            total: data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: setPageNum,
          }}
          dataSource={data?.data ?? []}
          locale={{ emptyText: '还没有接入过' }}
          columns={[
            { title: '开始时间', dataIndex: 'createTime', width: 150, render: (time: string) => <DateText value={time} /> },
            {
              title: '方式',
              width: 130,
              render: (_, row) => `${row.cause === 'plan' ? '计划' : (row.createName ?? '手动')} · ${row.isFull === '1' ? '全量' : '增量'}`,
            },
            {
              title: '结果',
              width: 100,
              render: (_, row) => <Tag tone={LOAD_TONES[row.state]}>{LOAD_STATES[row.state]}</Tag>,
            },
            number('读取', 'read'),
            number('新增', 'inserted'),
            number('更新', 'changed'),
            number('无变化', 'same'),
            number('未接入', 'rejected'),
            {
              title: '说明',
              dataIndex: 'message',
              ellipsis: true,
              render: (text: string | null, row) => text ?? (row.watermarkFrom === null ? '' : `从 ${row.watermarkFrom} 读起`),
            },
          ]}
        />
      )}
    </Modal>
  );
}

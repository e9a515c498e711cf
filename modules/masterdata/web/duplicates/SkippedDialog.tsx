import { Modal, Table } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { SkippedGroup } from '../../contract/match.ts';
import { api } from '../api.ts';

const SIZE = 10;

/** Groups that a bulk merge left as they were, each with its reason. */
export function SkippedDialog({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const [pageNum, setPageNum] = useState(1);
  const query = { pageNum, pageSize: SIZE };
  const { data, error, refetch, isFetching } = useCall(api.merge.skipped, { params: { id: batchId }, query }, { staleTime: 0 });
  return (
    <Modal open width={640} title="跳过的组" footer={null} onCancel={onClose}>
      {error ? (
        <StateView kind="error" inline error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<SkippedGroup>
          size="small"
          rowKey="candidateId"
          loading={isFetching && !data}
          dataSource={data?.data ?? []}
          locale={{ emptyText: '没有跳过的组' }}
          pagination={{
            current: pageNum,
            pageSize: SIZE,
            total: data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: setPageNum,
          }}
          columns={[
            { title: '组', dataIndex: 'title', ellipsis: true },
            { title: '记录数', dataIndex: 'records', width: 80, align: 'right', render: (records: number) => count(records) },
            { title: '原因', dataIndex: 'message' },
          ]}
        />
      )}
    </Modal>
  );
}

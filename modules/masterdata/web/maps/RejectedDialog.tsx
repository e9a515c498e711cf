import { Modal, Table } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { RejectedRow, SourceMap } from '../../contract/map.ts';
import { api } from '../api.ts';

/** Rows of the source that the last load did not take, with the reason of each. */
export function RejectedDialog({ map, onClose }: { map: SourceMap; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useCall(api.map.rejected, { params: { id: map.id } }, { staleTime: 0 });
  return (
    <Modal open width={680} title={`“${map.mapName}”未接入的行`} footer={null} onCancel={onClose}>
      {error ? (
        <StateView kind="error" inline error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<RejectedRow>
          size="small"
          rowKey={({ sourceKey, column }) => `${sourceKey} ${column ?? ''}`}
          loading={isFetching}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          dataSource={data ?? []}
          locale={{ emptyText: '没有未接入的行' }}
          columns={[
            { title: '来源编号', dataIndex: 'sourceKey', width: 160, className: 'mono' },
            { title: '列', dataIndex: 'column', width: 140, render: (column: string | null) => column ?? '—' },
            { title: '原因', dataIndex: 'message' },
          ]}
        />
      )}
    </Modal>
  );
}

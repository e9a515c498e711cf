import { Segmented } from 'antd';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import type { RowAction } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { askCancel } from '../instance/cancel.ts';
import { InstanceList, type InstanceRow } from '../instance/InstanceList.tsx';
import { RequestList } from './RequestList.tsx';

/** 我发起的流程: what the person has submitted, and the requests that are still being written. */
export default function MyStartedPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const tab = search.get('tab') === 'requests' ? 'requests' : 'instances';
  const tabs = (
    <Segmented
      aria-label="列表"
      value={tab}
      options={[
        { value: 'instances', label: '已提交的流程' },
        { value: 'requests', label: '我的申请' },
      ]}
      onChange={(value) => change(() => new URLSearchParams(value === 'requests' ? { tab: 'requests' } : {}))}
    />
  );
  const actions = (row: InstanceRow, refresh: () => Promise<void>): RowAction[] =>
    row.endTime === null
      ? [
          {
            key: 'cancel',
            label: '撤销',
            call: api.instance.cancel,
            danger: true,
            onClick: () => askCancel(row, refresh),
          },
        ]
      : [];
  return tab === 'requests' ? <RequestList>{tabs}</RequestList> : <InstanceList which="started" actions={actions} tabs={tabs} />;
}

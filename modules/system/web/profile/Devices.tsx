import { Button, Table } from 'antd';
import { minute } from '#kit/web/format.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { Problem } from './Problem.tsx';

type Device = CallReply<typeof api.profile.devices>[number];
const nameOf = (device: Device): string => [device.browser, device.os].filter(Boolean).join(' · ') || '未知设备';

/** Where the account is signed in; a strange device can be signed out here. */
export function Devices() {
  const devices = useCall(api.profile.devices);
  const end = useWrite(api.profile.endDevice, { refreshes: [api.profile.devices] });
  const handleEnd = async (device: Device) => {
    const agreed = await confirmDialog({
      content: `让“${nameOf(device)}”（${device.ip}）退出登录？`,
      okText: '退出登录',
      danger: true,
      onOk: () => end.mutateAsync({ params: { id: device.id } }),
    });
    if (agreed) toast.success('该设备已退出登录');
  };
  if (devices.error) return <Problem error={devices.error} onRetry={() => void devices.refetch()} />;
  return (
    <Table<Device>
      className="list-table"
      rowKey="id"
      size="middle"
      loading={devices.isPending}
      dataSource={devices.data ? [...devices.data] : []}
      pagination={false}
      scroll={{ x: 640 }}
      columns={[
        {
          title: '设备',
          render: (_, device) => (
            <>
              {nameOf(device)} {device.isCurrent && <span className="tag tag-accent">本机</span>}
            </>
          ),
        },
        { title: 'IP 地址', dataIndex: 'ip', width: 140 },
        { title: '地区', dataIndex: 'region', width: 120, render: (region: string | null) => region ?? '—' },
        { title: '登录时间', dataIndex: 'loginTime', width: 150, render: minute },
        { title: '最近活动', dataIndex: 'lastTime', width: 150, render: minute },
        {
          title: '操作',
          width: 90,
          render: (_, device) =>
            device.isCurrent ? null : (
              <Button type="link" size="small" danger onClick={() => void handleEnd(device)}>
                退出
              </Button>
            ),
        },
      ]}
    />
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Table, Typography } from 'antd';
import { useState } from 'react';
import { confirmDialog } from '#kit/web/dialog.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

type List = CallReply<typeof api.user.resetPasswordBatch>;

function save({ workbook, fileName }: List): void {
  const bytes = Uint8Array.from(atob(workbook), (char) => char.charCodeAt(0));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Passwords that the server tells once: a list, and the same as a workbook. After closing nobody can see them again. */
export function OncePasswords({ list, onClose }: { list: List; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const close = async () => {
    if (isSaved || (await confirmDialog({ content: '关闭后无法再次查看这些密码，请先保存。', okText: '关闭', danger: true }))) onClose();
  };
  return (
    <Modal
      open
      width={720}
      title={`一次性密码（${list.accounts.length}）`}
      mask={{ closable: false }}
      keyboard={false}
      onCancel={() => void close()}
      footer={
        <Button
          type="primary"
          icon={<DownloadOutlined />}
          onClick={() => {
            save(list);
            setSaved(true);
          }}
        >
          下载清单
        </Button>
      }
    >
      <Alert type="warning" showIcon title="这些密码只显示这一次，请下载清单并转交本人。首次登录时必须修改。" />
      <Table
        className="once-password"
        size="small"
        rowKey="username"
        dataSource={list.accounts}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: '用户名', dataIndex: 'username' },
          { title: '昵称', dataIndex: 'nickname' },
          { title: '部门', dataIndex: 'deptName', render: (name: string | null) => name ?? '—' },
          {
            title: '密码',
            dataIndex: 'password',
            render: (password: string) => (
              <Typography.Text code copyable>
                {password}
              </Typography.Text>
            ),
          },
        ]}
      />
    </Modal>
  );
}

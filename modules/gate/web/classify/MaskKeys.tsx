import { KeyOutlined, UnlockOutlined } from '@ant-design/icons';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { RotateDialog } from './RotateDialog.tsx';

/** The versions of the key that tokens and ciphertexts are made with; the keys themselves are nowhere to be seen. */
export function MaskKeys() {
  const can = useCan();
  const { data, error, refetch } = useCall(api.maskKey.list);
  const [opened, setOpened] = useState<'rotate' | 'restore' | null>(null);
  return (
    <>
      <PageActions>
        {can(api.maskRule.restore) && (
          <Button icon={<UnlockOutlined />} onClick={() => setOpened('restore')}>
            还原密文
          </Button>
        )}
        {can(api.maskKey.rotate) && (
          <Button type="primary" icon={<KeyOutlined />} onClick={() => setOpened('rotate')}>
            轮换密钥
          </Button>
        )}
      </PageActions>
      <Panel title="密钥版本" note="最新一版用于令牌化、保形加密和可逆加密，旧版只用于还原；密钥加密保存，不能查看">
        {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
        {!error && !data && <StateView kind="loading" shape="rows" />}
        {data && (
          <Table
            className="list-table"
            size="small"
            rowKey="versionNo"
            pagination={false}
            dataSource={data}
            locale={{ emptyText: '还没有密钥：第一次使用令牌化、保形加密或可逆加密时自动生成' }}
            columns={[
              {
                title: '版本',
                key: 'versionNo',
                width: 160,
                render: (_, row) => (
                  <span className="class-name">
                    第{row.versionNo}版 {row.isNewest === '1' && <Tag tone="ok">使用中</Tag>}
                  </span>
                ),
              },
              { title: '指纹', dataIndex: 'fingerprint', width: 190, render: (text: string) => <span className="mono">{text}</span> },
              { title: '来源', key: 'origin', width: 110, render: (_, row) => (row.origin === 'given' ? '人工录入' : '平台生成') },
              { title: '启用时间', key: 'createTime', width: 170, render: (_, row) => <DateText value={row.createTime} /> },
              { title: '操作人', key: 'createByName', width: 130, render: (_, row) => row.createByName ?? '系统' },
              { title: '备注', key: 'remark', render: (_, row) => row.remark ?? <Missing /> },
            ]}
          />
        )}
      </Panel>
      {opened === 'rotate' && <RotateDialog onClose={() => setOpened(null)} />}
      {opened === 'restore' && <RestoreDialog versions={(data ?? []).map((row) => row.versionNo)} onClose={() => setOpened(null)} />}
    </>
  );
}

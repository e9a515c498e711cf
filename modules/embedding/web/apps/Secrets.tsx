import { CopyOutlined, KeyOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { barredProps } from '#kit/web/table/barred.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useRefresh, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { MAX_LIVE_SECRETS } from '../../contract/embed-app.ts';
import { api } from './api.ts';

type App = CallReply<typeof api.embedApp.get>;
type Secret = App['secrets'][number];

/** The secrets of an application: at most two are alive, so that the host can change over from one to the next. */
export function Secrets({ app }: { app: App }) {
  const can = useCan();
  const refresh = useRefresh();
  const [made, setMade] = useState<string | null>(null);
  const create = useWrite(api.embedApp.createSecret, { overlay: false, onSuccess: ({ secret }) => setMade(secret) });
  const live = app.secrets.filter(({ revokeTime }) => revokeTime === null).length;
  const barred = live >= MAX_LIVE_SECRETS ? `最多同时有 ${MAX_LIVE_SECRETS} 个有效密钥，请先吊销不用的` : false;
  const revoke = async ({ secretId, hint }: Secret) => {
    const agreed = await confirmLoss('吊销', `吊销密钥 …${hint}？用它签名的页面立即不能查看，不能恢复。`, () =>
      api.embedApp.revokeSecret({ params: { id: app.id, secretId } }, { overlay: false }),
    );
    if (!agreed) return;
    toast.success('密钥已吊销');
    await refresh(api.embedApp.page);
  };
  return (
    <section className="embed-section" aria-label="签名密钥">
      <h3>
        签名密钥 <small>最多 {MAX_LIVE_SECRETS} 个同时有效，先启用新的，再吊销旧的</small>
        <span className="grow" />
        {can(api.embedApp.createSecret) && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            loading={create.isPending}
            {...barredProps(barred)}
            onClick={() => create.mutate({ params: { id: app.id } })}
          >
            生成密钥
          </Button>
        )}
      </h3>
      {made !== null && <NewSecret secret={made} onClose={() => setMade(null)} />}
      <Table<Secret>
        className="list-table"
        size="small"
        rowKey="secretId"
        pagination={false}
        dataSource={app.secrets}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '还没有密钥' }}
        columns={columnsOf(can(api.embedApp.revokeSecret) ? (secret) => void revoke(secret) : null)}
      />
    </section>
  );
}

const columnsOf = (onRevoke: ((secret: Secret) => void) | null): TableColumnsType<Secret> => [
  { title: '密钥', render: (_, { hint }) => <span className="mono">…{hint}</span> },
  { title: '编号（kid）', render: (_, { secretId }) => <span className="mono">{secretId}</span> },
  {
    title: '状态',
    render: (_, { revokeTime }) => (revokeTime === null ? <Tag tone="ok">有效</Tag> : <Tag tone="idle">已吊销</Tag>),
  },
  { title: '创建', render: (_, { createTime }) => <DateText value={createTime} /> },
  {
    title: '最后使用',
    render: (_, { lastUsedTime }) => (lastUsedTime ? <DateText value={lastUsedTime} /> : <span className="muted">从未</span>),
  },
  {
    title: '操作',
    fixed: 'right',
    render: (_, secret) =>
      onRevoke &&
      secret.revokeTime === null && (
        <span className="row-actions">
          <button type="button" onClick={() => onRevoke(secret)}>
            吊销
          </button>
        </span>
      ),
  },
];

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('密钥已复制');
  } catch {
    toast.warning('浏览器不允许复制，请手动选中复制');
  }
}

/** A secret that was just made: it is shown here and never again. */
const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <div className="embed-new-secret" role="alert">
    <p>
      <KeyOutlined aria-hidden />
      <b>新密钥只显示这一次</b>
      <span>请存入嵌入方的服务器，不要写进页面</span>
      <span className="grow" />
      <Button size="small" onClick={onClose}>
        已保存，关闭
      </Button>
    </p>
    <div className="embed-secret-line">
      <Input className="mono" readOnly aria-label="新的签名密钥" value={secret} onFocus={(event) => event.target.select()} />
      <Button icon={<CopyOutlined />} aria-label="复制密钥" onClick={() => void copy(secret)}>
        复制
      </Button>
    </div>
  </div>
);

import { Button, Drawer, Space, Table } from 'antd';
import { useState } from 'react';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { minute } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import type { CachePolicy } from '../../contract/cache-policy.ts';
import { api } from './api.ts';
import { CacheField } from './CacheField.tsx';
import { policyText } from './policy-text.ts';
import { useInherited } from './use-inherited.ts';

type Source = CallReply<typeof api.cache.sources>[number];

/** How long answers of each source are kept where its data sets say nothing of their own, and a way to forget them. */
export function SourceCacheDrawer({ onClose }: { onClose: () => void }) {
  const sources = useCall(api.cache.sources);
  const platform = useInherited({});
  const [edited, setEdited] = useState<{ id: string; policy: CachePolicy | null } | null>(null);
  const save = useWrite(api.cache.setSource, {
    refreshes: [api.cache.inherited],
    onSuccess: () => {
      toast.success('已保存');
      setEdited(null);
    },
  });
  const purge = useWrite(api.cache.purgeSource, { onSuccess: () => toast.success('缓存已清除') });
  const clear = (id: string) => void confirmLoss('清除', '清除该数据源的缓存？', () => purge.mutateAsync({ params: { id } }));
  const textOf = (policy: CachePolicy | null) => (policy ? policyText(policy) : `继承：${platform ?? '平台'}`);
  return (
    <Drawer open title="数据源缓存" size={880} onClose={onClose}>
      <p className="muted cache-note">
        数据集没有自己的缓存策略时按数据源的策略，数据源也没有时按平台参数。清除缓存后，该数据源的图表、看板和大屏会重新查询。
      </p>
      {sources.error ? (
        <StateView kind="error" error={sources.error} onRetry={() => void sources.refetch()} />
      ) : (
        <Table<Source>
          size="small"
          rowKey="id"
          pagination={false}
          loading={sources.isLoading}
          dataSource={sources.data ?? []}
          locale={{ emptyText: '没有可以管理的数据源' }}
          columns={[
            {
              title: '数据源',
              render: (_, row) => (
                <>
                  {row.sourceName} <span className="muted">{DB_KINDS.get(row.dbType)?.label}</span>
                </>
              ),
            },
            {
              title: '缓存策略',
              width: 330,
              render: (_, row) =>
                edited?.id === row.id ? (
                  <div className="cache-policy-cell">
                    <CacheField
                      size="small"
                      value={edited.policy}
                      inherited={platform}
                      onChange={(policy) => setEdited({ id: row.id, policy })}
                    />
                  </div>
                ) : (
                  <span className={row.policy ? undefined : 'muted'}>{textOf(row.policy)}</span>
                ),
            },
            {
              title: '数据集',
              width: 84,
              align: 'right',
              render: (_, row) => <span title={row.ownCount > 0 ? `${row.ownCount} 个有自己的策略` : undefined}>{row.setCount}</span>,
            },
            { title: '最近同步', width: 150, render: (_, row) => minute(row.syncTime) ?? <Missing /> },
            {
              title: '操作',
              width: 132,
              render: (_, row) =>
                edited?.id === row.id ? (
                  <Space size={4}>
                    <Button
                      size="small"
                      type="link"
                      loading={save.isPending}
                      onClick={() => save.mutate({ params: { id: row.id }, body: { policy: edited.policy } })}
                    >
                      保存
                    </Button>
                    <Button size="small" type="link" onClick={() => setEdited(null)}>
                      取消
                    </Button>
                  </Space>
                ) : (
                  <Space size={4}>
                    <Button size="small" type="link" onClick={() => setEdited({ id: row.id, policy: row.policy })}>
                      设置
                    </Button>
                    <Button size="small" type="link" onClick={() => clear(row.id)}>
                      清除缓存
                    </Button>
                  </Space>
                ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}

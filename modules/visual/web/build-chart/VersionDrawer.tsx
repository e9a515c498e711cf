import { Button, Drawer, Empty, List, Tag } from 'antd';
import { useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { dateTime } from '#kit/web/format.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { versionCalls } from '../../contract/version.ts';
import { diffCharts } from '../../core/doc/diff.ts';
import { readChart } from '../../core/doc/read-chart.ts';
import { useBuildStore } from './store.ts';

const api = createClient({ version: versionCalls }, send);

/** Saved versions of the chart: what differs from the present one, and back to any of them (as a step that can be undone). */
export function VersionDrawer({ onClose }: { onClose: () => void }) {
  const store = useBuildStore();
  const { id } = store.getState();
  const list = useCall(api.version.page, { params: { kind: 'chart', id }, query: { pageSize: 100 } });
  const [diff, setDiff] = useState<{ no: number; lines: string[] } | null>(null);
  const read = async (no: number) => {
    const { config } = await api.version.get({ params: { kind: 'chart', id, no } }, { quiet: true });
    return readChart(config);
  };
  const compare = async (no: number) => {
    const config = await read(no);
    const lines = diffCharts(config, store.getState().config).map((one) => one.name);
    setDiff({ no, lines: lines.length > 0 ? lines : ['与当前内容相同'] });
  };
  const take = async (no: number) => {
    if (!(await confirmDialog({ content: `把版本 ${no} 的内容放到画布上？保存前不影响他人，可以撤销。` }))) return;
    const config = await read(no);
    if (!config) return toast.error('该版本的内容无法读取');
    const { version, saved } = store.getState();
    store.getState().take(`恢复版本 ${no}`, config, version, saved);
    onClose();
  };
  return (
    <Drawer open title="版本" size={440} onClose={onClose}>
      {list.error ? (
        <Empty description={list.error.message} />
      ) : (
        <List
          loading={list.isLoading}
          dataSource={list.data?.data ?? []}
          locale={{ emptyText: '保存后在这里留下版本' }}
          renderItem={(row) => (
            <List.Item
              actions={[
                <Button key="diff" size="small" type="link" onClick={() => void compare(row.versionNo)}>
                  比较
                </Button>,
                <Button key="take" size="small" type="link" onClick={() => void take(row.versionNo)}>
                  恢复
                </Button>,
              ]}
            >
              <List.Item.Meta
                title={
                  <>
                    版本 {row.versionNo} {row.name && <Tag>{row.name}</Tag>}
                  </>
                }
                description={
                  <>
                    {row.authorName ?? '—'}　{dateTime(row.createTime)}
                    {diff?.no === row.versionNo && <span className="cb-version-diff">{diff.lines.join('；')}</span>}
                  </>
                }
              />
            </List.Item>
          )}
        />
      )}
    </Drawer>
  );
}

import { Button, Drawer, Empty, List, Tag } from 'antd';
import { useState } from 'react';
import type { StoreApi } from 'zustand';
import { createClient } from '#kit/web/client.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { dateTime } from '#kit/web/format.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { versionCalls } from '../contract/version.ts';
import type { Design } from '#kit/web/designer/store.ts';

const api = createClient({ version: versionCalls }, send);

interface Props<C> {
  kind: 'chart' | 'board';
  store: StoreApi<Design<C>>;
  read: (stored: unknown) => C | null;
  diff: (theirs: C | null, mine: C) => readonly string[];
  onClose: () => void;
}

/** Saved versions of a document: what differs from the present one, and back to any of them (as a step that can be undone). */
export function VersionDrawer<C>({ kind, store, read, diff, onClose }: Props<C>) {
  const { id } = store.getState();
  const list = useCall(api.version.page, { params: { kind, id }, query: { pageSize: 100 } });
  const [shown, setShown] = useState<{ no: number; lines: readonly string[] } | null>(null);
  const load = async (no: number) => read((await api.version.get({ params: { kind, id, no } }, { quiet: true })).config);
  const compare = async (no: number) => {
    const lines = diff(await load(no), store.getState().config);
    setShown({ no, lines: lines.length > 0 ? lines : ['与当前内容相同'] });
  };
  const take = async (no: number) => {
    if (!(await confirmDialog({ content: `把版本 ${no} 的内容放到画布上？保存前不影响他人，可以撤销。` }))) return;
    const config = await load(no);
    if (!config) return toast.error('该版本的内容无法读取');
    const { version, saved } = store.getState();
    store.getState().take(`恢复版本 ${no}`, config, version, saved);
    onClose();
  };
  const attempt = (work: Promise<void>) =>
    void work.catch((error: unknown) => toast.error(error instanceof Error ? error.message : '请求错误'));
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
                <Button key="diff" size="small" type="link" onClick={() => attempt(compare(row.versionNo))}>
                  比较
                </Button>,
                <Button key="take" size="small" type="link" onClick={() => attempt(take(row.versionNo))}>
                  恢复
                </Button>,
              ]}
            >
              <List.Item.Meta
                title={
                  <>
                    版本 {row.versionNo} {row.isCurrent && <Tag color="blue">已发布</Tag>}
                    {row.name && <Tag>{row.name}</Tag>}
                  </>
                }
                description={
                  <>
                    {row.authorName ?? '—'}　{dateTime(row.createTime)}
                    {shown?.no === row.versionNo && (
                      <ul className="designer-diff">
                        {shown.lines.map((line) => (
                          <li key={line}>{line}</li>
                        ))}
                      </ul>
                    )}
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

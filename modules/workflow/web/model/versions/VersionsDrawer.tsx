import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useCall } from '#kit/web/use-call.ts';
import { versionApi as api } from './api.ts';
import { Comparison } from './Comparison.tsx';
import { SideBySide } from './SideBySide.tsx';

interface Props {
  processKey: string;
  /** the text of the draft */
  xmlNow: () => Promise<string>;
  /** takes the text of a version as the draft */
  onRestore: (xml: string) => Promise<void>;
  onClose: () => void;
}

/** Published versions of the process: what the draft changes, and the way back. */
export default function VersionsDrawer({ processKey, xmlNow, onRestore, onClose }: Props) {
  useReturnFocus();
  const [open, setOpen] = useState<string | null>(null);
  const versions = useCall(api.versions, { params: { key: processKey } });
  const restore = (id: string, no: number) =>
    void confirmDialog({
      title: `把第 ${no} 版恢复为草稿？`,
      content: '草稿会换成该版本的内容，可以撤销；保存并发布后生效。',
      okText: '恢复',
      onOk: async () => {
        const { bpmnXml } = await api.text({ params: { id } });
        await onRestore(bpmnXml);
        toast.success(`已恢复第 ${no} 版，保存后生效`);
        onClose();
      },
    });
  const [isComparing, setComparing] = useState(false);
  const compare = (
    <Button disabled={!versions.data?.length} onClick={() => setComparing(true)}>
      比较两个版本
    </Button>
  );
  return (
    <Drawer open title="已发布的版本" size={640} onClose={onClose} extra={compare}>
      {isComparing && versions.data && <SideBySide versions={versions.data} xmlNow={xmlNow} onClose={() => setComparing(false)} />}
      {versions.error && <StateView kind="error" error={versions.error} onRetry={() => void versions.refetch()} />}
      {!versions.data && !versions.error && <StateView kind="loading" />}
      {versions.data?.length === 0 && <StateView kind="empty" what="还没有发布过" why="发布后在这里比较和恢复各个版本。" />}
      {versions.data?.map((row, n) => (
        <section className="designer-version" key={row.id} aria-label={`第 ${row.versionNo} 版`}>
          <div>
            <b>第 {row.versionNo} 版</b>
            {n === 0 && <Tag tone="calm">最新</Tag>}
            {row.suspensionState === '2' && <Tag tone="warn">挂起</Tag>}
            <span className="grow" />
            <Button size="small" type="link" aria-expanded={open === row.id} onClick={() => setOpen(open === row.id ? null : row.id)}>
              与草稿比较
            </Button>
            <Button size="small" type="link" onClick={() => restore(row.id, row.versionNo)}>
              恢复为草稿
            </Button>
          </div>
          <div className="muted">
            {row.authorName ?? '系统'} · <DateText value={row.createTime} />
          </div>
          {open === row.id && <Comparison id={row.id} versionNo={row.versionNo} xmlNow={xmlNow} />}
        </section>
      ))}
    </Drawer>
  );
}

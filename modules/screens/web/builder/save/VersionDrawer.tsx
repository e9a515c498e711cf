import { Button, Drawer, Empty, Skeleton, Tag } from 'antd';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { dateTime } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { readScreen } from '../../../core/read-screen.ts';
import { replaceAll } from '../../../core/node-commands.ts';
import { screenApi } from '../api.ts';
import { useEditor } from '../editor.ts';

/** Saved versions of the screen; any of them comes back onto the canvas as a step that can be undone. */
export function VersionDrawer({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const list = useCall(screenApi.version.page, { params: { kind: 'screen', id: editor.id }, query: { pageSize: 100 } });
  const take = async (no: number) => {
    if (!(await confirmDialog({ content: `把版本 ${no} 放到画布上？可以撤销，保存前不影响他人。` }))) return;
    try {
      const { config } = await screenApi.version.get({ params: { kind: 'screen', id: editor.id, no } }, { quiet: true });
      editor.change(`恢复版本 ${no}`, replaceAll(readScreen(config)), { select: [] });
      onClose();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '该版本的内容无法读取');
    }
  };
  const rows = list.data?.data ?? [];
  return (
    <Drawer open title="版本" size={420} onClose={onClose}>
      {list.error ? (
        <Empty description={list.error.message} />
      ) : list.isLoading ? (
        <Skeleton active />
      ) : rows.length === 0 ? (
        <Empty description="保存后在这里留下版本" />
      ) : (
        <ul className="sed-versions">
          {rows.map((row) => (
            <li key={row.versionNo}>
              <div>
                <b>
                  版本 {row.versionNo}
                  {row.name && ` · ${row.name}`}
                </b>
                <span className="muted">
                  {row.authorName ?? '—'}　{dateTime(row.createTime)}
                </span>
              </div>
              {row.isCurrent ? <Tag color="green">已发布</Tag> : row.isPublished && <Tag>曾发布</Tag>}
              <Button size="small" onClick={() => void take(row.versionNo)}>
                恢复
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}

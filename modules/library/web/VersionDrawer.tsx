import { Button, Drawer, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { dateTime } from '#kit/web/format.ts';
import { FailedRows } from '#kit/web/table/ListStates.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { DocKind } from '../contract/item.ts';
import { api } from './api.ts';
import { ChangeLines } from './Changes.tsx';
import { NameDialog } from './FolderPanel.tsx';
import type { LibraryKind } from './kind.ts';

const PAGE = 20;
interface Props {
  of: LibraryKind;
  id: string;
  name: string;
  /** version of the item that a restore replaces */
  version: number;
  onClose: () => void;
  onRestored?: (result: { version: number; versionNo: number }) => void;
}

/** Versions of a document: what changed since, names, and the way back, which makes a new draft. */
export function VersionDrawer({ of, id, name, version, onClose, onRestored }: Props) {
  const { kind, calls, publishing } = of;
  const [pageNum, setPage] = useState(1);
  const [open, setOpen] = useState<number | null>(null);
  const [naming, setNaming] = useState<{ no: number; name: string } | null>(null);
  const { data, error, refetch } = useCall(
    api.version.page,
    { params: { kind, id }, query: { pageNum, pageSize: PAGE } },
    { staleTime: 0, keepPrevious: true },
  );
  const refresh = useRefresh();
  const restore = async (no: number) => {
    const note = publishing ? '草稿会被替换，可以再从版本中找回；已发布的内容不受影响。' : '当前内容会被替换，可以再从版本中找回。';
    if (!(await confirmDialog({ content: `恢复到版本 ${no}？${note}` }))) return;
    try {
      const result = await api.version.restore({ params: { kind, id, no }, body: { version } });
      toast.success(`已恢复版本 ${no}`);
      onRestored?.(result);
      await refresh(calls.page, api.version.page, api.version.diff);
      onClose();
    } catch {
      // the request layer has said why
    }
  };
  const last = data?.data[0]?.versionNo;
  return (
    <Drawer open title={`版本 · ${name}`} size={520} onClose={onClose}>
      {error && !data && <FailedRows error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton active paragraph={{ rows: 8 }} />}
      {data?.data.length === 0 && <div className="blank">还没有版本，保存后在这里留下。</div>}
      {data?.data.map((row) => (
        <div className="lib-version" key={row.versionNo}>
          <div>
            <b>版本 {row.versionNo}</b>
            {row.name && <span className="cut">{row.name}</span>}
            {row.isCurrent && <span className="tag tag-ok">当前发布</span>}
            {row.isPublished && !row.isCurrent && <span className="tag">曾发布</span>}
            {row.restoredFrom !== null && <span className="tag tag-line">恢复自版本 {row.restoredFrom}</span>}
            <span className="grow" />
            <Button size="small" type="link" onClick={() => setNaming({ no: row.versionNo, name: row.name ?? '' })}>
              命名
            </Button>
            <Button
              size="small"
              type="link"
              aria-expanded={open === row.versionNo}
              onClick={() => setOpen(open === row.versionNo ? null : row.versionNo)}
            >
              比较
            </Button>
            <Button
              size="small"
              type="link"
              disabled={row.versionNo === last && !row.isCurrent}
              onClick={() => void restore(row.versionNo)}
            >
              恢复
            </Button>
          </div>
          <div className="muted">
            {row.authorName ?? '系统'} · {dateTime(row.createTime)}
          </div>
          {open === row.versionNo && <Since kind={kind} id={id} no={row.versionNo} />}
        </div>
      ))}
      {data && data.total > PAGE && (
        <Pagination
          size="small"
          style={{ marginTop: 16 }}
          current={pageNum}
          pageSize={PAGE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {naming && (
        <NameDialog
          title={`命名版本 ${naming.no}`}
          initial={naming.name}
          most={64}
          save={(text) => api.version.name({ params: { kind, id, no: naming.no }, body: { name: text } })}
          onClose={() => setNaming(null)}
          onSaved={() => refetch()}
        />
      )}
    </Drawer>
  );
}

/** What changed from a version to the present draft. */
function Since({ kind, id, no }: { kind: DocKind; id: string; no: number }) {
  const { data, error, refetch } = useCall(api.version.diff, { params: { kind, id }, query: { from: no, to: 'draft' } }, { staleTime: 0 });
  if (error) return <FailedRows error={error} onRetry={() => void refetch()} />;
  return data ? <ChangeLines {...data} /> : <Skeleton active paragraph={{ rows: 2 }} title={false} />;
}

import { VersionDrawer as Versions, type VersionRow } from '#kit/web/designer/VersionDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { DocKind } from '../contract/item.ts';
import { api } from './api.ts';
import { ChangeLines } from './Changes.tsx';
import type { LibraryKind } from './kind.ts';
import { useVersions } from './use-versions.tsx';

interface Props {
  of: LibraryKind;
  id: string;
  name: string;
  /** version of the item that a restore replaces */
  version: number;
  onClose: () => void;
}

/** Versions of an item of a list: the way back makes a new draft. */
export function VersionDrawer({ of, id, name, version, onClose }: Props) {
  const { kind, calls, publishing } = of;
  const versions = useVersions(kind, id);
  const refresh = useRefresh();
  const restore = async (no: number) => {
    const note = publishing ? '草稿会被替换，可以再从版本中找回；已发布的内容不受影响。' : '当前内容会被替换，可以再从版本中找回。';
    if (!(await confirmDialog({ content: `恢复到版本 ${no}？${note}`, okText: '恢复' }))) return;
    try {
      await api.version.restore({ params: { kind, id, no }, body: { version } });
      toast.success(`已恢复版本 ${no}`);
      await refresh(calls.page, api.version.page, api.version.diff);
      onClose();
    } catch {
      // the request layer has said why
    }
  };
  const last = versions.list.rows?.[0]?.versionNo;
  const canRestore = (row: VersionRow) => row.versionNo !== last || row.isCurrent;
  return (
    <>
      <Versions
        {...versions}
        title={`版本 · ${name}`}
        compare={(no) => <Since kind={kind} id={id} no={no} />}
        canRestore={canRestore}
        onRestore={(no) => void restore(no)}
        onClose={onClose}
      />
      {versions.dialog}
    </>
  );
}

/** What changed from a version to the present draft. */
function Since({ kind, id, no }: { kind: DocKind; id: string; no: number }) {
  const { data, error, refetch } = useCall(api.version.diff, { params: { kind, id }, query: { from: no, to: 'draft' } }, { staleTime: 0 });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  return data ? <ChangeLines {...data} /> : <StateView kind="loading" rows={2} />;
}

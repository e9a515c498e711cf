import type { OpenDocument } from '#kit/web/designer/open-document.ts';
import { VersionDrawer } from '#kit/web/designer/VersionDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { DocKind } from '../contract/item.ts';
import { api } from './api.ts';
import { useVersions } from './use-versions.tsx';

interface Props<C> {
  kind: DocKind;
  id: string;
  document: OpenDocument<C>;
  read: (stored: unknown) => C | null;
  diff: (from: C | null, to: C) => readonly string[];
  onClose: () => void;
}

/** Versions of the document that is open in a builder: any of them comes back onto the canvas, as a step that can be undone. */
export function DocumentVersions<C>({ kind, id, document, read, diff, onClose }: Props<C>) {
  const versions = useVersions(kind, id);
  const restore = async (no: number) => {
    if (!(await confirmDialog({ content: `把版本 ${no} 的内容放到画布上？保存前不影响他人，可以撤销。`, okText: '恢复' }))) return;
    try {
      const config = read((await api.version.get({ params: { kind, id, no } }, { quiet: true })).config);
      if (config === null) return toast.error('该版本的内容无法读取');
      document.take(`恢复版本 ${no}`, config);
      onClose();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '该版本的内容无法读取');
    }
  };
  const since = (no: number) => <Since kind={kind} id={id} no={no} lines={(stored) => diff(read(stored), document.now().config)} />;
  return (
    <>
      <VersionDrawer {...versions} compare={since} onRestore={(no) => void restore(no)} onClose={onClose} />
      {versions.dialog}
    </>
  );
}

interface SinceProps {
  kind: DocKind;
  id: string;
  no: number;
  lines: (stored: unknown) => readonly string[];
}
/** What changed from a version to what is on the canvas now, saved or not. */
function Since({ kind, id, no, lines }: SinceProps) {
  const { data, error, refetch } = useCall(api.version.get, { params: { kind, id, no } });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={2} />;
  const changes = lines(data.config);
  if (changes.length === 0) return <p className="designer-note">与当前内容相同</p>;
  return (
    <ul className="designer-diff">
      {changes.map((line, n) => (
        // lines have no identity of their own and never change while they are shown
        // eslint-disable-next-line react/no-array-index-key
        <li key={n}>{line}</li>
      ))}
    </ul>
  );
}

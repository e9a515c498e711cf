import { VersionDrawer } from '#kit/web/designer/VersionDrawer.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { formChanges } from '../../core/index.ts';
import { api } from '../api.ts';

interface Props {
  formId: string;
  present: FormSchema;
  onRestore: (no: number, schema: FormSchema) => void;
  onClose: () => void;
}
/** Published versions of a form: what changed since, and the way back. */
export default function VersionsDrawer({ formId, present, onRestore, onClose }: Props) {
  const { data, error, refetch } = useCall(api.form.versions, { params: { id: formId } });
  const rows = data?.map(({ versionNo, authorName, createTime, isCurrent }) => ({
    versionNo,
    authorName,
    createTime,
    isCurrent,
    name: null,
    isPublished: true,
    restoredFrom: null,
  }));
  const restore = async (versionNo: number) => onRestore(versionNo, (await api.form.version({ params: { id: formId, versionNo } })).schema);
  return (
    <VersionDrawer
      list={{ rows, error, retry: () => void refetch() }}
      compare={(no) => <Changes {...{ formId, no, present }} />}
      onRestore={(no) => void restore(no)}
      onClose={onClose}
    />
  );
}

function Changes({ formId, no, present }: { formId: string; no: number; present: FormSchema }) {
  const { data, error, refetch } = useCall(api.form.version, { params: { id: formId, versionNo: no } });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={3} />;
  const lines = formChanges(data.schema, present);
  if (lines.length === 0) return <p className="designer-note">与当前设计相同</p>;
  return (
    <ul className="designer-diff">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

import { Alert, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { EDGE_KIND_LABELS, type EdgeKind } from '../contract/lineage.ts';
import { api } from './api.ts';
import { TablePicker } from './TablePicker.tsx';

interface End {
  type: 'table' | 'object';
  id: string;
  column: string | null;
  name: string;
}
export interface GivenEdge {
  from: { type: 'table' | 'object'; id: string; column: string | null };
  to: { type: 'table' | 'object'; id: string; column: string | null };
  kind: EdgeKind;
}
const REFRESHES = [api.lineage.table, api.lineage.object, api.lineage.column, api.lineage.units, api.lineage.edge, api.lineage.unresolved];
const KINDS = (Object.entries(EDGE_KIND_LABELS) as [EdgeKind, string][]).map(([value, label]) => ({ value, label }));

/** Makes or changes an edge by hand; `onGiven` takes it instead of storing it. */
export function ManualDialog({
  id,
  title,
  onClose,
  onGiven,
}: {
  id?: string;
  title?: string;
  onClose: (saved: boolean) => void;
  onGiven?: (edge: GivenEdge) => Promise<unknown>;
}) {
  const stored = useCall(api.lineage.manual, { params: { id: id ?? '0' } }, { enabled: id !== undefined, staleTime: 0 });
  if (id !== undefined && !stored.data)
    return (
      <Modal open title="修改血缘关系" footer={null} onCancel={() => onClose(false)}>
        {stored.error ? <Alert type="error" title={stored.error.message} /> : <StateView kind="loading" />}
      </Modal>
    );
  return <Fields stored={stored.data ?? null} id={id} title={title} onClose={onClose} onGiven={onGiven} />;
}

interface Stored {
  from: { type: 'table' | 'object'; id: string; column: string | null };
  to: { type: 'table' | 'object'; id: string; column: string | null };
  kind: EdgeKind;
  reason: string;
  version: number;
}

function Fields({
  stored,
  id,
  title,
  onClose,
  onGiven,
}: {
  stored: Stored | null;
  id?: string;
  title?: string;
  onClose: (saved: boolean) => void;
  onGiven?: (edge: GivenEdge) => Promise<unknown>;
}) {
  const [from, setFrom] = useState<End | null>(stored && { ...stored.from, name: '' });
  const [to, setTo] = useState<End | null>(stored && { ...stored.to, name: '' });
  const [kind, setKind] = useState<EdgeKind>(stored?.kind ?? 'value');
  const [reason, setReason] = useState(stored?.reason ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const create = useWrite(api.lineage.createManual, { refreshes: REFRESHES, quiet: true });
  const update = useWrite(api.lineage.updateManual, { refreshes: REFRESHES, quiet: true });
  const save = async () => {
    if (!from || !to) return setProblem('请选择来源与去向');
    if (!onGiven && reason.trim() === '') return setProblem('请填写补充原因');
    const { name: _f, ...fromEnd } = from;
    const { name: _t, ...toEnd } = to;
    setBusy(true);
    try {
      if (onGiven) await onGiven({ from: fromEnd, to: toEnd, kind });
      else if (id !== undefined && stored)
        await update.mutateAsync({ params: { id }, body: { from: fromEnd, to: toEnd, kind, reason, version: stored.version } });
      else await create.mutateAsync({ body: { from: fromEnd, to: toEnd, kind, reason } });
      toast.success('血缘关系已保存');
      onClose(true);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '保存失败，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={title ?? (id === undefined ? '补充血缘关系' : '修改血缘关系')}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <Form layout="vertical" className="lin-form">
        {problem && <Alert type="error" title={problem} />}
        <EndField label="来源" value={from} onChange={setFrom} />
        <EndField label="去向" value={to} onChange={setTo} />
        <Form.Item label="关系" extra={kind === 'value' ? undefined : '只影响去向中有哪些行，不影响取值'}>
          <Select value={kind} options={KINDS} onChange={setKind} style={{ width: 160 }} />
        </Form.Item>
        {!onGiven && (
          <Form.Item label="补充原因" required>
            <Input.TextArea rows={2} maxLength={500} showCount value={reason} onChange={(event) => setReason(event.target.value)} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

function EndField({ label, value, onChange }: { label: string; value: End | null; onChange: (end: End | null) => void }) {
  const isTable = value?.type === 'table';
  const columns = useCall(
    api.lineage.table,
    { params: { tableId: value?.id ?? '0' }, query: { depth: 1, columns: 'auto' } },
    { enabled: isTable, staleTime: 60_000 },
  );
  const node = columns.data?.nodes.find((one) => one.key === columns.data?.focus);
  const shown = value && (value.name || (node ? (node.schemaName === null ? node.name : `${node.schemaName}.${node.name}`) : ''));
  return (
    <Form.Item label={label} required>
      <div className="lin-pair">
        <TablePicker
          value={value?.id}
          label={shown ?? undefined}
          width="100%"
          ariaLabel={`${label}表`}
          onPick={(picked) => onChange({ type: 'table', id: picked.tableId, column: null, name: picked.name })}
        />
        <Select
          aria-label={`${label}字段`}
          allowClear
          showSearch
          placeholder="整表"
          disabled={!isTable}
          value={value?.column ?? undefined}
          options={(node?.columns ?? []).map((column) => ({
            value: column.name,
            label: column.comment ? `${column.name}　${column.comment}` : column.name,
          }))}
          onChange={(column: string | undefined) => value && onChange({ ...value, column: column ?? null })}
        />
      </div>
    </Form.Item>
  );
}

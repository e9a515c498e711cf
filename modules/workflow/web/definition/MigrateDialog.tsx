import { Modal, Select, Table } from 'antd';
import { useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import '../operators.css';

type Plan = ReplyOf<typeof api.definition.migrate>;
type NodeRow = Plan['nodes'][number];
/** Faults that are shown; the rest is counted. */
const SHOWN = 20;

interface MigrateDialogProps {
  row: { id: string; name: string; versionNo: number };
  onClose: () => void;
}
/** 版本迁移: running instances of other versions go on in this one; the table says at which node. */
export function MigrateDialog({ row, onClose }: MigrateDialogProps) {
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const plan = useCall(api.definition.migrate, { params: { id: row.id }, body: { mapping, dryRun: true } }, { keepPrevious: true });
  const migrate = useWrite(api.definition.migrate, { refreshes: [api.running.page] });
  const total = plan.data?.total ?? 0;
  const isReady = total > 0 && plan.data?.faults.length === 0 && !plan.isFetching;
  const handleMigrate = async () => {
    try {
      const { migrated } = await migrate.mutateAsync({ params: { id: row.id }, body: { mapping, dryRun: false } });
      toast.success(`已迁移 ${migrated} 个流程`);
      onClose();
    } catch {
      // told by the kit; the dialog stays open
    }
  };
  return (
    <Modal
      open
      width={720}
      title={`迁移到“${row.name}”第 ${row.versionNo} 版`}
      okText={total > 0 ? `迁移 ${total} 个流程` : '迁移'}
      cancelText="取消"
      okButtonProps={{ disabled: !isReady, loading: migrate.isPending }}
      onOk={() => void handleMigrate()}
      onCancel={onClose}
    >
      {plan.error && <StateView kind="error" inline error={plan.error} onRetry={() => void plan.refetch()} />}
      {!plan.error && !plan.data && <StateView kind="loading" rows={3} />}
      {plan.data?.total === 0 && <StateView kind="empty" inline what="没有其他版本的运行中流程" />}
      {plan.data && plan.data.total > 0 && (
        <>
          <p className="muted">运行中的流程改按本版本继续，任务、办理人和到期时间不变；全部成功才生效。</p>
          <MappingTable nodes={plan.data.nodes} onChange={(node, to) => setMapping((now) => ({ ...now, [node]: to }))} />
          <Faults faults={plan.data.faults} />
        </>
      )}
    </Modal>
  );
}

function MappingTable({ nodes, onChange }: { nodes: NodeRow[]; onChange: (node: string, to: string) => void }) {
  return (
    <Table<NodeRow>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={nodes}
      columns={[
        { title: '现在所在的节点', dataIndex: 'name' },
        { title: '流程数', dataIndex: 'count', width: 88, align: 'right' },
        {
          title: '本版本的对应节点',
          width: 280,
          render: (_value, node) => (
            <Select
              aria-label={`“${node.name}”的对应节点`}
              style={{ width: '100%' }}
              value={node.to}
              placeholder="请选择"
              {...(node.to === null && { status: 'error' as const })}
              options={node.choices.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(to: string | null) => to !== null && onChange(node.id, to)}
            />
          ),
        },
      ]}
    />
  );
}

function Faults({ faults }: { faults: Plan['faults'] }) {
  if (faults.length === 0) return null;
  const count = new Set(faults.map(({ processInstanceId }) => processInstanceId)).size;
  return (
    <section className="flow-faults" aria-label="不能迁移的流程">
      <p>{count} 个流程还不能迁移</p>
      <ul>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={`${fault.processInstanceId} ${fault.node} ${fault.message}`}>
            <b>{fault.title}</b> {fault.message}
          </li>
        ))}
      </ul>
      {faults.length > SHOWN && <p className="muted">另有 {faults.length - SHOWN} 条未列出</p>}
    </section>
  );
}

import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer, Form, Input, InputNumber, Modal, TreeSelect } from 'antd';
import { useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { buildTree, idsToLevel, type Node } from '#kit/web/tree/tree-data.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useCall, useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { count } from '#kit/web/format.ts';
import { TreePanel } from '#kit/web/tree/TreePanel.tsx';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { api } from './api.ts';
import { useGroupRows } from './square/use-group-rows.ts';

type Group = CallReply<typeof api.apiGroup.list>[number];
const parentOf = ({ parentId }: Group) => parentId;
const nodeOf = (node: Node<Group>): TreeListNode => ({
  key: node.id,
  name: node.groupName,
  extra: count(node.apiCount + node.serviceCount),
  children: node.children?.map(nodeOf),
});
interface Choice {
  value: string;
  title: string;
  children: Choice[];
}
const choiceOf = (node: Node<Group>): Choice => ({ value: node.id, title: node.groupName, children: node.children?.map(choiceOf) ?? [] });

/** Sends something about groups; what was refused is shown by the request layer and keeps the dialog. */
function useSend(onDone: () => void) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const send = async (work: () => Promise<unknown>, done: string) => {
    if (isBusy) return;
    setBusy(true);
    const isDone = await work()
      .then(() => true)
      .catch(() => false);
    setBusy(false);
    if (!isDone) return;
    toast.success(done);
    onDone();
    await refresh(api.apiGroup.list, api.dataApi.page, api.service.page, api.square.page);
  };
  return { send, isBusy };
}

const valuesWith = ({ groupId: _, ...rest }: Readonly<Record<string, string>>, id: string | null): Record<string, string> =>
  id === null ? rest : { ...rest, groupId: id };

interface PanelProps {
  list: Pick<EntityList<never>, 'state' | 'update'>;
  kind: 'api' | 'service';
}
/** The groups beside a list of APIs or services; none where nobody has made any. */
export function GroupPanel({ list, kind }: PanelProps) {
  const groups = useGroupRows(kind);
  if (groups.length === 0) return null;
  return (
    <TreePanel
      rows={groups}
      all="全部"
      placeholder="搜索分组"
      selected={list.state.values['groupId'] ?? null}
      onSelect={(id) => list.update({ values: valuesWith(list.state.values, id), page: 1 })}
    />
  );
}

/** 分组管理: the tree in which the market shows APIs and services. */
export function GroupDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const found = useCall(api.apiGroup.list);
  const [selected, setSelected] = useState<string | null>(null);
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const [editing, setEditing] = useState<{ id: string | null } | null>(null);
  const rows = found.data ?? [];
  const nodes = buildTree(rows, parentOf);
  const chosen = rows.find(({ id }) => id === selected);
  const refresh = useRefresh();
  const remove = async ({ id, groupName }: Group) => {
    const agreed = await confirmLoss('删除', `删除分组“${groupName}”？`, () => api.apiGroup.remove({ params: { id } }, { overlay: false }));
    if (!agreed) return;
    setSelected(null);
    await refresh(api.apiGroup.list);
  };
  return (
    <Drawer open title="API分组" onClose={onClose}>
      <div className="market-inline market-group-tools">
        <Can call={api.apiGroup.create}>
          <Button icon={<PlusOutlined />} onClick={() => setEditing({ id: null })}>
            新增分组
          </Button>
        </Can>
        <Can call={api.apiGroup.update}>
          <Button disabled={!chosen} onClick={() => chosen && setEditing({ id: chosen.id })}>
            修改
          </Button>
        </Can>
        <Can call={api.apiGroup.remove}>
          <Button danger disabled={!chosen} onClick={() => chosen && void remove(chosen)}>
            删除
          </Button>
        </Can>
      </div>
      {found.isError && <StateView kind="error" inline error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && rows.length === 0 && <StateView kind="empty" inline what="还没有分组，先点击“新增分组”" />}
      <TreeList
        label="API分组"
        nodes={nodes.map(nodeOf)}
        expanded={opened ?? idsToLevel(nodes, Infinity)}
        onExpand={setOpened}
        selected={selected}
        onSelect={setSelected}
      />
      {editing && <GroupDialog id={editing.id} rows={rows} parentId={selected} onClose={() => setEditing(null)} />}
    </Drawer>
  );
}

interface DialogProps {
  /** null = a new one below `parentId` */
  id: string | null;
  rows: readonly Group[];
  parentId: string | null;
  onClose: () => void;
}
function GroupDialog({ id, rows, parentId, onClose }: DialogProps) {
  const [form] = Form.useForm<{ groupName: string; parentId?: string; sortNo: number }>();
  const { send, isBusy } = useSend(onClose);
  const found = useCall(api.apiGroup.get, { params: { id: id ?? '' } }, { enabled: id !== null });
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    const body = { ...values, parentId: values.parentId ?? null };
    await send(
      () =>
        id !== null && found.data
          ? api.apiGroup.update(
              { params: { id }, body: { ...body, remark: found.data.remark, version: found.data.version } },
              { overlay: false },
            )
          : api.apiGroup.create({ body }, { overlay: false }),
      '已保存分组',
    );
  };
  const initial =
    id === null
      ? { parentId: parentId ?? undefined, sortNo: 0 }
      : found.data && { ...found.data, parentId: found.data.parentId ?? undefined };
  return (
    <Modal
      open
      title={id === null ? '新增分组' : '修改分组'}
      okText="保存"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !initial }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {!initial && <StateView kind="loading" rows={3} />}
      {initial && (
        <Form form={form} layout="vertical" initialValues={initial}>
          <Form.Item name="groupName" label="分组名称" rules={[{ required: true, whitespace: true, message: '请填写分组名称' }]}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="parentId" label="上级分组" extra="最多四级">
            <TreeSelect allowClear treeDefaultExpandAll placeholder="不选为一级分组" treeData={buildTree(rows, parentOf).map(choiceOf)} />
          </Form.Item>
          <Form.Item name="sortNo" label="排序">
            <InputNumber min={0} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}

/** 移到分组: where the market shows an API; released ones too. */
export function AssignDialog({ api: of, onClose }: { api: { id: string; apiName: string; groupId: string | null }; onClose: () => void }) {
  useReturnFocus();
  const { data } = useCall(api.apiGroup.list);
  const [groupId, setGroupId] = useState(of.groupId);
  const { send, isBusy } = useSend(onClose);
  return (
    <Modal
      open
      title={`“${of.apiName}”移到分组`}
      okText="保存"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void send(() => api.apiGroup.assign({ body: { apiIds: [of.id], groupId } }, { overlay: false }), '已移到分组')}
      onCancel={onClose}
    >
      <TreeSelect
        aria-label="分组"
        allowClear
        treeDefaultExpandAll
        placeholder="不分组"
        style={{ width: '100%' }}
        value={groupId ?? undefined}
        treeData={buildTree(data ?? [], parentOf).map(choiceOf)}
        onChange={(id?: string) => setGroupId(id ?? null)}
      />
    </Modal>
  );
}

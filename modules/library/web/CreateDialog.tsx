import { Form, Input, Modal, TreeSelect } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import type { FolderTree } from './FolderPanel.tsx';
import { buildPath, openWindow } from './items.ts';
import type { LibraryKind } from './kind.ts';

interface Node {
  value: string;
  title: string;
  children: Node[];
}
/** Folders for a tree to choose from. */
export const folderNodes = (tree: FolderTree | undefined, parentId: string | null = null): Node[] =>
  (tree?.folders ?? [])
    .filter((folder) => folder.parentId === parentId)
    .map((folder) => ({ value: folder.id, title: folder.name, children: folderNodes(tree, folder.id) }));

export function FolderSelect({
  tree,
  value,
  onChange,
}: {
  tree: FolderTree | undefined;
  value?: string | null;
  onChange?: (id: string | null) => void;
}) {
  return (
    <TreeSelect
      aria-label="目录"
      allowClear
      treeDefaultExpandAll
      placeholder="未分组"
      style={{ width: '100%' }}
      treeData={folderNodes(tree)}
      value={value ?? undefined}
      onChange={(id?: string) => onChange?.(id ?? null)}
    />
  );
}

interface Values {
  name: string;
  folderId?: string | null;
}
interface Props {
  of: LibraryKind;
  tree: FolderTree | undefined;
  folderId: string | null;
  onClose: () => void;
}

/** A new document with what its kind asks for; its builder opens at once. */
export function CreateDialog({ of, tree, folderId, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const { kind, label, example, calls, Fields } = of;
  const submit = async (values: Values) => {
    // Enter once more
    if (isBusy) return;
    setBusy(true);
    try {
      const { id } = await of.create({ ...values, name: values.name.trim(), folderId: values.folderId ?? null });
      toast.success('新增成功');
      openWindow(buildPath(kind, id));
      onClose();
      await refresh(calls.page, api.folder.tree, api.home.overview);
    } catch {
      // the request layer has said why; what was typed stays
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`新增${label}`}
      okText="新增并配置"
      cancelText="取消"
      width={480}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ folderId }} onFinish={(values) => void submit(values)} requiredMark>
        <Form.Item name="name" label={`${label}名称`} rules={[{ required: true, whitespace: true, message: `${label}名称不能为空` }]}>
          <Input autoFocus maxLength={64} placeholder={`例如 ${example}`} />
        </Form.Item>
        {Fields && <Fields />}
        <Form.Item name="folderId" label="目录" style={{ marginBottom: 0 }}>
          <FolderSelect tree={tree} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

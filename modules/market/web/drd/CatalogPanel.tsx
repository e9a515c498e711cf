import { PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Modal, TreeSelect } from 'antd';
import { useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { SidePanel } from '#kit/web/parts/SidePanel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { buildTree, idsToLevel, withAncestors, type Node } from '#kit/web/tree/tree-data.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';

export type Catalog = CallReply<typeof api.drd.tree>[number];
const parentOf = (row: Catalog) => row.parentId;
const nodeOf = (node: Node<Catalog>): TreeListNode => ({
  key: node.id,
  name: node.catalogName,
  title: `${node.catalogName} ${node.catalogCode}`,
  extra: count(node.count),
  children: node.children?.map(nodeOf),
});
interface Choice {
  value: string;
  title: string;
  children: Choice[];
}
const choiceOf = (node: Node<Catalog>): Choice => ({
  value: node.id,
  title: `${node.catalogName}（${node.catalogCode}）`,
  children: node.children?.map(choiceOf) ?? [],
});
/** The classes to choose from. */
export const catalogChoices = (rows: readonly Catalog[]): Choice[] => buildTree(rows, parentOf).map(choiceOf);

interface Props {
  selected: string | null;
  onSelect: (id: string | null) => void;
}
/** 类、项、目、细目 with how many resources are in each. */
export function CatalogPanel({ selected, onSelect }: Props) {
  const { data, error, refetch } = useCall(api.drd.tree, {});
  const [keyword, setKeyword] = useState('');
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const [isAdding, setAdding] = useState(false);
  const rows = data ?? [];
  const word = keyword.trim();
  const found = word === '' ? rows : withAncestors(rows, (row) => `${row.catalogName} ${row.catalogCode}`.includes(word), parentOf);
  const nodes = buildTree(found, parentOf);
  const all = rows.filter(({ parentId }) => parentId === null).reduce((sum, row) => sum + row.count, 0);
  return (
    <SidePanel chosen={rows.find(({ id }) => id === selected)?.catalogName ?? '全部资源'} label="资源分类">
      {(close) => (
        <>
          <SearchInput label="搜索类、项、目" value={keyword} onChange={setKeyword} />
          {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
          <TreeList
            label="资源分类"
            nodes={[{ key: '', name: '全部资源', extra: count(all) }, ...nodes.map(nodeOf)]}
            expanded={word === '' ? (opened ?? idsToLevel(nodes, 1)) : idsToLevel(nodes, Infinity)}
            onExpand={setOpened}
            selected={selected ?? ''}
            onSelect={(_, clicked) => {
              onSelect(clicked === '' ? null : clicked);
              close();
            }}
          />
          <Can call={api.drd.createCatalog}>
            <Button type="text" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              新增分类
            </Button>
          </Can>
          {isAdding && <CatalogDialog rows={rows} parentId={selected} onClose={() => setAdding(false)} />}
        </>
      )}
    </SidePanel>
  );
}

interface CatalogDialogProps {
  rows: readonly Catalog[];
  parentId: string | null;
  onClose: () => void;
}
function CatalogDialog({ rows, parentId, onClose }: CatalogDialogProps) {
  useReturnFocus();
  const [form] = Form.useForm<{ parentId: string | null; catalogName: string; codePart: string; sort: number }>();
  const make = useWrite(api.drd.createCatalog, {
    overlay: false,
    refreshes: [api.drd.tree],
    onSuccess: () => {
      toast.success('已新增分类');
      onClose();
    },
  });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values && !make.isPending) make.mutate({ body: values });
  };
  return (
    <Modal
      open
      title="新增资源分类"
      okText="保存"
      cancelText={uiTexts.cancel}
      confirmLoading={make.isPending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ parentId, sort: 0 }}>
        <Form.Item name="parentId" label="上级分类" extra="最多四级：类、项、目、细目">
          <TreeSelect allowClear treeDefaultExpandAll placeholder="不选为一级分类" treeData={catalogChoices(rows)} />
        </Form.Item>
        <Form.Item name="catalogName" label="分类名称" rules={[{ required: true, whitespace: true, message: '请填写分类名称' }]}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item
          name="codePart"
          label="分类代码"
          extra="与上级代码连接，例如 03-02；登记后不能修改"
          rules={[{ required: true, pattern: /^[0-9A-Za-z]{1,8}$/, message: '由1到8位数字或字母组成' }]}
        >
          <Input maxLength={8} placeholder="02" />
        </Form.Item>
        <Form.Item name="sort" label="排序">
          <InputNumber min={0} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

import { Form, Input, InputNumber, Modal, TreeSelect } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { catalogChoices, type Catalog } from './catalogs.ts';

/** A class below another one, or one that is changed. */
export type CatalogEdit = { parentId: string | null } | { row: Catalog };
interface Values {
  parentId: string | null;
  catalogName: string;
  codePart: string;
  sort: number;
}
interface Props {
  edit: CatalogEdit;
  rows: readonly Catalog[];
  onClose: () => void;
}
/** 资源分类: its place and code are given once, its name and order may change. */
export function CatalogDialog({ edit, rows, onClose }: Props) {
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const row = 'row' in edit ? edit.row : null;
  const options = {
    overlay: false,
    refreshes: [api.drd.tree, api.drd.page, api.drd.get],
    onSuccess: () => {
      toast.success(row ? '已修改分类' : '已新增分类');
      onClose();
    },
  } as const;
  const make = useWrite(api.drd.createCatalog, options);
  const change = useWrite(api.drd.updateCatalog, options);
  const isBusy = make.isPending || change.isPending;
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || isBusy) return;
    const { catalogName, sort } = values;
    if (row) change.mutate({ params: { id: row.id }, body: { catalogName, sort, version: row.version } });
    else make.mutate({ body: { ...values, parentId: values.parentId ?? null } });
  };
  const initial = row ? { catalogName: row.catalogName, sort: row.sort } : { parentId: 'parentId' in edit ? edit.parentId : null, sort: 0 };
  return (
    <Modal
      open
      title={row ? `修改资源分类“${row.catalogName}”` : '新增资源分类'}
      okText="保存"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={initial}>
        {!row && (
          <Form.Item name="parentId" label="上级分类" extra="最多四级：类、项、目、细目">
            <TreeSelect allowClear treeDefaultExpandAll placeholder="不选为一级分类" treeData={catalogChoices(rows)} />
          </Form.Item>
        )}
        <Form.Item name="catalogName" label="分类名称" rules={[{ required: true, whitespace: true, message: '请填写分类名称' }]}>
          <Input maxLength={50} />
        </Form.Item>
        <CodeItem given={row?.catalogCode ?? null} />
        <Form.Item name="sort" label="排序" rules={[{ required: true, message: '请填写排序' }]}>
          <InputNumber min={0} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** The code is chosen once: codes of resources begin with it. */
const CodeItem = ({ given }: { given: string | null }) =>
  given !== null ? (
    <Form.Item label="分类代码" extra="资源代码由它组成，登记后不能修改">
      <span className="mono">{given}</span>
    </Form.Item>
  ) : (
    <Form.Item
      name="codePart"
      label="分类代码"
      extra="与上级代码连接，例如 03-02；登记后不能修改"
      rules={[{ required: true, pattern: /^[0-9A-Za-z]{1,8}$/, message: '由1到8位数字或字母组成' }]}
    >
      <Input maxLength={8} placeholder="02" />
    </Form.Item>
  );

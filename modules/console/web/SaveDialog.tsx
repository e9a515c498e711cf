import { Form, Input, Modal, Select } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { useOnce } from '#kit/web/use-once.ts';
import { useWrite } from '#kit/web/use-call.ts';
import type { QueryParam } from '../contract/saved-query.ts';
import { api } from './api.ts';
import { PARAM_TYPES } from './param-text.ts';
import type { SavedQuery } from './QueryList.tsx';
import { ShareSelect } from './ShareSelect.tsx';

const SHARES = { none: '仅自己', all: '所有能使用工作台的人', dept: '部门（含下级）', role: '角色', user: '用户' } as const;
type Share = keyof typeof SHARES;

interface Values {
  queryName: string;
  folder?: string;
  shareKind: Share;
  shareIds?: string[];
  remark?: string;
  params: QueryParam[];
}
interface SaveDialogProps {
  /** the query to be changed; null = a new one */
  query: SavedQuery | null;
  name: string;
  sourceId: string;
  sqlText: string;
  params: readonly QueryParam[];
  onSaved: (id: string, name: string) => void;
  onClose: () => void;
}

/** Name, folder, sharing and parameters of a query that is kept. */
export function SaveDialog({ query, name, sourceId, sqlText, params, onSaved, onClose }: SaveDialogProps) {
  const [form] = Form.useForm<Values>();
  const create = useWrite(api.savedQuery.create);
  const update = useWrite(api.savedQuery.update);
  const share = Form.useWatch('shareKind', form) ?? query?.shareKind ?? 'none';
  const isBusy = create.isPending || update.isPending;
  const save = useOnce(isBusy, async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    const body = { ...values, sourceId, sqlText, shareIds: values.shareIds ?? [], params: values.params ?? [] };
    if (query) await update.mutateAsync({ params: { id: query.id }, body: { ...body, version: query.version } });
    const id = query?.id ?? (await create.mutateAsync({ body })).id;
    toast.success('保存成功');
    onSaved(id, values.queryName.trim());
  });
  return (
    <Modal
      open
      title={query ? '修改查询' : '保存查询'}
      okText="保存"
      onOk={save}
      onCancel={onClose}
      confirmLoading={isBusy}
      destroyOnHidden
      width={560}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          queryName: query?.queryName ?? name,
          folder: query?.folder ?? undefined,
          shareKind: query?.shareKind ?? 'none',
          shareIds: query?.shareIds ?? [],
          remark: query?.remark ?? undefined,
          params,
        }}
      >
        <Form.Item name="queryName" label="名称" rules={[{ required: true, whitespace: true, message: '名称不能为空' }]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="folder" label="分组（选填）">
          <Input maxLength={50} placeholder="例如：合同分析" />
        </Form.Item>
        <Form.Item name="shareKind" label="共享给">
          <Select
            options={Object.entries(SHARES).map(([value, label]) => ({ value, label }))}
            onChange={() => form.setFieldValue('shareIds', [])}
          />
        </Form.Item>
        {(share === 'dept' || share === 'role' || share === 'user') && (
          <Form.Item name="shareIds" label="共享对象" rules={[{ required: true, message: '请选择共享对象' }]}>
            <ShareSelect key={share} type={share} />
          </Form.Item>
        )}
        {params.length > 0 && (
          <Form.List name="params">
            {(fields) => (
              <div className="save-params">
                <div className="muted">参数</div>
                {fields.map((field) => (
                  <div key={field.key}>
                    <code className="mono">{`\${${(form.getFieldValue(['params', field.name, 'name']) as string | undefined) ?? params[field.name]?.name}}`}</code>
                    <Form.Item name={[field.name, 'name']} hidden>
                      <Input />
                    </Form.Item>
                    <Form.Item name={[field.name, 'label']} noStyle>
                      <Input placeholder="说明" maxLength={50} aria-label="参数说明" />
                    </Form.Item>
                    <Form.Item name={[field.name, 'type']} noStyle>
                      <Select aria-label="参数类型" options={Object.entries(PARAM_TYPES).map(([value, label]) => ({ value, label }))} />
                    </Form.Item>
                    <Form.Item name={[field.name, 'defaultValue']} noStyle>
                      <Input placeholder="默认值" aria-label="参数默认值" />
                    </Form.Item>
                  </div>
                ))}
              </div>
            )}
          </Form.List>
        )}
        <Form.Item name="remark" label="备注（选填）">
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      </Form>
      <p className="muted">共享的是语句，不是数据：别人执行时仍按各自的数据授权。</p>
    </Modal>
  );
}

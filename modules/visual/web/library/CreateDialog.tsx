import { Form, Input, InputNumber, Modal, Select, TreeSelect } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { DocKind } from '../../contract/item.ts';
import { SetPicker } from '../sets/SetPicker.tsx';
import { api } from './api.ts';
import type { FolderTree } from './FolderPanel.tsx';
import { buildPath, KINDS, openWindow } from './items.ts';
import { Placeholder } from './Placeholder.tsx';

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

const SIZES = [
  [1920, 1080, '标准屏 1920 × 1080'],
  [3840, 2160, '4K 屏 3840 × 2160'],
  [2560, 1080, '带鱼屏 2560 × 1080'],
  [1366, 768, '笔记本 1366 × 768'],
  [1080, 1920, '竖屏 1080 × 1920'],
] as const;
const OWN = 'own';

interface Values {
  name: string;
  folderId?: string | null;
  dataSetId?: string | null;
  size?: string;
  width?: number;
  height?: number;
}
interface Props {
  kind: DocKind;
  tree: FolderTree | undefined;
  folderId: string | null;
  onClose: () => void;
}

/** A new chart over a data set, an empty board, or a screen of some size or after a template; its builder opens at once. */
export function CreateDialog({ kind, tree, folderId, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const [template, setTemplate] = useState<string | null>(null);
  const refresh = useRefresh();
  const size = Form.useWatch('size', form) ?? '1920x1080';
  const { label } = KINDS[kind];
  const make = async (values: Values): Promise<string> => {
    const folder = values.folderId ?? null;
    if (kind === 'chart')
      return (await api.chart.create({ body: { chartName: values.name, folderId: folder, dataSetId: values.dataSetId } })).id;
    if (kind === 'board') return (await api.board.create({ body: { boardName: values.name, folderId: folder } })).id;
    if (template !== null)
      return (await api.screen.copy({ params: { id: template }, body: { screenName: values.name, folderId: folder } })).id;
    const [width, height] = size === OWN ? [values.width, values.height] : size.split('x').map(Number);
    return (await api.screen.create({ body: { screenName: values.name, folderId: folder, width, height } })).id;
  };
  const submit = async (values: Values) => {
    // Enter once more
    if (isBusy) return;
    setBusy(true);
    try {
      const id = await make({ ...values, name: values.name.trim() });
      toast.success('新增成功');
      openWindow(buildPath(kind, id));
      onClose();
      await refresh(api[kind].page, api.folder.tree, api.home.overview);
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
      width={kind === 'screen' ? 640 : 480}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ folderId, size: '1920x1080' }}
        onFinish={(values) => void submit(values)}
        requiredMark
      >
        <Form.Item name="name" label={`${label}名称`} rules={[{ required: true, whitespace: true, message: `${label}名称不能为空` }]}>
          <Input
            autoFocus
            maxLength={64}
            placeholder={kind === 'chart' ? '例如 各区域合同额' : kind === 'board' ? '例如 经营总览' : '例如 项目指挥中心'}
          />
        </Form.Item>
        {kind === 'chart' && (
          <Form.Item name="dataSetId" label="数据集" rules={[{ required: true, message: '请选择数据集' }]}>
            <SetPicker value={null} onChange={() => undefined} />
          </Form.Item>
        )}
        {kind === 'screen' && <Templates chosen={template} onChoose={setTemplate} />}
        {kind === 'screen' && template === null && (
          <Form.Item name="size" label="画布大小">
            <Select options={[...SIZES.map(([w, h, text]) => ({ value: `${w}x${h}`, label: text })), { value: OWN, label: '自定义' }]} />
          </Form.Item>
        )}
        {kind === 'screen' && template === null && size === OWN && (
          <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 16 }}>
            <Form.Item name="width" label="宽" rules={[{ required: true, message: '请输入宽度' }]}>
              <InputNumber min={320} max={15_360} precision={0} suffix="px" style={{ width: '100%' }} />
            </Form.Item>
            <Form.Item name="height" label="高" rules={[{ required: true, message: '请输入高度' }]}>
              <InputNumber min={240} max={8640} precision={0} suffix="px" style={{ width: '100%' }} />
            </Form.Item>
          </div>
        )}
        <Form.Item name="folderId" label="目录" style={{ marginBottom: 0 }}>
          <FolderSelect tree={tree} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** An empty canvas, or a copy of a screen that came with the product. */
function Templates({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const { data } = useCall(api.screen.templates, {}, { staleTime: 60_000 });
  if (!data || data.length === 0) return null;
  return (
    <Form.Item label="模板">
      <div className="lib-templates">
        <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          <span className="lib-thumb">
            <Placeholder kind="chart" />
          </span>
          <b>空白画布</b>
        </button>
        {data.map((one) => (
          <button type="button" key={one.id} aria-pressed={chosen === one.id} onClick={() => onChoose(one.id)}>
            <span className="lib-thumb">
              {one.screenThumbnail ? <img src={one.screenThumbnail} alt="" /> : <Placeholder kind="screen" />}
            </span>
            <b className="cut">{one.screenName}</b>
          </button>
        ))}
      </div>
    </Form.Item>
  );
}

import { Form, Input, Modal } from 'antd';
import { Suspense, useState } from 'react';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { FolderSelect } from './CreateDialog.tsx';
import type { FolderTree } from './FolderPanel.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import { KIND_LABELS, viewPath, type Item } from './items.ts';
import type { LibraryKind } from './kind.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { loadShareDialog } from './index.ts';
import { VersionDrawer } from './VersionDrawer.tsx';

const ShareDialog = lazyPart(loadShareDialog);

export type Dialog = 'rename' | 'move' | 'grant' | 'share' | 'versions' | 'publish' | 'uses';

interface Props {
  of: LibraryKind;
  item: Item;
  dialog: Dialog;
  tree: FolderTree | undefined;
  onClose: () => void;
  onMove: (ids: readonly string[], folderId: string | null) => Promise<void>;
}

/** Whatever was chosen in the menu of an item. */
export function ItemDialogs({ of, item, dialog, tree, onClose, onMove }: Props) {
  const { kind, id, name, version } = item;
  const refresh = useRefresh();
  if (dialog === 'rename') return <EditDialog of={of} item={item} onClose={onClose} />;
  if (dialog === 'move') return <MoveDialog items={[item]} noun={of.label} tree={tree} onClose={onClose} onMove={onMove} />;
  if (dialog === 'grant') return <GrantDialog kind={kind} id={id} name={name} onClose={onClose} onSaved={() => refresh(of.calls.page)} />;
  if (dialog === 'versions') return <VersionDrawer of={of} id={id} name={name} version={version} onClose={onClose} />;
  if (dialog === 'uses') return <UsesDialog item={item} onClose={onClose} />;
  if (kind === 'chart') return null;
  if (dialog === 'publish')
    return <PublishDialog of={of} id={id} name={name} version={version} isPublished={item.publishedNo !== null} onClose={onClose} />;
  return (
    <Suspense fallback={null}>
      <ShareDialog entity={kind} id={id} name={name} open onClose={onClose} />
    </Suspense>
  );
}

function EditDialog({ of, item, onClose }: { of: LibraryKind; item: Item; onClose: () => void }) {
  const [form] = Form.useForm<{ name: string; remark?: string }>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const { label, nameField, calls } = of;
  const save = async ({ name, remark }: { name: string; remark?: string }) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await of.update(item.id, { name, remark: remark ?? '', version: item.version });
      toast.success('修改成功');
      onClose();
    } catch {
      // the request layer has said why; what was typed stays
    } finally {
      setBusy(false);
      await refresh(calls.page);
    }
  };
  return (
    <Modal
      open
      title={`修改${label}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      width={480}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: item.name, remark: item.remark ?? '' }}
        onFinish={(values) => void save(values)}
      >
        <Form.Item name="name" label={`${label}名称`} rules={[{ required: true, whitespace: true, message: `${label}名称不能为空` }]}>
          <Input id={nameField} autoFocus maxLength={64} disabled={item.isSystem} />
        </Form.Item>
        <Form.Item name="remark" label="备注" style={{ marginBottom: 0 }}>
          <Input.TextArea maxLength={500} rows={3} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}

interface MoveProps extends Pick<Props, 'tree' | 'onClose' | 'onMove'> {
  /** at least one */
  items: readonly Pick<Item, 'id' | 'name' | 'folderId'>[];
  /** what they are, 看板 */
  noun: string;
}
/** Asks for the folder that items go to. */
export function MoveDialog({ items, noun, tree, onClose, onMove }: MoveProps) {
  const [folderId, setFolder] = useState(items[0]?.folderId ?? null);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await onMove(
      items.map(({ id }) => id),
      folderId,
    );
    onClose();
  };
  return (
    <Modal
      open
      title={items.length === 1 ? `移动“${items[0]!.name}”` : `移动 ${items.length} 个${noun}`}
      okText="移动"
      cancelText="取消"
      confirmLoading={isBusy}
      width={420}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <FolderSelect tree={tree} value={folderId} onChange={setFolder} />
    </Modal>
  );
}

/** Boards and screens that show a chart. */
function UsesDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { data, error, refetch } = useCall(api.folder.uses, { params: { id: item.id } }, { staleTime: 0 });
  return (
    <Modal open title={`使用“${item.name}”的看板和大屏`} footer={null} width={520} onCancel={onClose}>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <StateView kind="loading" shape="form" rows={4} />}
      {data && data.items.length + data.hidden === 0 && <div className="blank">还没有看板或大屏使用它。</div>}
      {data?.items.map((one) => (
        <div className="panel-row" key={`${one.kind}${one.id}`}>
          <span className="tag tag-line">{KIND_LABELS[one.kind]}</span>
          {one.isPublished ? (
            <a className="cut" href={viewPath(one.kind, one.id)} target="_blank" rel="noreferrer">
              {one.name}
            </a>
          ) : (
            <span className="cut">{one.name}</span>
          )}
          <span className="grow" />
          <span className="muted">{one.isPublished ? '已发布' : '未发布'}</span>
          <span className="muted">
            <PersonText bare name={one.ownerName ?? '系统'} />
          </span>
        </div>
      ))}
      {data && data.hidden > 0 && <p className="muted">另有 {data.hidden} 个您没有查看权限。</p>}
    </Modal>
  );
}

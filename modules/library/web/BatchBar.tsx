import { CloseOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { toastRemoved } from '#kit/web/entity-page/undo.ts';
import { DeleteDialog } from '#kit/web/table/DeleteDialog.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import type { FolderTree } from './FolderPanel.tsx';
import { MoveDialog } from './ItemDialogs.tsx';
import { canExport, canRemove, exportPath, type Item } from './items.ts';
import type { LibraryKind } from './kind.ts';

interface Props {
  readonly of: LibraryKind;
  readonly items: readonly Item[];
  readonly tree: FolderTree | undefined;
  readonly onMove: (ids: readonly string[], folderId: string | null) => Promise<void>;
  readonly onClear: () => void;
}

interface Action {
  readonly key: 'move' | 'export' | 'remove';
  readonly label: string;
  readonly may: (item: Item) => boolean;
  readonly act: () => void;
}
/** What the account may do with items of the kind at all. */
function useActions(of: LibraryKind, items: readonly Item[], open: (dialog: 'move' | 'remove') => void): Action[] {
  const navigate = useNavigate();
  const can = useCan();
  const exportItems = () =>
    void navigate(
      exportPath(
        of.kind,
        items.map(({ id }) => id),
      ),
    );
  const all: (Action & { isShown: boolean })[] = [
    { key: 'move', label: '移动', isShown: can(of.calls.update), may: ({ canEdit }) => canEdit, act: () => open('move') },
    {
      key: 'export',
      label: '导出定义',
      isShown: can.perm('visual:transfer:export'),
      may: canExport,
      act: exportItems,
    },
    {
      key: 'remove',
      label: '删除',
      isShown: can(of.calls.remove),
      may: canRemove,
      act: () => open('remove'),
    },
  ];
  return all.filter(({ isShown }) => isShown);
}

/** Takes the place of the total while items are selected: moves, exports or deletes them together. */
export function BatchBar({ of, items, tree, onMove, onClear }: Props) {
  const [dialog, setDialog] = useState<'move' | 'remove' | null>(null);
  const actions = useActions(of, items, setDialog);
  return (
    <div className="batch" role="toolbar" aria-label="批量操作">
      <span role="status">
        已选 <b className="num">{items.length}</b> 项
      </span>
      <hr />
      {actions.map(({ key, label, may, act }) => {
        const barred = items.filter((item) => !may(item));
        const why = barred.length > 0 ? `已选内容中有 ${barred.length} 项您不能${label}，例如“${barred[0]!.name}”` : undefined;
        return (
          <button
            type="button"
            key={key}
            className={key === 'remove' ? 'danger' : undefined}
            disabled={why !== undefined}
            title={why}
            onClick={act}
          >
            {label}
          </button>
        );
      })}
      <button type="button" aria-label="取消选择" title="取消选择" onClick={onClear}>
        <CloseOutlined />
      </button>
      {dialog === 'move' && (
        <MoveDialog
          items={items}
          noun={of.label}
          tree={tree}
          onClose={() => setDialog(null)}
          onMove={async (ids, folderId) => {
            await onMove(ids, folderId);
            onClear();
          }}
        />
      )}
      {dialog === 'remove' && <RemoveItems of={of} items={items} onClose={() => setDialog(null)} onRemoved={onClear} />}
    </div>
  );
}

interface RemoveProps extends Pick<Props, 'of' | 'items'> {
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}
function RemoveItems({ of, items, onClose, onRemoved }: RemoveProps) {
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const fresh = () => refresh(of.calls.page, api.folder.tree, api.home.overview);
  const remove = async () => {
    setBusy(true);
    const ids = items.map(({ id }) => id);
    try {
      await of.removeMany(ids);
      await toastRemoved({ text: `已删除 ${ids.length} 个${of.label}`, path: of.calls.remove.route.path, ids, refresh: fresh });
      onRemoved();
    } catch {
      // the request layer has said why
    }
    onClose();
    await fresh();
  };
  return (
    <DeleteDialog label={of.label} names={items.map(({ name }) => name)} busy={isBusy} onOk={() => void remove()} onCancel={onClose} />
  );
}

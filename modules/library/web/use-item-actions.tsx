import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, confirmLoss, toast } from '#kit/web/dialog.tsx';
import { toastRemoved } from '#kit/web/entity-page/undo.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { proposalRefusal } from '#kit/contract/flow.ts';
import { barredProps } from '#kit/web/table/barred.ts';
import { api } from './api.ts';
import { canExport, canRemove, exportPath, type Item } from './items.ts';
import type { LibraryKind } from './kind.ts';
import type { ItemActions } from './ItemCard.tsx';
import type { Dialog } from './ItemDialogs.tsx';

/** Why actions have to wait for the approval of the publishing of an item, by their keys; sharing it stands in no other's way. */
function barredKeys({ kind, flow: any }: Item): Readonly<Record<string, string | null>> {
  const flow = any?.businessType === `visual.${kind}` ? any : null;
  const [edit, remove] = [proposalRefusal('edit', flow), proposalRefusal('delete', flow)];
  return { publish: proposalRefusal('submit', flow), unpublish: edit, rename: edit, reset: edit, remove };
}

/** What the account may do with the items of a kind, and the dialog that is open. */
export function useItemActions(of: LibraryKind) {
  const can = useCan();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ item: Item; dialog: Dialog } | null>(null);
  const { kind, label, calls, publishing } = of;
  const fresh = () => refresh(calls.page, api.folder.tree, api.home.overview);

  const star = async (item: Item) => {
    await api.folder.star({ body: { kind, id: item.id, isStarred: !item.isStarred } }, { overlay: false }).catch(() => undefined);
    await fresh();
  };
  const move = async (ids: readonly string[], folderId: string | null) => {
    try {
      await api.folder.move({ body: { kind, ids: [...ids], folderId } });
      toast.success('移动成功');
    } catch {
      // the request layer has said why
    }
    await fresh();
  };
  const copy = async (item: Item) => {
    try {
      await of.copy(item.id);
      toast.success('复制成功');
    } catch {
      // the request layer has said why
    }
    await fresh();
  };
  const remove = async (item: Item) => {
    if (!(await confirmLoss('删除', `删除${label}“${item.name}”？删除后可在回收站恢复。`))) return;
    try {
      await of.remove(item.id);
      await toastRemoved({ text: '删除成功', path: calls.remove.route.path, ids: [item.id], refresh: fresh });
    } catch {
      // the request layer has said why
    }
    await fresh();
  };
  const unpublish = async (item: Item) => {
    if (!publishing) return;
    if (!(await confirmLoss('取消发布', `取消发布“${item.name}”？正在查看的人将不能再打开它，草稿保留。`))) return;
    await publishing.unpublish(item.id).then(
      () => toast.success('已取消发布'),
      () => undefined,
    );
    await fresh();
  };
  const reset = async (item: Item) => {
    if (!of.reset) return;
    const content = `把“${item.name}”的草稿恢复为出厂内容？发布后才对查看的人生效，现在的草稿可以在版本中找回。`;
    if (!(await confirmDialog({ content, okText: '恢复出厂' }))) return;
    await of.reset(item.id, item.version).then(
      () => toast.success('草稿已恢复出厂'),
      () => undefined,
    );
    await fresh();
  };

  const actionsOf = (item: Item): ItemActions => {
    const docs = publishing?.calls;
    const mayBuild = item.canEdit && can(calls.build);
    const isPublished = item.publishedNo !== null;
    const entries: readonly [key: string, label: string, shown: boolean, act: () => void, danger?: boolean][] = [
      ['publish', '发布', docs !== undefined && item.canEdit && can(docs.publish), () => setOpened({ item, dialog: 'publish' })],
      ['unpublish', '取消发布', docs !== undefined && isPublished && item.canEdit && can(docs.unpublish), () => void unpublish(item)],
      ['rename', item.isSystem ? '备注' : '重命名', item.canEdit && can(calls.update), () => setOpened({ item, dialog: 'rename' })],
      ['move', '移动', item.canEdit && can(calls.update), () => setOpened({ item, dialog: 'move' })],
      ['copy', '复制', can(calls.copy) && (kind === 'chart' || item.canEdit || isPublished), () => void copy(item)],
      ['versions', '版本', mayBuild, () => setOpened({ item, dialog: 'versions' })],
      ['grant', '权限', item.canEdit && can(calls.share), () => setOpened({ item, dialog: 'grant' })],
      [
        'share',
        '分享链接',
        docs !== undefined && isPublished && can.perm(`visual:${kind}:share`),
        () => setOpened({ item, dialog: 'share' }),
      ],
      ['export', '导出定义', can.perm('visual:transfer:export') && canExport(item), () => void navigate(exportPath(kind, [item.id]))],
      ['uses', `使用情况（${item.useCount}）`, kind === 'chart', () => setOpened({ item, dialog: 'uses' })],
      ['reset', '恢复出厂', of.reset !== undefined && item.isSystem && mayBuild, () => void reset(item)],
      ['remove', '删除', canRemove(item) && can(calls.remove), () => void remove(item), true],
    ];
    const shown = entries.filter(([, , isShown]) => isShown);
    return {
      canBuild: mayBuild,
      canView: kind !== 'chart' && isPublished && !item.isDisabled && can.perm(`visual:${kind}:preview`),
      onStar: () => void star(item),
      menu: {
        items: shown.map(([key, text, , , danger]) => ({ key, label: text, danger, ...barredProps(barredKeys(item)[key]) })),
        onClick: ({ key }) => shown.find(([one]) => one === key)?.[3](),
      },
    };
  };
  return { actionsOf, move, opened, close: () => setOpened(null) };
}

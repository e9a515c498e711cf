import {
  EllipsisOutlined,
  FolderOpenOutlined,
  FolderOutlined,
  InboxOutlined,
  PlusOutlined,
  StarOutlined,
  TeamOutlined,
  UserOutlined,
  AppstoreOutlined,
} from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { Reply } from '#kit/contract/route.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { SidePanel } from '#kit/web/parts/SidePanel.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import type { folderCalls } from '../contract/folder.ts';
import type * as z from 'zod';
import type { GrantKind } from '../contract/item.ts';
import { api } from './api.ts';
import { isItemDrag, draggedItem } from './ItemCard.tsx';
import { NameDialog, type Naming } from './NameDialog.tsx';
import type { ListState } from './use-list-state.ts';
import './library.css';

export type FolderTree = Reply<typeof folderCalls.tree>;
type Folder = FolderTree['folders'][number];

interface Props {
  kind: z.output<typeof GrantKind>;
  tree: FolderTree | undefined;
  state: Pick<ListState, 'folder' | 'view'>;
  canEdit: boolean;
  onChoose: (options: { folder: string | null; view: string | null }) => void;
  onMove: (itemId: string, folderId: string | null) => void;
  /** a folder was made, named or deleted: the list beside may show it */
  onChanged: () => unknown;
}

/** One line of the panel: chosen by click or key, and a place to drop cards on. */
function Line({
  icon,
  text,
  n,
  depth = 0,
  isOn,
  onClick,
  onDropItem,
  more,
}: {
  icon: ReactNode;
  text: string;
  n: number | undefined;
  depth?: number;
  isOn: boolean;
  onClick: () => void;
  onDropItem?: (id: string) => void;
  more?: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const drop = onDropItem && {
    onDragOver: (event: DragEvent) => {
      if (!isItemDrag(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDropItem(draggedItem(event));
    },
  };
  return (
    <div className={`lib-line${isOn ? ' is-on' : ''}${isOver ? ' is-over' : ''}`} style={{ paddingLeft: 8 + depth * 14 }} {...drop}>
      <button type="button" aria-current={isOn ? 'true' : undefined} onClick={onClick} title={text}>
        {icon}
        <span className="cut">{text}</span>
      </button>
      {more}
      <em>{n === undefined ? '' : count(n)}</em>
    </div>
  );
}

const VIEW_NAMES = { all: '全部', mine: '我创建的', shared: '其他人和系统', starred: '我的收藏' } as const;

/** Views and folders left of the wall; on a phone a line that opens above it. */
export function FolderPanel(props: Props) {
  const { tree, state, onChoose } = props;
  const folder = state.folder === 'none' ? '未分组' : tree?.folders.find(({ id }) => id === state.folder)?.name;
  return (
    <SidePanel className="lib-folders" label="目录" chosen={folder ?? VIEW_NAMES[state.view]}>
      {(close) => (
        <Folders
          {...props}
          onChoose={(options) => {
            onChoose(options);
            close();
          }}
        />
      )}
    </SidePanel>
  );
}

/** Folders are made, named and deleted; a dialog asks for the name. */
function useFolders({ kind, state, onChoose, onChanged }: Props) {
  const [naming, setNaming] = useState<Naming | null>(null);
  const refresh = useRefresh();
  const fresh = () => Promise.all([refresh(api.folder.tree), onChanged()]);
  const add = (parentId: string | null) =>
    setNaming({
      title: parentId === null ? '新增目录' : '新增子目录',
      initial: '',
      save: (text) => api.folder.create({ body: { kind, name: text, parentId } }),
    });
  const rename = ({ id, name, parentId, version }: Folder) =>
    setNaming({
      title: '重命名目录',
      initial: name,
      save: (text) => api.folder.update({ params: { id }, body: { name: text, parentId, version } }),
    });
  const remove = async (folder: Folder) => {
    if (!(await confirmDialog({ content: `删除目录“${folder.name}”？目录为空时才能删除。`, okText: '删除', danger: true }))) return;
    await api.folder.remove({ params: { id: folder.id } });
    if (state.folder === folder.id) onChoose({ folder: null, view: null });
    toast.success('删除成功');
    await fresh();
  };
  const menuOf = (folder: Folder) => ({
    items: [
      { key: 'rename', label: '重命名' },
      { key: 'child', label: '新增子目录' },
      { key: 'remove', label: '删除', danger: true },
    ],
    onClick: ({ key }: { key: string }) => {
      if (key === 'child') add(folder.id);
      else if (key === 'remove') void remove(folder).catch(() => undefined);
      else rename(folder);
    },
  });
  return { add, menuOf, dialog: naming && <NameDialog {...naming} onClose={() => setNaming(null)} onSaved={fresh} /> };
}

interface FolderLinesProps extends Pick<Props, 'tree' | 'state' | 'canEdit' | 'onChoose' | 'onMove'> {
  parentId: string | null;
  depth: number;
  menuOf: (folder: Folder) => MenuProps;
}

/** The folders of one level, each with those below it. */
function FolderLines({ parentId, depth, menuOf, ...props }: FolderLinesProps) {
  const { tree, state, canEdit, onChoose, onMove } = props;
  return (tree?.folders ?? [])
    .filter((folder) => folder.parentId === parentId)
    .map((folder) => (
      <div key={folder.id}>
        <Line
          icon={state.folder === folder.id ? <FolderOpenOutlined /> : <FolderOutlined />}
          text={folder.name}
          n={folder.count}
          depth={depth}
          isOn={state.folder === folder.id}
          onClick={() => onChoose({ folder: folder.id, view: null })}
          onDropItem={canEdit ? (id) => onMove(id, folder.id) : undefined}
          more={
            canEdit && (
              <Dropdown menu={menuOf(folder)} trigger={['click']}>
                <button type="button" className="icon-button small" aria-label={`目录“${folder.name}”操作`}>
                  <EllipsisOutlined />
                </button>
              </Dropdown>
            )
          }
        />
        <FolderLines {...props} parentId={folder.id} depth={depth + 1} menuOf={menuOf} />
      </div>
    ));
}

/** Cards are dropped on folders; everything else is in the menu of a folder. */
function Folders(props: Props) {
  const { tree, state, canEdit, onChoose, onMove } = props;
  const { add, menuOf, dialog } = useFolders(props);
  const isView = (view: string) => state.folder === null && state.view === view;
  const view = (key: keyof typeof VIEW_NAMES, icon: ReactNode, n: number | undefined) => (
    <Line
      icon={icon}
      text={VIEW_NAMES[key]}
      n={n}
      isOn={isView(key)}
      onClick={() => onChoose({ folder: null, view: key === 'all' ? null : key })}
    />
  );
  return (
    <>
      {view('all', <AppstoreOutlined />, tree?.total)}
      {view('mine', <UserOutlined />, tree?.mine)}
      {view('shared', <TeamOutlined />, tree?.shared)}
      {view('starred', <StarOutlined />, tree?.starred)}
      <div className="lib-folders-head">
        目录
        {canEdit && (
          <button type="button" className="icon-button small" aria-label="新增目录" title="新增目录" onClick={() => add(null)}>
            <PlusOutlined />
          </button>
        )}
      </div>
      <FolderLines {...props} parentId={null} depth={0} menuOf={menuOf} />
      <Line
        icon={<InboxOutlined />}
        text="未分组"
        n={tree?.loose}
        isOn={state.folder === 'none'}
        onClick={() => onChoose({ folder: 'none', view: null })}
        onDropItem={canEdit ? (id) => onMove(id, null) : undefined}
      />
      {dialog}
    </>
  );
}

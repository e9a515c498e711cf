import { Dropdown, type MenuProps } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  alignChosen,
  copyText,
  duplicateChosen,
  focusCanvas,
  groupChosen,
  orderChosen,
  removeChosen,
  selectAll,
  toggleHide,
  toggleLock,
  ungroupChosen,
} from '../actions.ts';
import { useEditor, type Editor } from '../editor.ts';
import { storeClip, storedClip } from '../paste/clip-store.ts';
import { usePaste } from '../paste/paste-context.ts';

type Items = NonNullable<MenuProps['items']>;

const keys = (label: string, combination: string): ReactNode => (
  <span className="sed-menu-item">
    {label}
    <kbd>{combination}</kbd>
  </span>
);

function itemsOf(editor: Editor): Items {
  const { config, selection } = editor.state;
  const nodes = selection.flatMap((id) => config.nodes[id] ?? []);
  const hasNone = nodes.length === 0;
  const isLockedAll = !hasNone && nodes.every((node) => node.lock);
  if (hasNone)
    return [
      { key: 'paste', label: keys('粘贴', 'Ctrl+V'), disabled: storedClip() === null },
      { key: 'all', label: keys('全选', 'Ctrl+A') },
    ];
  return [
    { key: 'copy', label: keys('复制', 'Ctrl+C') },
    { key: 'cut', label: keys('剪切', 'Ctrl+X') },
    { key: 'paste', label: keys('粘贴', 'Ctrl+V'), disabled: storedClip() === null },
    { key: 'duplicate', label: keys('复制一份', 'Ctrl+D') },
    { type: 'divider' },
    { key: 'front', label: keys('置于顶层', 'Ctrl+]') },
    { key: 'forward', label: keys('上移一层', ']') },
    { key: 'backward', label: keys('下移一层', '[') },
    { key: 'back', label: keys('置于底层', 'Ctrl+[') },
    { type: 'divider' },
    { key: 'group', label: keys('组合', 'Ctrl+G'), disabled: nodes.length < 2 },
    { key: 'ungroup', label: keys('取消组合', 'Ctrl+Shift+G'), disabled: !nodes.some(({ type }) => type === 'group') },
    {
      key: 'align',
      label: '对齐',
      children: [
        { key: 'left', label: '左对齐' },
        { key: 'centre', label: '水平居中' },
        { key: 'right', label: '右对齐' },
        { key: 'top', label: '顶对齐' },
        { key: 'middle', label: '垂直居中' },
        { key: 'bottom', label: '底对齐' },
      ],
    },
    { type: 'divider' },
    { key: 'lock', label: keys(isLockedAll ? '解锁' : '锁定', 'Ctrl+Shift+L') },
    { key: 'hide', label: keys(nodes.every((node) => node.hide) ? '显示' : '隐藏', 'Ctrl+Shift+H') },
    { key: 'rename', label: keys('重命名', 'F2'), disabled: nodes.length !== 1 },
    { key: 'remove', label: keys('删除', 'Delete'), danger: true, disabled: isLockedAll },
  ];
}

/** The menu of the right button (and Shift+F10) over what is chosen. */
export function ContextMenu({ children }: { children: ReactNode }) {
  const editor = useEditor();
  const paste = usePaste();
  const [items, setItems] = useState<Items>([]);
  const act = (key: string) => {
    const runs: Record<string, () => unknown> = {
      copy: () => storeClip(copyText(editor)),
      cut: () => {
        storeClip(copyText(editor));
        removeChosen(editor);
      },
      paste: () => {
        const text = storedClip();
        if (text !== null) paste(text);
      },
      all: () => selectAll(editor),
      duplicate: () => duplicateChosen(editor),
      front: () => orderChosen(editor, 'front'),
      forward: () => orderChosen(editor, 'forward'),
      backward: () => orderChosen(editor, 'backward'),
      back: () => orderChosen(editor, 'back'),
      group: () => groupChosen(editor),
      ungroup: () => ungroupChosen(editor),
      left: () => alignChosen(editor, 'left'),
      centre: () => alignChosen(editor, 'centre'),
      right: () => alignChosen(editor, 'right'),
      top: () => alignChosen(editor, 'top'),
      middle: () => alignChosen(editor, 'middle'),
      bottom: () => alignChosen(editor, 'bottom'),
      lock: () => toggleLock(editor),
      hide: () => toggleHide(editor),
      rename: () => editor.set({ renaming: editor.state.selection[0] ?? null }),
      remove: () => removeChosen(editor),
    };
    runs[key]?.();
    if (key !== 'rename') focusCanvas();
  };
  return (
    <Dropdown
      trigger={['contextMenu']}
      menu={{ items, onClick: ({ key }) => act(key) }}
      classNames={{ root: 'sed-menu' }}
      onOpenChange={(isOpen) => isOpen && setItems(itemsOf(editor))}
    >
      <div
        className="sed-stage"
        onContextMenuCapture={(event) => {
          const hit = (event.target as Element).closest<HTMLElement>('[data-node]')?.dataset.node;
          const isInFrame = (event.target as Element).closest('.sed-frame') !== null;
          if (hit) {
            const { selection } = editor.state;
            if (!selection.includes(hit)) editor.pick(hit);
          } else if (!isInFrame && event.clientX > 0) editor.select([], null);
          setItems(itemsOf(editor));
        }}
      >
        {children}
      </div>
    </Dropdown>
  );
}

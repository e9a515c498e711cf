import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { CaretDownOutlined, CaretRightOutlined, EyeInvisibleOutlined, EyeOutlined, LockOutlined, UnlockOutlined } from '@ant-design/icons';
import {
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
} from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { rename, reorder } from '../../../core/node-commands.ts';
import { toggled } from '../../../core/selection.ts';
import { ancestorsOf, parentOf, treeOf, type Nodes } from '../../../core/tree.ts';
import { WIDGETS } from '../../../core/widgets.ts';
import { removeChosen, toggleHide, toggleLock } from '../actions.ts';
import { useEditor, useEditorState, type Editor } from '../editor.ts';
import { useLayerDrag, type Drop } from './use-layer-drag.ts';
import { WidgetGlyph } from './WidgetGlyph.tsx';

/** What a layer is called: its name, else what it is. */
export const layerName = (node: ScreenNode): string => node.name || WIDGETS[node.type].label;

/** Rows of the list, front to back, without what is folded; a search shows all that match. */
function rowsOf(nodes: Nodes, folded: ReadonlySet<string>, word: string): string[] {
  const { children, order } = treeOf(nodes);
  if (word) return order.filter((id) => layerName(nodes[id]!).toLowerCase().includes(word)).toReversed();
  const rows: string[] = [];
  const visit = (parent: string | null) => {
    for (const id of (children.get(parent) ?? []).toReversed()) {
      rows.push(id);
      if (!folded.has(id)) visit(id);
    }
  };
  visit(null);
  return rows;
}

/** All layers as a tree: chosen, named, locked, hidden, searched and moved, by mouse and by keys. */
export function Layers() {
  const editor = useEditor();
  const nodes = useEditorState((state) => state.config.nodes);
  const selection = useEditorState((state) => state.selection);
  const renaming = useEditorState((state) => state.renaming);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const word = useDeferredValue(search.trim().toLowerCase());
  const rows = useMemo(() => rowsOf(nodes, folded, word), [nodes, folded, word]);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const active = at !== null && rows.includes(at) ? at : (selection.at(-1) ?? rows[0] ?? null);
  const { drop, onPointerDown } = useLayerDrag(list, rows, word === '');

  const chosen = selection.at(-1);
  const [shown, setShown] = useState(chosen);
  if (shown !== chosen) {
    setShown(chosen);
    // what is chosen on the canvas is seen in the list
    const above = chosen === undefined ? [] : ancestorsOf(nodes, chosen);
    if (above.some((id) => folded.has(id))) setFolded(new Set([...folded].filter((id) => !above.includes(id))));
  }
  useEffect(() => {
    if (chosen !== undefined) list.current?.querySelector(`[data-layer="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const fold = (id: string, isOn: boolean) =>
    setFolded((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)));
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    setAt(id);
    list.current?.querySelector<HTMLElement>(`[data-layer="${id}"]`)?.focus();
  };
  const choose = (id: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => chooseLayer(editor, rows, id, event);
  const onKey = (event: KeyboardEvent) => {
    if (active === null || renaming !== null || (event.target as Element).tagName === 'INPUT') return;
    const i = rows.indexOf(active);
    const isContainer = (treeOf(nodes).children.get(active)?.length ?? 0) > 0;
    const runs: Record<string, () => void> = {
      ArrowDown: () => (event.altKey ? moveLayer(editor, active, -1) : focus(rows[i + 1])),
      ArrowUp: () => (event.altKey ? moveLayer(editor, active, 1) : focus(rows[i - 1])),
      ArrowLeft: () => (isContainer && !folded.has(active) ? fold(active, true) : focus(parentOf(nodes, active) ?? undefined)),
      ArrowRight: () => (isContainer && folded.has(active) ? fold(active, false) : focus(rows[i + 1])),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      Enter: () => choose(active, event),
      ' ': () => editor.select(toggled(nodes, selection, active)),
      F2: () => editor.set({ renaming: active }),
      l: () => toggleLock(editor, [active]),
      h: () => toggleHide(editor, [active]),
      Delete: () => {
        if (!selection.includes(active)) editor.select([active]);
        removeChosen(editor);
      },
    };
    const run = event.ctrlKey || event.metaKey ? undefined : runs[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  return (
    <div className="sed-layers">
      <div className="sed-panel-tools">
        <SearchInput label="搜索图层" size="small" value={search} onChange={setSearch} />
      </div>
      {rows.length === 0 ? (
        <StateView kind="empty" inline what={word ? '没有符合的图层' : '还没有组件，从“组件”中添加'} />
      ) : (
        <div ref={list} className="sed-scroll sed-rows" role="tree" aria-label="图层" aria-multiselectable onKeyDown={onKey}>
          {rows.map((id) => (
            <Row
              key={id}
              node={nodes[id]!}
              depth={word ? 0 : (treeOf(nodes).depth.get(id) ?? 0)}
              fold={word || !treeOf(nodes).children.has(id) ? null : folded.has(id)}
              isChosen={selection.includes(id)}
              isActive={id === active}
              isRenaming={id === renaming}
              drop={drop?.row === id ? drop.where : null}
              onFold={fold}
              onChoose={choose}
              onDown={onPointerDown}
            />
          ))}
        </div>
      )}
      <footer className="sed-panel-foot">
        {Object.keys(nodes).length} 个图层{selection.length > 0 && `，已选 ${selection.length} 个`}
      </footer>
    </div>
  );
}

function chooseLayer(
  editor: Editor,
  rows: readonly string[],
  id: string,
  { shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
): void {
  const { config, selection } = editor.state;
  const group = parentOf(config.nodes, id);
  const entered = group !== null && config.nodes[group]!.type === 'group' ? group : null;
  const last = selection.at(-1);
  if (shiftKey && last !== undefined && rows.includes(last)) {
    const [from, to] = [rows.indexOf(last), rows.indexOf(id)].toSorted((a, b) => a - b) as [number, number];
    const range = rows.slice(from, to + 1);
    editor.select(range.reduce<string[]>((list, one) => (list.includes(one) ? list : toggled(config.nodes, list, one)), []));
  } else if (ctrlKey || metaKey) editor.select(toggled(config.nodes, selection, id));
  else editor.select([id], entered);
}

/** One step forward or back among its siblings. */
function moveLayer(editor: Editor, id: string, step: 1 | -1): void {
  const { nodes } = editor.state.config;
  const parent = parentOf(nodes, id);
  const siblings = treeOf(nodes).children.get(parent) ?? [];
  const index = siblings.indexOf(id);
  editor.change('调整层次', reorder([id], parent, step > 0 ? index + 2 : Math.max(0, index - 1)));
}

interface RowProps {
  node: ScreenNode;
  depth: number;
  /** folded or not; null = nothing inside */
  fold: boolean | null;
  isChosen: boolean;
  isActive: boolean;
  isRenaming: boolean;
  drop: Drop['where'] | null;
  onFold: (id: string, isOn: boolean) => void;
  onChoose: (id: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  onDown: (event: ReactPointerEvent<HTMLElement>, id: string) => void;
}
const Row = memo(function Row({ node, depth, fold, isChosen, isActive, isRenaming, drop, onFold, onChoose, onDown }: RowProps) {
  const editor = useEditor();
  const { id } = node;
  const name = layerName(node);
  return (
    <div
      className="sed-row"
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={fold === null ? undefined : !fold}
      aria-label={name}
      tabIndex={isActive ? 0 : -1}
      data-layer={id}
      data-hidden={node.hide || undefined}
      data-drop={drop ?? undefined}
      style={{ paddingLeft: 8 + depth * 14 }}
      onPointerDown={(event) => onDown(event, id)}
      onClick={(event) => onChoose(id, event)}
      onDoubleClick={() => editor.set({ renaming: id })}
    >
      {fold === null ? (
        <span className="sed-row-gap" />
      ) : (
        <button
          type="button"
          className="sed-row-fold"
          tabIndex={-1}
          aria-label={fold ? '展开' : '收起'}
          onClick={(event) => {
            event.stopPropagation();
            onFold(id, !fold);
          }}
        >
          {fold ? <CaretRightOutlined /> : <CaretDownOutlined />}
        </button>
      )}
      <i className="sed-row-icon">
        <WidgetGlyph type={node.type} />
      </i>
      {isRenaming ? <NameField node={node} /> : <span className="sed-row-name">{name}</span>}
      <button
        type="button"
        className="sed-row-tool"
        tabIndex={-1}
        data-on={node.lock || undefined}
        aria-label={node.lock ? `解锁 ${name}` : `锁定 ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          toggleLock(editor, [id]);
        }}
      >
        {node.lock ? <LockOutlined /> : <UnlockOutlined />}
      </button>
      <button
        type="button"
        className="sed-row-tool"
        tabIndex={-1}
        data-on={node.hide || undefined}
        aria-label={node.hide ? `显示 ${name}` : `隐藏 ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          toggleHide(editor, [id]);
        }}
      >
        {node.hide ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      </button>
    </div>
  );
});

function NameField({ node }: { node: ScreenNode }) {
  const editor = useEditor();
  const isDropped = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const end = () => {
    if (!isDropped.current && input.current) editor.change('重命名', rename(node.id, input.current.value));
    isDropped.current = true;
    editor.set({ renaming: null });
  };
  return (
    <input
      ref={input}
      className="sed-row-input"
      aria-label="图层名称"
      maxLength={64}
      defaultValue={layerName(node)}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={end}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') isDropped.current = true;
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        const row = event.currentTarget.closest<HTMLElement>('[data-layer]');
        end();
        row?.focus();
      }}
    />
  );
}

import { centreOf, rotateAbout, boxOf, type Box } from '../../../core/geometry.ts';
import { place, setBox } from '../../../core/node-commands.ts';
import { following, frameOf, movable } from '../../../core/selection.ts';
import { parentOf, treeOf, withInside } from '../../../core/tree.ts';
import {
  duplicateChosen,
  fitView,
  groupChosen,
  nudge,
  orderChosen,
  removeChosen,
  selectAll,
  toggleHide,
  toggleLock,
  ungroupChosen,
  zoomTo,
} from '../actions.ts';
import type { Editor } from '../editor.ts';
import { startTyping } from './typing.ts';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Ctrl + arrows widen and heighten what is chosen, from its top left corner. */
function grow(editor: Editor, dw: number, dh: number): void {
  const { nodes } = editor.state.config;
  const ids = movable(nodes, editor.state.selection);
  const changes = ids.map((id) => setBox([id], { w: Math.max(4, nodes[id]!.w + dw), h: Math.max(4, nodes[id]!.h + dh) }));
  editor.change('调整大小', changes, { gesture: `grow:${ids.join()}` });
}
function turnBy(editor: Editor, degrees: number): void {
  const { nodes } = editor.state.config;
  const ids = movable(nodes, editor.state.selection);
  const frame = frameOf(nodes, ids);
  if (!frame) return;
  const boxes: Record<string, Box> = {};
  for (const id of withInside(nodes, ids)) boxes[id] = rotateAbout(boxOf(nodes[id]!), centreOf(frame), degrees);
  editor.change('旋转', place(boxes), { gesture: `turn:${ids.join()}` });
}

/** Keys with Ctrl or ⌘ that work anywhere in the editor outside of fields. */
export function commandKey(editor: Editor, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === 'z') return (event.shiftKey ? editor.redo() : editor.undo(), true);
  if (key === 'y') return (editor.redo(), true);
  if (key === 'd') return (duplicateChosen(editor), true);
  if (key === 'a') return (selectAll(editor), true);
  if (key === 'g') return (event.shiftKey ? ungroupChosen(editor) : groupChosen(editor), true);
  if (key === 'l' && event.shiftKey) return (toggleLock(editor), true);
  if (key === 'h' && event.shiftKey) return (toggleHide(editor), true);
  if (key === ']' || key === '}') return (orderChosen(editor, 'front'), true);
  if (key === '[' || key === '{') return (orderChosen(editor, 'back'), true);
  if (key === '0') return (zoomTo(editor, 1), true);
  if (key === '1') return (fitView(editor), true);
  if (key === '2') return (fitView(editor, 'selection'), true);
  if (key === '=' || key === '+') return (zoomTo(editor, editor.state.view.zoom * 1.25), true);
  if (key === '-') return (zoomTo(editor, editor.state.view.zoom / 1.25), true);
  return false;
}

/** Keys while the canvas has the focus. Answers whether the key meant something. */
export function canvasKey(editor: Editor, event: KeyboardEvent): boolean {
  const arrow = ARROWS[event.key];
  const step = event.shiftKey ? 10 : 1;
  if (arrow && (event.ctrlKey || event.metaKey)) return (grow(editor, arrow[0] * step, arrow[1] * step), true);
  if (arrow && !event.altKey) return (nudge(editor, arrow[0] * step, arrow[1] * step), true);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { config, selection, entered } = editor.state;
  const one = selection.length === 1 ? selection[0]! : null;
  switch (event.key) {
    case 'Tab': {
      const next = following(config.nodes, selection.at(-1) ?? null, entered, event.shiftKey ? -1 : 1);
      // at the end Tab leaves the canvas as it leaves any field
      if (next === null || (canvasLeaves && selection.length === 0)) return ((canvasLeaves = false), false);
      editor.select([next]);
      return true;
    }
    case 'Enter':
      if (one === null) return false;
      if (config.nodes[one]!.type === 'group') {
        const inner = treeOf(config.nodes).children.get(one)?.[0];
        if (inner) editor.select([inner], one);
        return true;
      }
      if (!startTyping(editor, one)) editor.set({ tab: 'style' });
      return true;
    case 'Escape':
      if (entered !== null) return (editor.select([entered], parentGroup(editor, entered)), true);
      canvasLeaves = true;
      editor.select([]);
      return true;
    case 'Delete':
    case 'Backspace':
      return (removeChosen(editor), true);
    case 'F2':
      if (one) editor.set({ renaming: one });
      return one !== null;
    case ']':
      return (orderChosen(editor, 'forward'), true);
    case '[':
      return (orderChosen(editor, 'backward'), true);
    case ',':
      return (turnBy(editor, -1), true);
    case '.':
      return (turnBy(editor, 1), true);
    // the same keys with Shift
    case '<':
      return (turnBy(editor, -15), true);
    case '>':
      return (turnBy(editor, 15), true);
    default:
      return false;
  }
}
/** Escape without anything chosen lets the next Tab leave the canvas. */
let canvasLeaves = false;

function parentGroup(editor: Editor, id: string): string | null {
  const { nodes } = editor.state.config;
  const up = parentOf(nodes, id);
  return up !== null && nodes[up]!.type === 'group' ? up : null;
}

/** All keys, for the help. */
export const KEY_HELP: readonly (readonly [title: string, keys: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    '选择',
    [
      ['Tab / Shift+Tab', '下一个、上一个组件'],
      ['Shift+点击', '加选、减选'],
      ['拖动空白处', '框选'],
      ['双击 / Enter', '进入组合，或编辑文字'],
      ['Esc', '退出组合、取消选择'],
      ['Ctrl+A', '全选'],
    ],
  ],
  [
    '移动和变形',
    [
      ['方向键', '移动 1 像素，加 Shift 为 10 像素'],
      ['Ctrl+方向键', '改变宽高，加 Shift 为 10 像素'],
      [', 和 .', '旋转 1°，加 Shift 为 15°'],
      ['拖动时按 Shift', '沿一个方向，缩放时保持比例'],
      ['拖动时按 Ctrl', '不吸附'],
      ['按住 Alt 拖动', '拖出一个副本；缩放时以中心为准'],
    ],
  ],
  [
    '编辑',
    [
      ['Ctrl+Z / Ctrl+Y', '撤销、重做'],
      ['Ctrl+C / X / V', '复制、剪切、粘贴（可跨大屏）'],
      ['Ctrl+D', '复制一份'],
      ['Delete', '删除'],
      ['Ctrl+G / Ctrl+Shift+G', '组合、取消组合'],
      ['[ 和 ]', '下移、上移一层，加 Ctrl 到底、到顶'],
      ['Ctrl+Shift+L / H', '锁定、隐藏'],
      ['F2', '重命名'],
    ],
  ],
  [
    '视图和文件',
    [
      ['Ctrl+滚轮', '以指针为中心缩放'],
      ['空格+拖动 / 滚轮', '平移画布'],
      ['Ctrl+0 / 1 / 2', '100%、适合窗口、适合所选'],
      ['从标尺拖出', '参考线，拖回标尺删除'],
      ['Shift+F10', '右键菜单'],
      ['Ctrl+S', '保存'],
      ['?', '快捷键'],
    ],
  ],
];

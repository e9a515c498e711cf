import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  ColumnWidthOutlined,
  ColumnHeightOutlined,
  ExpandOutlined,
  GroupOutlined,
  MinusOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  UngroupOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { alignChosen, distributeChosen, fitView, groupChosen, sizeChosen, ungroupChosen, zoomTo } from '../actions.ts';
import { useEditor, useEditorState } from '../editor.ts';
import { MagnetIcon } from './MagnetIcon.tsx';

interface ToolProps {
  title: string;
  keys?: string;
  icon: ReactNode;
  disabled?: boolean;
  isOn?: boolean;
  onClick: () => void;
}
function Tool({ title, keys, icon, disabled, isOn, onClick }: ToolProps) {
  return (
    <Tooltip title={keys ? `${title}　${keys}` : title} mouseEnterDelay={0.4}>
      <Button
        type="text"
        size="small"
        className="sed-tool"
        icon={icon}
        aria-label={title}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={onClick}
      />
    </Tooltip>
  );
}

/** What is done with the parts that are chosen: a row of its own under the bar. */
export function Tools() {
  const editor = useEditor();
  const count = useEditorState((state) => state.selection.length);
  const hasGroup = useEditorState((state) => state.selection.some((id) => state.config.nodes[id]?.type === 'group'));
  const isSnapping = useEditorState((state) => state.isSnapping);
  const none = count === 0;
  return (
    <div className="sed-tools" role="toolbar" aria-label="编辑工具">
      <Tool title="左对齐" icon={<AlignLeftOutlined />} disabled={none} onClick={() => alignChosen(editor, 'left')} />
      <Tool title="水平居中" icon={<AlignCenterOutlined />} disabled={none} onClick={() => alignChosen(editor, 'centre')} />
      <Tool title="右对齐" icon={<AlignRightOutlined />} disabled={none} onClick={() => alignChosen(editor, 'right')} />
      <Tool title="顶对齐" icon={<VerticalAlignTopOutlined />} disabled={none} onClick={() => alignChosen(editor, 'top')} />
      <Tool title="垂直居中" icon={<VerticalAlignMiddleOutlined />} disabled={none} onClick={() => alignChosen(editor, 'middle')} />
      <Tool title="底对齐" icon={<VerticalAlignBottomOutlined />} disabled={none} onClick={() => alignChosen(editor, 'bottom')} />
      <Tool title="水平等距" icon={<ColumnWidthOutlined />} disabled={count < 3} onClick={() => distributeChosen(editor, 'x')} />
      <Tool title="垂直等距" icon={<ColumnHeightOutlined />} disabled={count < 3} onClick={() => distributeChosen(editor, 'y')} />
      <Dropdown
        disabled={count < 2}
        menu={{
          items: [
            { key: 'w', label: '等宽' },
            { key: 'h', label: '等高' },
            { key: 'both', label: '等尺寸' },
          ],
          onClick: ({ key }) => sizeChosen(editor, key as 'w' | 'h' | 'both'),
        }}
      >
        <Button type="text" size="small" className="sed-tool" icon={<ExpandOutlined />} aria-label="等尺寸" disabled={count < 2} />
      </Dropdown>
      <i />
      <Tool title="组合" keys="Ctrl+G" icon={<GroupOutlined />} disabled={count < 2} onClick={() => groupChosen(editor)} />
      <Tool title="取消组合" keys="Ctrl+Shift+G" icon={<UngroupOutlined />} disabled={!hasGroup} onClick={() => ungroupChosen(editor)} />
      <i />
      <Tool
        title={isSnapping ? '吸附已开' : '吸附已关'}
        icon={<MagnetIcon />}
        isOn={isSnapping}
        onClick={() => editor.set({ isSnapping: !isSnapping })}
      />
    </div>
  );
}

/** How large the canvas is drawn. */
export function Zoom() {
  const editor = useEditor();
  const zoom = useEditorState((state) => state.view.zoom);
  return (
    <div className="sed-zoom">
      <Tool title="缩小" keys="Ctrl+-" icon={<MinusOutlined />} onClick={() => zoomTo(editor, zoom / 1.25)} />
      <Dropdown
        menu={{
          items: [
            { key: 'fit', label: '适合窗口　Ctrl+1' },
            { key: 'selection', label: '适合所选　Ctrl+2' },
            ...[0.25, 0.5, 0.75, 1, 1.5, 2, 4].map((one) => ({ key: String(one), label: `${one * 100}%` })),
          ],
          onClick: ({ key }) =>
            key === 'fit' || key === 'selection' ? fitView(editor, key === 'fit' ? 'screen' : 'selection') : zoomTo(editor, Number(key)),
        }}
      >
        <button type="button" className="sed-zoom-value" aria-label={`缩放 ${Math.round(zoom * 100)}%`}>
          {Math.round(zoom * 100)}%
        </button>
      </Dropdown>
      <Tool title="放大" keys="Ctrl+=" icon={<PlusOutlined />} onClick={() => zoomTo(editor, zoom * 1.25)} />
    </div>
  );
}

/** Opens the list of keys. */
export const HelpButton = ({ onHelp }: { onHelp: () => void }) => (
  <Tool title="快捷键" keys="?" icon={<QuestionCircleOutlined />} onClick={onHelp} />
);

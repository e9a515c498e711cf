import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  ArrowLeftOutlined,
  ColumnWidthOutlined,
  ColumnHeightOutlined,
  ExpandOutlined,
  EyeOutlined,
  GroupOutlined,
  HistoryOutlined,
  MinusOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  RedoOutlined,
  SaveOutlined,
  SendOutlined,
  UndoOutlined,
  UngroupOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Input, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { Can } from '#kit/web/can.tsx';
import { alignChosen, distributeChosen, fitView, groupChosen, sizeChosen, ungroupChosen, zoomTo } from '../actions.ts';
import { screenApi } from '../api.ts';
import { isDirty, useEditor, useEditorState } from '../editor.ts';
import type { SaveState } from '../save/use-save.ts';
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

export interface TopBarProps {
  isSystem: boolean;
  saveState: SaveState;
  isPublishing: boolean;
  publishedNo: number | null;
  onLeave: () => void;
  onSave: () => void;
  onPreview: () => void;
  onPublish: () => void;
  onVersions: () => void;
  onHelp: () => void;
}

/** The bar over the editor: the document, what can be done with what is chosen, and the way out. */
export function TopBar(props: TopBarProps) {
  return (
    <header className="sed-top">
      <Left {...props} />
      <Tools />
      <div className="sed-top-right">
        <Zoom />
        <Tool title="快捷键" keys="?" icon={<QuestionCircleOutlined />} onClick={props.onHelp} />
        <Tool title="版本" icon={<HistoryOutlined />} onClick={props.onVersions} />
        <Button size="small" icon={<EyeOutlined />} onClick={props.onPreview}>
          预览
        </Button>
        <Tooltip title="Ctrl+S" mouseEnterDelay={0.4}>
          <Button size="small" icon={<SaveOutlined />} loading={props.saveState === 'saving'} onClick={props.onSave}>
            保存
          </Button>
        </Tooltip>
        <Can call={screenApi.screen.publish}>
          <Button size="small" type="primary" icon={<SendOutlined />} loading={props.isPublishing} onClick={props.onPublish}>
            发布
          </Button>
        </Can>
      </div>
    </header>
  );
}

function Left({ isSystem, saveState, publishedNo, onLeave }: TopBarProps) {
  const editor = useEditor();
  const name = useEditorState((state) => state.name);
  useObjectTitle(name);
  const dirty = useEditorState(isDirty);
  const said =
    saveState === 'saving' ? '正在保存…' : dirty ? (saveState === 'failed' ? '保存失败，已存本机' : '未保存，已存本机') : '已保存';
  return (
    <div className="sed-top-left">
      <Tool title="返回大屏配置" icon={<ArrowLeftOutlined />} onClick={onLeave} />
      <div className="sed-name">
        <Input
          size="small"
          variant="borderless"
          aria-label="大屏名称"
          maxLength={64}
          disabled={isSystem}
          value={name}
          onChange={(event) => editor.set({ name: event.target.value })}
          onPressEnter={(event) => event.currentTarget.blur()}
        />
        <span className="sed-state" role="status" data-dirty={dirty || undefined} data-failed={saveState === 'failed' || undefined}>
          {said}
          {publishedNo !== null && ` · 已发布 v${publishedNo}`}
        </span>
      </div>
    </div>
  );
}

function Tools() {
  const editor = useEditor();
  const past = useEditorState((state) => state.history.past.at(-1));
  const future = useEditorState((state) => state.history.future.at(-1));
  const count = useEditorState((state) => state.selection.length);
  const hasGroup = useEditorState((state) => state.selection.some((id) => state.config.nodes[id]?.type === 'group'));
  const isSnapping = useEditorState((state) => state.isSnapping);
  const none = count === 0;
  return (
    <div className="sed-tools" role="toolbar" aria-label="编辑工具">
      <Tool
        title={past ? `撤销${past.label}` : '撤销'}
        keys="Ctrl+Z"
        icon={<UndoOutlined />}
        disabled={!past}
        onClick={() => editor.undo()}
      />
      <Tool
        title={future ? `重做${future.label}` : '重做'}
        keys="Ctrl+Y"
        icon={<RedoOutlined />}
        disabled={!future}
        onClick={() => editor.redo()}
      />
      <i />
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

function Zoom() {
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
        <button type="button" className="sed-zoom-value" aria-label="缩放">
          {Math.round(zoom * 100)}%
        </button>
      </Dropdown>
      <Tool title="放大" keys="Ctrl+=" icon={<PlusOutlined />} onClick={() => zoomTo(editor, zoom * 1.25)} />
    </div>
  );
}

import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Input, Select } from 'antd';
import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Command } from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, toggleHeaderRow } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { useRef, type ReactNode } from 'react';
import { clearFormat, insertTable, setLink, setPicture, toggleBlock, toggleList, type SelectionState } from './commands.ts';
import { addPictures } from './editor-view.ts';
import { LinkTool } from './LinkTool.tsx';
import { schema } from './schema.ts';

const PICTURES = 'image/png,image/jpeg,image/gif,image/webp';
const NEW_TABLE = { rows: 3, columns: 3 };
const WIDTHS = [
  { value: 0, label: '原始大小' },
  { value: 25, label: '宽 25%' },
  { value: 50, label: '宽 50%' },
  { value: 75, label: '宽 75%' },
  { value: 100, label: '宽 100%' },
];

interface ToolsProps {
  view: EditorView;
  stand: SelectionState;
  disabled: boolean;
}

/** The buttons of the editor; those of a picture and of a table come when one is chosen. */
export function EditorTools({ view, stand, disabled }: ToolsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const tool = (title: string, isOn: boolean | null, command: Command, sign: ReactNode) => (
    <Tool title={title} isOn={isOn} disabled={disabled} onClick={() => run(command)}>
      {sign}
    </Tool>
  );
  return (
    <>
      <div className="notice-tools" role="toolbar" aria-label="正文格式">
        {tool('标题', stand.block === 'heading', toggleBlock('heading'), <b>H1</b>)}
        {tool('小标题', stand.block === 'subheading', toggleBlock('subheading'), <b>H2</b>)}
        {tool('引用', stand.block === 'quote', toggleBlock('quote'), <b>“”</b>)}
        <hr />
        {tool('加粗', stand.bold, toggleMark(schema.marks.bold), <BoldOutlined />)}
        {tool('斜体', stand.italic, toggleMark(schema.marks.italic), <ItalicOutlined />)}
        {tool('下划线', stand.underline, toggleMark(schema.marks.underline), <UnderlineOutlined />)}
        <LinkTool disabled={disabled} stand={stand} onLink={(href) => run(setLink(href))} />
        <hr />
        {tool('项目列表', stand.list === 'bullets', toggleList('bullets'), <UnorderedListOutlined />)}
        {tool('编号列表', stand.list === 'numbers', toggleList('numbers'), <OrderedListOutlined />)}
        <hr />
        <Tool title="插入图片" isOn={null} disabled={disabled} onClick={() => picker.current?.click()}>
          <PictureOutlined />
        </Tool>
        <input
          ref={picker}
          type="file"
          className="notice-picker"
          tabIndex={-1}
          multiple
          accept={PICTURES}
          aria-label="选择正文图片"
          onChange={(event) => {
            void addPictures(view, [...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        {tool('插入表格', null, insertTable(NEW_TABLE.rows, NEW_TABLE.columns), <TableOutlined />)}
        <hr />
        {tool('清除格式', null, clearFormat, <ClearOutlined />)}
        {tool('撤销', null, undo, <UndoOutlined />)}
        {tool('重做', null, redo, <RedoOutlined />)}
      </div>
      {stand.picture && (
        <div className="notice-tools further" role="toolbar" aria-label="图片">
          <Select
            size="small"
            aria-label="图片宽度"
            options={WIDTHS}
            value={stand.picture.width ?? 0}
            onChange={(width) => run(setPicture({ width: width === 0 ? null : width }))}
          />
          <Input
            size="small"
            aria-label="图片说明"
            placeholder="图片说明，供读屏软件朗读"
            maxLength={200}
            value={stand.picture.alt}
            onChange={(event) => setPicture({ alt: event.target.value })(view.state, view.dispatch)}
          />
        </div>
      )}
      {stand.inTable && (
        <div className="notice-tools further" role="toolbar" aria-label="表格">
          <TextTool label="加一行" onClick={() => run(addRowAfter)} />
          <TextTool label="加一列" onClick={() => run(addColumnAfter)} />
          <TextTool label="标题行" onClick={() => run(toggleHeaderRow)} />
          <TextTool label="删除行" onClick={() => run(deleteRow)} />
          <TextTool label="删除列" onClick={() => run(deleteColumn)} />
          <TextTool label="删除表格" onClick={() => run(deleteTable)} />
        </div>
      )}
    </>
  );
}

interface ToolProps {
  title: string;
  /** null for what is done once */
  isOn: boolean | null;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Tool = ({ title, isOn, disabled, onClick, children }: ToolProps) => (
  <button
    type="button"
    className="icon-button"
    title={title}
    aria-label={title}
    {...(isOn !== null && { 'aria-pressed': isOn })}
    disabled={disabled}
    // the selection stays in the text
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </button>
);

const TextTool = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="text-button" onMouseDown={(event) => event.preventDefault()} onClick={onClick}>
    {label}
  </button>
);

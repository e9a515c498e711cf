import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { FieldProps } from '#kit/web/form/types.ts';
import type { NoticeDocument } from '../../contract/document.ts';
import { emptyDocument } from '../../core/document.ts';
import { documentOf } from '../../core/html.ts';
import { linkKind } from '../../core/link.ts';
import { documentFrom, elementsOf } from './dom.ts';
import './document.css';

/** What the browser does to the selection; the old interface is the only one that every browser has, undo included. */
const run = (command: string, value?: string): void => void document.execCommand(command, false, value);

interface State {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  bullets: boolean;
  numbers: boolean;
  block: string;
}
const QUIET: State = { bold: false, italic: false, underline: false, bullets: false, numbers: false, block: '' };
const stateNow = (): State => ({
  bold: document.queryCommandState('bold'),
  italic: document.queryCommandState('italic'),
  underline: document.queryCommandState('underline'),
  bullets: document.queryCommandState('insertUnorderedList'),
  numbers: document.queryCommandState('insertOrderedList'),
  block: document.queryCommandValue('formatBlock').toLowerCase(),
});

/**
 * A small editor for the text of a notice: paragraphs, two headings, quote, lists, bold, italic, underline, links. What is pasted is read
 * into a document first, so nothing foreign enters; what is saved is the document.
 */
export default function DocumentEditor({ id, value, onChange, disabled }: FieldProps) {
  const area = useRef<HTMLDivElement>(null);
  // the document that the elements show: a value from outside is drawn, an own one is not
  const shown = useRef<NoticeDocument | null>(null);
  const [state, setState] = useState<State>(QUIET);
  const given = (value as NoticeDocument | null | undefined) ?? emptyDocument;
  const isBlank = given.blocks.length === 0;

  useEffect(() => {
    if (!area.current || shown.current === given) return;
    shown.current = given;
    area.current.replaceChildren(...elementsOf(given));
  }, [given]);

  const read = () => {
    if (!area.current) return;
    const next = documentFrom(area.current);
    shown.current = next;
    onChange?.(next);
  };
  const apply = (command: string, argument?: string) => {
    area.current?.focus();
    run(command, argument);
    setState(stateNow());
    read();
  };
  const block = (tag: string) => apply('formatBlock', state.block === tag ? 'p' : tag);
  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const html = event.clipboardData.getData('text/html');
    const text = event.clipboardData.getData('text/plain');
    const pasted = documentOf(html || text);
    const [only] = pasted.blocks;
    if (pasted.blocks.length === 1 && only && !('items' in only) && only.type === 'paragraph' && only.line.every((piece) => !piece.link))
      run('insertText', only.line.map((piece) => piece.text).join(''));
    else {
      const holder = document.createElement('div');
      holder.append(...elementsOf(pasted));
      // made by us from a document, element by element
      run('insertHTML', holder.innerHTML);
    }
    read();
  };
  return (
    <div className={disabled ? 'notice-editor off' : 'notice-editor'}>
      <div className="notice-tools" role="toolbar" aria-label="正文格式">
        <Tool title="标题" disabled={disabled} onClick={() => block('h2')} isOn={state.block === 'h2'}>
          <b>H1</b>
        </Tool>
        <Tool title="小标题" disabled={disabled} onClick={() => block('h3')} isOn={state.block === 'h3'}>
          <b>H2</b>
        </Tool>
        <Tool title="引用" disabled={disabled} onClick={() => block('blockquote')} isOn={state.block === 'blockquote'}>
          <b>“”</b>
        </Tool>
        <hr />
        <Tool title="加粗" disabled={disabled} onClick={() => apply('bold')} isOn={state.bold}>
          <BoldOutlined />
        </Tool>
        <Tool title="斜体" disabled={disabled} onClick={() => apply('italic')} isOn={state.italic}>
          <ItalicOutlined />
        </Tool>
        <Tool title="下划线" disabled={disabled} onClick={() => apply('underline')} isOn={state.underline}>
          <UnderlineOutlined />
        </Tool>
        <LinkTool disabled={disabled} area={area} onLink={(link) => apply(link === '' ? 'unlink' : 'createLink', link)} />
        <hr />
        <Tool title="项目列表" disabled={disabled} onClick={() => apply('insertUnorderedList')} isOn={state.bullets}>
          <UnorderedListOutlined />
        </Tool>
        <Tool title="编号列表" disabled={disabled} onClick={() => apply('insertOrderedList')} isOn={state.numbers}>
          <OrderedListOutlined />
        </Tool>
        <hr />
        <Tool title="清除格式" disabled={disabled} onClick={() => apply('removeFormat')}>
          <ClearOutlined />
        </Tool>
        <Tool title="撤销" disabled={disabled} onClick={() => apply('undo')}>
          <UndoOutlined />
        </Tool>
        <Tool title="重做" disabled={disabled} onClick={() => apply('redo')}>
          <RedoOutlined />
        </Tool>
      </div>
      <div
        ref={area}
        id={id}
        className="notice-area notice-text"
        role="textbox"
        aria-multiline
        aria-label="正文"
        contentEditable={!disabled}
        suppressContentEditableWarning
        data-blank={isBlank}
        data-placeholder="输入正文，可从 Word 或网页粘贴"
        onFocus={() => run('defaultParagraphSeparator', 'p')}
        onInput={read}
        onKeyUp={() => setState(stateNow())}
        onMouseUp={() => setState(stateNow())}
        onPaste={handlePaste}
        onDrop={(event) => event.preventDefault()}
      />
    </div>
  );
}

interface ToolProps {
  title: string;
  isOn?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}
const Tool = ({ title, isOn = false, disabled, onClick, children }: ToolProps) => (
  <button
    type="button"
    className="icon-button"
    title={title}
    aria-label={title}
    aria-pressed={isOn}
    disabled={disabled}
    // the selection in the text must survive the click
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </button>
);

/** Asks for an address and links the selected text with it. */
function LinkTool({
  disabled,
  area,
  onLink,
}: {
  disabled?: boolean;
  area: { current: HTMLElement | null };
  onLink: (link: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  // the place in the text, which the input takes the focus from
  const range = useRef<Range | null>(null);
  const isFine = text.trim() === '' || linkKind(text) !== null;
  const begin = (next: boolean) => {
    const selection = window.getSelection();
    const found = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
    if (next && (!found || found.collapsed || !area.current?.contains(found.commonAncestorContainer)))
      return toast.warning('请先选中要加链接的文字');
    if (next && found) {
      range.current = found.cloneRange();
      setText(found.startContainer.parentElement?.closest('a')?.getAttribute('href') ?? '');
    }
    setOpen(next);
  };
  const confirm = () => {
    if (!isFine) return;
    const selection = window.getSelection();
    area.current?.focus();
    if (range.current && selection) {
      selection.removeAllRanges();
      selection.addRange(range.current);
    }
    onLink(text.trim());
    setOpen(false);
  };
  const content = (
    <div>
      <div className="notice-link-form">
        <Input
          autoFocus
          aria-label="链接地址"
          placeholder="https:// 或 /home"
          maxLength={500}
          status={isFine ? undefined : 'error'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={confirm}
        />
        <Button type="primary" disabled={!isFine} onClick={confirm}>
          {text.trim() === '' ? '取消链接' : '确定'}
        </Button>
      </div>
      {!isFine && <div className="login-field-note problem">链接应以 http://、https://、mailto: 或 / 开头</div>}
    </div>
  );
  return (
    <Popover open={open} onOpenChange={begin} trigger="click" placement="bottom" content={content} destroyOnHidden>
      <button
        type="button"
        className="icon-button"
        title="链接"
        aria-label="链接"
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
      >
        <LinkOutlined />
      </button>
    </Popover>
  );
}

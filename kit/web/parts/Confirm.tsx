import { Button, Input, Modal } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useOnce } from '../use-once.ts';
import { uiTexts } from '../ui-texts.ts';
import './confirm.css';

interface ConfirmProps {
  /** the question with the object's name: 删除数据源“拓客线索库”？ */
  title: string;
  children?: ReactNode;
  /** what is lost along with it: 84 张表的元数据 */
  losses?: readonly { count: number; what: string }[];
  /** irreversible actions require typing the name: input label and expected text */
  typed?: { label: string; name: string };
  /** the action as a verb: 删除, 禁用 */
  verb: string;
  /** destructive: red, and never focused initially */
  danger?: boolean | undefined;
  /** label of the cancelling button: 取消, 继续编辑; null = a notice, there is nothing to refuse */
  stay?: string | null;
  /** a third action at the left: 不保存 */
  aside?: { text: string; onClick: () => void };
  /** a blocking reason with its own action; with `stops` the confirm button is disabled */
  block?: { text: ReactNode; action?: ReactNode; stops?: boolean };
  busy?: boolean;
  onOk: () => void;
  onCancel: () => void;
}

/** Above every drawer and dialog, however deeply nested (antd counts up to 1000 + 1000); below the toasts. */
const Z_INDEX = 2000;

/**
 * Keeps the focus on the element with `data-first-focus` until the person presses a key or a button. An open drawer takes the focus back
 * until the dialog's own focus trap is set, which then chooses the × of the corner; which comes last depends on how busy the machine is.
 */
function useFirstFocus() {
  const dialog = useRef<HTMLDivElement>(null);
  const isTaken = useRef(false);
  const takeFocus = () => {
    const first = dialog.current?.querySelector<HTMLElement>('[data-first-focus]');
    if (!isTaken.current && first !== document.activeElement) first?.focus();
  };
  const take = () => {
    isTaken.current = true;
  };
  return { takeFocus, frame: { ref: dialog, onFocusCapture: takeFocus, onKeyDownCapture: take, onPointerDownCapture: take } };
}

/** Confirmation before data is lost: names the object, counts dependent data, and focuses the safe button. */
export function Confirm(props: ConfirmProps) {
  const { title, children, losses, typed, verb, danger = false, stay = uiTexts.cancel, aside, block, busy = false, onOk, onCancel } = props;
  const id = useId();
  const { takeFocus, frame } = useFirstFocus();
  const [text, setText] = useState('');
  const handleOk = useOnce(busy, onOk);
  const isOff = (typed !== undefined && text.trim() !== typed.name) || block?.stops === true;
  return (
    <Modal
      open
      title={title}
      width={440}
      zIndex={Z_INDEX}
      afterOpenChange={(isOpen) => isOpen && takeFocus()}
      modalRender={(content) => <div {...frame}>{content}</div>}
      onCancel={onCancel}
      footer={
        <div className="confirm-foot">
          {aside && (
            <Button type="text" disabled={busy} onClick={aside.onClick}>
              {aside.text}
            </Button>
          )}
          <span className="grow" />
          {stay !== null && (
            <Button data-first-focus={(danger && !typed) || undefined} autoFocus={danger && !typed} onClick={onCancel}>
              {stay}
            </Button>
          )}
          <Button
            data-first-focus={!(danger || typed) || undefined}
            autoFocus={!danger && !typed}
            type="primary"
            danger={danger}
            disabled={isOff}
            loading={busy}
            onClick={handleOk}
          >
            {verb}
          </Button>
        </div>
      }
    >
      {children}
      <Losses losses={losses} />
      <Block block={block} />
      {typed && (
        <div className="confirm-typed">
          <label htmlFor={id}>
            输入{typed.label}“{typed.name}”确认
          </label>
          <Input id={id} data-first-focus autoFocus autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        </div>
      )}
    </Modal>
  );
}

const Losses = ({ losses = [] }: Pick<ConfirmProps, 'losses'>) =>
  losses.length > 0 && (
    <ul className="confirm-losses">
      {losses.map(({ count, what }) => (
        <li key={what}>
          <b>{count.toLocaleString('en-US')}</b> {what}
        </li>
      ))}
    </ul>
  );

const Block = ({ block }: Pick<ConfirmProps, 'block'>) =>
  block && (
    <div className="confirm-block" role="note">
      <span>{block.text}</span>
      {block.action}
    </div>
  );

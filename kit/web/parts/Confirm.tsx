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

/** Confirmation before data is lost: names the object, counts dependent data, and focuses the safe button. */
export function Confirm(props: ConfirmProps) {
  const { title, children, losses, typed, verb, danger = false, stay = uiTexts.cancel, aside, block, busy = false, onOk, onCancel } = props;
  const id = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState('');
  const handleOk = useOnce(busy, onOk);
  const isOff = (typed !== undefined && text.trim() !== typed.name) || block?.stops === true;
  return (
    <Modal
      open
      title={title}
      width={440}
      zIndex={Z_INDEX}
      // an open drawer takes the focus back until the dialog's own focus trap is set, which then chooses the × of the corner
      afterOpenChange={(isOpen) => isOpen && safe.current?.focus()}
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
            <Button ref={danger && !typed ? safe : undefined} autoFocus={danger && !typed} onClick={onCancel}>
              {stay}
            </Button>
          )}
          <Button
            ref={danger || typed ? undefined : safe}
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
          <Input id={id} autoFocus autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
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

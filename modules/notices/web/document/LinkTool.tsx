import { LinkOutlined } from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { linkKind } from '../../core/link.ts';
import type { SelectionState } from './commands.ts';

interface LinkToolProps {
  disabled: boolean;
  stand: SelectionState;
  onLink: (href: string) => void;
}

/** Asks for an address and links the selected text; the editor keeps its selection meanwhile. */
export function LinkTool({ disabled, stand, onLink }: LinkToolProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const isFine = text.trim() === '' || linkKind(text) !== null;
  const begin = (next: boolean) => {
    if (next && !stand.hasText) return toast.warning('请先选中要加链接的文字');
    if (next) setText(stand.href);
    setOpen(next);
  };
  const confirm = () => {
    if (!isFine) return;
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
        aria-pressed={stand.href !== ''}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
      >
        <LinkOutlined />
      </button>
    </Popover>
  );
}

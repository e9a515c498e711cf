import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import type { FieldProps } from '#kit/web/form/types.ts';
import { api } from '../api.ts';
import { EnglishName, useNameStyle } from './EnglishName.tsx';

/** The English name of an element, which can be made from its Chinese one. */
export function NameInput({ id, value, onChange, disabled, chinese }: FieldProps & { chinese: string }) {
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  const { style, choice } = useNameStyle();
  const use = (made: string | null) => {
    onChange?.(made);
    setOpen(false);
  };
  const input = (
    <Input
      id={id}
      maxLength={100}
      placeholder="例如 mobile"
      disabled={disabled}
      value={(value as string | null) ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
  if (disabled || !can(api.naming.english)) return input;
  const tool = (
    <div className="name-tool">
      {choice}
      <EnglishName name={chinese.trim()} style={style} onName={use} />
    </div>
  );
  return (
    <div className="name-input">
      {input}
      <Popover trigger="click" open={isOpen} onOpenChange={setOpen} content={tool} destroyOnHidden>
        <Button>生成英文名</Button>
      </Popover>
    </div>
  );
}

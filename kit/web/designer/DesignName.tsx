import { Input } from 'antd';
import { useState } from 'react';
import { useObjectTitle } from '../page/object-title.tsx';
import './designer.css';

/** Inline-editable document name in a designer's toolbar. */
export function DesignName({ name, label, onRename }: { name: string; label: string; onRename: (name: string) => void }) {
  const [text, setText] = useState<string | null>(null);
  useObjectTitle(name);
  const done = () => {
    const next = text?.trim() ?? '';
    if (next !== '') onRename(next);
    setText(null);
  };
  if (text === null)
    return (
      <button type="button" className="designer-name" title="点击修改名称" onClick={() => setText(name)}>
        {name}
      </button>
    );
  return (
    <Input
      autoFocus
      size="small"
      maxLength={64}
      className="designer-name-input"
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={done}
      onPressEnter={done}
      onKeyDown={(event) => event.key === 'Escape' && setText(null)}
    />
  );
}

import { LoadingOutlined, SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { clearButton } from './clear-button.tsx';

interface SearchInputProps {
  /** placeholder and accessible name: 搜索表名、中文名 */
  label: string;
  /** when it says more than the label does */
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** Enter */
  onSearch?: (text: string) => void;
  /** a request is in progress: spinner instead of the icon */
  busy?: boolean;
  /** single-key shortcut that focuses the box, shown while it is empty */
  shortcut?: string;
  /** maximum length, 50 unless given */
  maxLength?: number;
  size?: 'small' | 'middle' | 'large';
  autoFocus?: boolean;
  disabled?: boolean;
  className?: string;
  /** the list of hits opens by it */
  onFocus?: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The search box of the product: icon left, shortcut or clear button right; Escape clears it. */
export function SearchInput(props: SearchInputProps) {
  const { label, placeholder = label, value, onChange, onSearch, busy = false, shortcut, maxLength = 50, size, ...rest } = props;
  const input = useRef<InputRef>(null);
  useEffect(() => {
    if (!shortcut) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== shortcut || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus({ cursor: 'all' });
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [shortcut]);
  return (
    <Input
      {...rest}
      ref={input}
      size={size}
      allowClear={clearButton}
      aria-label={label}
      aria-busy={busy}
      placeholder={placeholder}
      maxLength={maxLength}
      value={value}
      prefix={busy ? <LoadingOutlined className="muted" /> : <SearchOutlined className="muted" />}
      suffix={shortcut && value === '' ? <kbd aria-hidden>{shortcut}</kbd> : undefined}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={() => onSearch?.(value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        // stop propagation, or the surrounding dialog would close; the first Escape only clears the box
        event.stopPropagation();
        onChange('');
      }}
    />
  );
}

/** A text with the keyword highlighted, case-insensitively. */
export function Marked({ text, keyword }: { text: string; keyword: string }): ReactNode {
  const word = keyword.trim().toLowerCase();
  if (word === '') return text;
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  let at = 0;
  for (let hit = lower.indexOf(word); hit >= 0; hit = lower.indexOf(word, at)) {
    parts.push(text.slice(at, hit), <mark key={hit}>{text.slice(hit, hit + word.length)}</mark>);
    at = hit + word.length;
  }
  return [...parts, text.slice(at)];
}

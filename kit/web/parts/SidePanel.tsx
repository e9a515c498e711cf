import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { usePhone } from '../use-phone.ts';

interface SidePanelProps {
  /** what is chosen in it: stands on the button that opens it on a phone */
  chosen: ReactNode;
  className?: string;
  label?: string;
  /** `close` is called when something was chosen */
  children: (close: () => void) => ReactNode;
}

/** Tree or folders beside a list; on a phone one line that opens above it. */
export function SidePanel({ chosen, className = '', label, children }: SidePanelProps) {
  const isPhone = usePhone();
  const [open, setOpen] = useState(false);
  const isFolded = isPhone && !open;
  return (
    <aside className={`list-tree ${isFolded ? 'folded' : ''} ${className}`} aria-label={label}>
      {isPhone && (
        <button type="button" className="list-tree-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="cut">{chosen}</span>
          {open ? <UpOutlined /> : <DownOutlined />}
        </button>
      )}
      {!isFolded && children(() => setOpen(false))}
    </aside>
  );
}

import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import './props.css';

/** A label with its field; wide ones stand below their label. */
export function PropRow({
  id,
  label,
  hint,
  isWide,
  children,
}: {
  id?: string;
  label: string;
  hint?: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  const text = <label htmlFor={id}>{label}</label>;
  return (
    <div className="prop-row" data-wide={isWide || undefined}>
      {hint ? <Tooltip title={hint}>{text}</Tooltip> : text}
      <div className="prop-control">{children}</div>
    </div>
  );
}

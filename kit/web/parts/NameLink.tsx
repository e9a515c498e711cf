import { LockOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DateText } from './DateText.tsx';
import './parts.css';

interface NameLinkProps {
  name: string;
  /** path of the object's page; without it the name is plain text */
  to?: string | undefined;
  /** opens an object without a page of its own */
  onOpen?: () => void;
  /** `list` = first column, in the accent colour; `rail` = cards and side panels, in text colour until hovered */
  place?: 'list' | 'rail';
  icon?: ReactNode;
  /** technical identifier after a Chinese name, in grey */
  code?: string | undefined;
  /** the name itself is an identifier: monospaced */
  mono?: boolean;
  /** not accessible to the reader: shows a lock, and 申请 where access can be requested */
  locked?: boolean;
  onRequest?: () => void;
  /** when the object was deleted: struck through, not a link */
  deletedAt?: string | null;
}

/** An object's name as a link to its page, or the reason why it cannot be opened. */
export function NameLink({ name, to, onOpen, place = 'list', icon, code, mono, locked, onRequest, deletedAt }: NameLinkProps) {
  const className = ['name-link', place === 'rail' && 'rail', mono && 'mono'].filter(Boolean).join(' ');
  const body = (
    <>
      {icon}
      <span>{name}</span>
    </>
  );
  return (
    <span className="name">
      {deletedAt ? (
        <>
          <del>{name}</del>
          <small>
            <DateText value={deletedAt} /> 删除
          </small>
        </>
      ) : locked ? (
        <>
          <LockOutlined aria-label="没有权限" role="img" />
          <span>{name}</span>
          {onRequest && (
            <button type="button" className="name-link" onClick={onRequest} aria-label={`申请“${name}”的权限`}>
              申请
            </button>
          )}
        </>
      ) : to ? (
        <Link className={className} to={to}>
          {body}
        </Link>
      ) : onOpen ? (
        <button type="button" className={className} onClick={onOpen}>
          {body}
        </button>
      ) : (
        body
      )}
      {code && !deletedAt && <small className="mono">{code}</small>}
    </span>
  );
}

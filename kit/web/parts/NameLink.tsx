import { LockOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DateText } from './DateText.tsx';
import './parts.css';

interface NameLinkProps {
  name: string;
  /** page of the thing; without it the name is text */
  to?: string | undefined;
  /** opens the thing in place, where it has no page of its own */
  onOpen?: () => void;
  /** `list` = first column, in the accent; `rail` = cards and side panels, in ink until hovered */
  place?: 'list' | 'rail';
  icon?: ReactNode;
  /** identifier after a Chinese name, in grey */
  code?: string | undefined;
  /** the name is an identifier itself */
  mono?: boolean;
  /** the reader may not open it: a lock, and 申请 where one may ask */
  locked?: boolean;
  onRequest?: () => void;
  /** when the thing was deleted: struck, not a link */
  deletedAt?: string | null;
}

/** The name of an object always opens it; what cannot be opened says why. */
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

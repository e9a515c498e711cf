import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Result, Spin } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { CallError } from '../send.ts';
import './designer.css';

/** Page that lists the documents of a designer, and its name. */
interface List {
  readonly path: string;
  readonly name: string;
}

/** Why there is nothing to design, with a way on. */
export function NoDesign({ error, title, list, retry }: { error?: CallError | null; title?: string; list: List; retry?: () => void }) {
  const navigate = useNavigate();
  return (
    <div className="designer-wait">
      <Result
        status={error?.status === 404 ? '404' : !error || error.status === 403 ? '403' : 'error'}
        title={title ?? error?.message}
        extra={
          <>
            {retry && <Button onClick={retry}>重试</Button>}
            <Button type="primary" onClick={() => void navigate(list.path)}>
              返回{list.name}
            </Button>
          </>
        }
      />
    </div>
  );
}

interface Props<T> {
  found: UseQueryResult<T, CallError>;
  list: List;
  /** true = the designer is also opened for those who may only look */
  mayLook?: boolean;
  children: (row: T) => ReactNode;
}

/**
 * What stands before a designer: waiting, or why the document is not opened, with a way on. The document is that of this moment: what was
 * read for another page may be older than what somebody saved since. Once it is open nothing that is read again takes it away.
 */
export function DesignGate<T extends { canEdit: boolean }>({ found, list, mayLook = false, children }: Props<T>) {
  const [openedAt] = useState(() => Date.now());
  const { data, error, dataUpdatedAt } = found;
  const row = data !== undefined && dataUpdatedAt >= openedAt ? data : null;
  if (row && (mayLook || row.canEdit)) return children(row);
  if (row) return <NoDesign title="没有编辑权限，可以请负责人授权" list={list} />;
  if (error) return <NoDesign error={error} list={list} retry={() => void found.refetch()} />;
  return (
    <div className="designer-wait" aria-busy="true">
      <Spin />
    </div>
  );
}

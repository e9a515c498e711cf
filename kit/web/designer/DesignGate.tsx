import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { isGoneError } from '../parts/ObjectFailed.tsx';
import { StateView } from '../parts/StateView.tsx';
import type { CallError } from '../send.ts';
import './designer.css';

/** List page of the designer's documents: path and name. */
interface List {
  readonly path: string;
  readonly name: string;
}

/** Empty or error state of a designer, with a link back. */
export function NoDesign({ error, title, list, retry }: { error?: CallError | null; title?: string; list: List; retry?: () => void }) {
  const navigate = useNavigate();
  const back = (
    <Button type="primary" onClick={() => void navigate(list.path)}>
      返回{list.name}
    </Button>
  );
  return <div className="designer-wait">{noDesignState({ error, title, back, retry })}</div>;
}

interface NoDesignState {
  error: CallError | null | undefined;
  title: string | undefined;
  back: ReactNode;
  retry: (() => void) | undefined;
}

function noDesignState({ error, title, back, retry }: NoDesignState) {
  if (!error) return <StateView kind="forbidden" what={title} why="可以请负责人授权。" more={back} />;
  if (isGoneError(error)) return <StateView kind="empty" what={title ?? error.message} action={back} />;
  return <StateView kind="error" what={title} error={error} {...(retry && { onRetry: retry })} more={back} />;
}

interface Props<T> {
  found: UseQueryResult<T, CallError>;
  list: List;
  /** true = the designer is also opened for those who may only look */
  mayRead?: boolean;
  children: (row: T) => ReactNode;
}

/**
 * Loading and error states in front of a designer. Always loads the document fresh, since a cached copy may be stale. Once open, later
 * refetches never unmount the designer.
 */
export function DesignGate<T extends { canEdit: boolean }>({ found, list, mayRead = false, children }: Props<T>) {
  const [openedAt] = useState(() => Date.now());
  const { data, error, dataUpdatedAt } = found;
  const row = data !== undefined && dataUpdatedAt >= openedAt ? data : null;
  if (row && (mayRead || row.canEdit)) return children(row);
  if (row) return <NoDesign title="没有编辑权限" list={list} />;
  if (error) return <NoDesign error={error} list={list} retry={() => void found.refetch()} />;
  return (
    <div className="designer-loading" aria-busy="true">
      <StateView kind="loading" shape="block" rows={3} />
    </div>
  );
}

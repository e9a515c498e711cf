import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from 'antd';
import { useObjectTitle } from '../page/object-title.tsx';
import { CallError } from '../send.ts';
import { StateView } from './StateView.tsx';

interface ObjectFailedProps {
  error: Error;
  /** 数据表 */
  noun: string;
  /** where its like are found */
  back: { to: string; text: string };
  onRetry: () => void;
}

/** True for what does not exist, or may not be known to exist: the server does not tell them apart. */
export const isGoneError = (error: unknown): boolean => error instanceof CallError && error.status === 404;

/** In place of an object that could not be read: the tab says so too when it is gone, and there is a way back to its like. */
export function ObjectFailed({ error, noun, back, onRetry }: ObjectFailedProps) {
  const isGone = isGoneError(error);
  useObjectTitle(null, { isGone });
  const way = (
    <Link to={back.to}>
      <Button>{back.text}</Button>
    </Link>
  );
  if (!isGone) return <StateView kind="error" error={error} onRetry={onRetry} more={way} />;
  return <GoneState noun={noun} action={way} />;
}

/** What was deleted and what one may not know of look the same. */
export const GoneState = ({ noun, action }: { noun: string; action: ReactNode }) => (
  <StateView kind="empty" what={`${noun}不存在`} why="可能已删除，或当前账号无权查看。" action={action} />
);

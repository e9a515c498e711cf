import { Button } from 'antd';
import type { CallError } from '#kit/web/send.ts';

/** A part of the page that could not be read. */
export const Problem = ({ error, onRetry }: { error: CallError; onRetry: () => void }) => (
  <div className="blank">
    {error.message}
    {error.requestId && <small>请求编号 {error.requestId}</small>}
    <Button onClick={onRetry}>重试</Button>
  </div>
);

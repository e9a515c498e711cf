import { Button, Result } from 'antd';
import type { CallError } from '#kit/web/send.ts';

/** Why a board is not shown, with a way on. */
export const BoardMissing = ({ error, retry }: { error: CallError; retry: () => void }) => (
  <Result
    status={error.status === 404 ? '404' : error.status === 403 ? '403' : 'error'}
    title={error.message}
    extra={
      <Button type="primary" onClick={retry}>
        重试
      </Button>
    }
  />
);

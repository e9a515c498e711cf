import { Button, Result } from 'antd';
import { useNavigate } from 'react-router';
import type { CallError } from '#kit/web/send.ts';

/** Why a board is not shown, with a way on. */
export function BoardMissing({ error, retry }: { error: CallError; retry: () => void }) {
  const navigate = useNavigate();
  return (
    <Result
      status={error.status === 404 ? '404' : error.status === 403 ? '403' : 'error'}
      title={error.message}
      extra={
        <>
          <Button onClick={retry}>重试</Button>
          <Button type="primary" onClick={() => void navigate('/home')}>
            返回首页
          </Button>
        </>
      }
    />
  );
}

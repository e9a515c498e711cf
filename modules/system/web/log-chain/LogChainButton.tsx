import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { api } from '../api.ts';

const LogChainDialog = lazyPart(() => import('./LogChainDialog.tsx'));

/** Opens the check of the operation log; only for those who may run it. */
export function LogChainButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can call={api.logChain.verify}>
      <Button onClick={() => setOpen(true)}>校验日志</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LogChainDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  );
}

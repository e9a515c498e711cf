import { SyncOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Compares the bound columns of every source anew. */
export function RunButton() {
  const can = useCan();
  const sources = useCall(api.binding.summary, { query: { by: 'source' } });
  const run = useWrite(api.binding.run, { refreshes: [api.binding.page] });
  const [isBusy, setBusy] = useState(false);
  if (!can(api.binding.run)) return null;
  const runAll = async () => {
    setBusy(true);
    const done = { checked: 0, changed: 0 };
    try {
      for (const { id, bound, exempt } of sources.data ?? []) {
        if (id === null || bound + exempt === 0) continue;
        const { checked, changed } = await run.mutateAsync({ body: { sourceId: id } });
        done.checked += checked;
        done.changed += changed;
      }
      toast.success(`核对了 ${count(done.checked)} 个字段，${count(done.changed)} 个结论有变化`);
    } catch {
      // the kit has told what went wrong
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<SyncOutlined />} loading={isBusy} onClick={() => void runAll()}>
      重新核对
    </Button>
  );
}

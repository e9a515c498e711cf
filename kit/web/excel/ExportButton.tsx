import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '../can.tsx';
import { day } from '../format.ts';
import { download } from '../send.ts';
import type { AnyCall } from '../table/types.ts';

interface ExportButtonProps {
  call: AnyCall;
  /** 岗位 */
  label: string;
  /** the present filter, the shown columns, or chosen rows */
  body: () => Record<string, unknown>;
}

/** 导出: the rows of the present filter as a workbook, for accounts that may. */
export function ExportButton({ call, label, body }: ExportButtonProps) {
  const can = useCan();
  const [busy, setBusy] = useState(false);
  if (!can(call)) return null;
  const run = async () => {
    setBusy(true);
    try {
      await download(call, { body: body() }, `${label}_${day(new Date()) ?? ''}.xlsx`);
    } catch {
      // the request layer has told the person
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run()}>
      导出
    </Button>
  );
}

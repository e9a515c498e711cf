import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../can.tsx';
import { day } from '../format.ts';
import { download } from '../send.ts';
import type { AnyCall } from '../table/types.ts';

/** Exports above this number of rows run as a background job. */
const DIRECT_ROWS = 20_000;

interface ExportButtonProps {
  call: AnyCall;
  /** the same export as a job of the export centre */
  job?: AnyCall;
  /** 岗位 */
  label: string;
  /** expected number of rows, null when unknown */
  rows?: number | null;
  /** the present filter, the shown columns, or chosen rows */
  body: () => Record<string, unknown>;
}

/** Exports the rows of the current filter as a workbook, for accounts with permission; large exports run in the export centre. */
export function ExportButton({ call, job, label, rows = 0, body }: ExportButtonProps) {
  const can = useCan();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  if (!can(call)) return null;
  const run = async (inBackground: boolean) => {
    setBusy(true);
    try {
      if (job && inBackground) {
        const { queueExport } = await import('./queue.ts');
        await queueExport(job, { label, rows, body: body() }, (path) => void navigate(path));
      } else await download(call, { body: body() }, `${label}_${day(new Date()) ?? ''}.xlsx`);
    } catch {
      // the transport has already shown the error
    } finally {
      setBusy(false);
    }
  };
  const main = (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run(rows === null || rows > DIRECT_ROWS)}>
      导出
    </Button>
  );
  if (!job) return main;
  return (
    <Space.Compact>
      {main}
      <Dropdown trigger={['click']} menu={{ items: [{ key: 'job', label: '后台导出' }], onClick: () => void run(true) }}>
        <Button icon={<DownOutlined />} aria-label="导出方式" disabled={busy} />
      </Dropdown>
    </Space.Compact>
  );
}

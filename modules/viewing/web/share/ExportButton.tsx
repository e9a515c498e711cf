import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';

/** Downloads the data of a shared document; stands only on links that allow it. */
export function ExportButton({ exportData }: { exportData: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await exportData();
    setBusy(false);
  };
  return (
    <Button icon={<DownloadOutlined />} loading={isBusy} onClick={() => void run()}>
      导出 Excel
    </Button>
  );
}

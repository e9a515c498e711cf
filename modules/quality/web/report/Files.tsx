import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { download } from '#kit/web/send.ts';
import { api } from '../api.ts';

/** The report of a day as a file. */
export function ReportFiles({ checkDate }: { checkDate: string }) {
  const can = useCan();
  const [isBusy, setBusy] = useState(false);
  if (!can(api.reportFile.day)) return null;
  const take = async (format: 'docx' | 'xlsx') => {
    setBusy(true);
    // errors are shown by the request layer
    await download(api.reportFile.day, { body: { checkDate, format } }, `数据质量报告_${checkDate}.${format}`).catch(() => undefined);
    setBusy(false);
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'docx', label: 'Word 文档' },
          { key: 'xlsx', label: 'Excel 工作簿' },
        ],
        onClick: ({ key }) => void take(key === 'docx' ? 'docx' : 'xlsx'),
      }}
    >
      <Button icon={<DownloadOutlined />} loading={isBusy}>
        导出
      </Button>
    </Dropdown>
  );
}

/** The rows that break a rule as a file, for who may take them away. */
export function RowFiles({ reportId, name }: { reportId: string; name: string }) {
  const can = useCan();
  const [isBusy, setBusy] = useState(false);
  if (!can(api.reportFile.rows)) return null;
  const take = async (format: 'csv' | 'xlsx') => {
    setBusy(true);
    // errors are shown by the request layer
    await download(api.reportFile.rows, { params: { id: reportId }, body: { format } }, `${name}_不合格的行.${format}`).catch(
      () => undefined,
    );
    setBusy(false);
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: 'Excel 工作簿' },
          { key: 'csv', label: 'CSV 文件' },
        ],
        onClick: ({ key }) => void take(key === 'csv' ? 'csv' : 'xlsx'),
      }}
    >
      <Button size="small" icon={<DownloadOutlined />} loading={isBusy}>
        下载清单
      </Button>
    </Dropdown>
  );
}

import { FileTextOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { download } from '#kit/web/send.ts';
import { api } from '../api.ts';

const FORMATS = [
  { key: 'docx', label: 'Word 文档' },
  { key: 'xlsx', label: 'Excel 表格' },
];

/** 数据库文档: what is known of all tables of a source, as one file. */
export function DocumentButton({ id, name, disabled }: { id: string; name: string; disabled: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await download(api.document.word, { params: { id }, query: { format } }, `${name}-数据库文档.${format}`);
    } catch {
      // the request layer has shown the error
    } finally {
      setBusy(false);
    }
  };
  return (
    <Can call={api.document.word}>
      <Dropdown disabled={disabled} trigger={['click']} menu={{ items: FORMATS, onClick: ({ key }) => void save(key) }}>
        <Button icon={<FileTextOutlined />} loading={isBusy} title={disabled ? '同步后才有内容' : undefined}>
          数据库文档
        </Button>
      </Dropdown>
    </Can>
  );
}

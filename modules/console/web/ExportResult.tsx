import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { noticeDialog } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { download } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { ParamValues } from '#modules/gate/contract/statement.ts';
import { api } from './api.ts';
import { newKey } from './use-run.ts';

interface Props {
  sourceId: string;
  sqlText: string;
  params: ParamValues;
}

/** 导出: says before how many rows a file may have, and after when it has not all of them; the file itself holds rows and nothing else. */
export function ExportResult({ sourceId, sqlText, params }: Props) {
  const limit = useCall(api.console.exportLimit, {}, { staleTime: 60_000 });
  const most = limit.data ? count(limit.data.maxRows) : null;
  const save = async (format: 'csv' | 'xlsx') => {
    const sqlKey = newKey();
    let note: string | null = null;
    const name = async () => {
      const done = await api.console.exported({ params: { sqlKey } }, { quiet: true });
      note = done.note;
      return note === null ? `查询结果.${format}` : `查询结果_前${done.rowCount}行.${format}`;
    };
    await download(api.console.export, { body: { sqlKey, sourceId, sqlText, params, format } }, name);
    if (note !== null) noticeDialog({ title: '导出的不是全部数据', content: note });
  };
  return (
    <Dropdown
      menu={{
        items: [
          { key: 'csv', label: '导出 CSV' },
          { key: 'xlsx', label: '导出 Excel' },
          ...(most === null ? [] : [{ type: 'divider' as const }, { key: 'limit', label: `最多 ${most} 行`, disabled: true }]),
        ],
        // the request layer has shown the error
        onClick: ({ key }) => void save(key as 'csv' | 'xlsx').catch(() => undefined),
      }}
    >
      <Button size="small" icon={<DownloadOutlined />} title={most === null ? '按原语句导出' : `按原语句导出，最多 ${most} 行`}>
        导出
      </Button>
    </Dropdown>
  );
}

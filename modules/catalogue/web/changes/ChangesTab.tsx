import { Alert } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { api } from '../api.ts';
import { ChangesPanel } from './ChangesPanel.tsx';
import { VersionsPanel } from './VersionsPanel.tsx';

/** 变更 on the page of a table: what changed, and its versions, which everybody who sees the table may read. */
export default function ChangesTab({ tableId }: { tableId: string }) {
  const can = useCan();
  return (
    <>
      {can(api.change.page) ? <ChangesPanel tableId={tableId} /> : <Alert type="info" title="没有查看变更记录的权限，下面是结构版本。" />}
      <h3 className="table-section">结构版本</h3>
      <VersionsPanel tableId={tableId} />
    </>
  );
}

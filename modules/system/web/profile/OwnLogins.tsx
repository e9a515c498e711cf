import { minute } from '#kit/web/format.ts';
import { api } from './api.ts';
import { LogResult, OwnLog, type LogRow } from './OwnLog.tsx';

type Row = LogRow<typeof api.profile.loginLogs>;
const events: Record<Row['event'], string> = { login: '登录', logout: '退出', kick: '强制下线', unlock: '解锁', reset: '找回密码' };

/** When and from where the account was used; failures included, so that a stranger's try is seen. */
export function OwnLogins() {
  return (
    <OwnLog
      call={api.profile.loginLogs}
      columns={[
        { title: '时间', dataIndex: 'opDate', width: 150, render: minute },
        { title: '事件', dataIndex: 'event', width: 90, render: (event: Row['event']) => events[event] },
        { title: '结果', width: 180, render: (_, row) => <LogResult isOk={row.result === '1'} problem={row.reason} /> },
        { title: 'IP 地址', dataIndex: 'opIp', width: 140 },
        { title: '地区', dataIndex: 'region', width: 120, render: (region: string | null) => region ?? '—' },
        { title: '设备', render: (_, row) => [row.opBrowser, row.opOs].filter(Boolean).join(' · ') || '—' },
      ]}
    />
  );
}

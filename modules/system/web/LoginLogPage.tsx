import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { api } from './api.ts';
import { RESULT_TONES } from './log-tones.ts';

export default defineEntityPage({
  title: '登录日志',
  api: api.loginLog,
  nameField: 'userName',
  search: [
    { field: 'userName', label: '用户名' },
    { field: 'event', label: '事件', dict: 'sys_login_event' },
    { field: 'result', label: '结果', dict: 'sys_normal_status' },
    { field: 'opIp', label: 'IP 地址' },
    { field: 'startTime', to: 'endTime', label: '时间' },
  ],
  columns: [
    { field: 'userName', title: '用户名', width: 130 },
    { field: 'event', title: '事件', dict: 'sys_login_event', width: 110 },
    { field: 'result', title: '结果', dict: 'sys_normal_status', tones: RESULT_TONES, width: 90 },
    { field: 'reason', title: '原因' },
    { field: 'opIp', title: 'IP 地址', kind: 'mono', width: 140 },
    { field: 'region', title: '地区', width: 118 },
    { field: 'opOs', title: '操作系统', width: 130 },
    { field: 'opBrowser', title: '浏览器', width: 150 },
    { field: 'opDevice', title: '设备', width: 100, hidden: true },
    { field: 'opDate', title: '登录时间', kind: 'second', width: 170, sort: true },
  ],
});

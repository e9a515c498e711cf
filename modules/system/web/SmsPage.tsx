import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { api } from './api.ts';

const STATES: Record<'outbox' | 'waiting' | 'sent' | 'failed', readonly [label: string, tone: Tone]> = {
  outbox: ['仅存发件箱', 'idle'],
  waiting: ['等待发送', 'accent'],
  sent: ['已发送', 'calm'],
  failed: ['发送失败', 'bad'],
};

export default defineEntityPage({
  title: '短信发件箱',
  label: '短信',
  api: { page: api.captcha.smsPage },
  nameField: 'phone',
  search: [
    { field: 'phone', label: '手机号码' },
    {
      field: 'state',
      label: '发送状态',
      options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })),
    },
  ],
  columns: [
    { field: 'phone', title: '手机号码', width: 150 },
    { field: 'content', title: '内容' },
    { field: 'username', title: '账号', width: 120 },
    { field: 'nickname', title: '昵称', width: 120 },
    { field: 'state', title: '发送状态', width: 110, render: (row) => <Tag tone={STATES[row.state][1]}>{STATES[row.state][0]}</Tag> },
    { field: 'result', title: '发送结果', width: 180 },
    { field: 'expireTime', title: '有效至', kind: 'second', width: 170, hidden: true },
    { field: 'createTime', title: '时间', kind: 'second', width: 170 },
  ],
});

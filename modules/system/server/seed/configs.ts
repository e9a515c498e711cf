import type { ConfigSeed } from '#kit/server/module.ts';

/** Settings of the organisation pages; those of sign-in and sessions are beside their code. */
export const configs: readonly ConfigSeed[] = [
  { key: 'sys.site.title', name: '系统名称', value: '数智大脑', type: 'text', isPublic: true },
  {
    key: 'log.operKeepDays',
    name: '操作日志保留天数',
    value: '400',
    type: 'number',
    remark: '到期日志由定时任务删除；少于 180 天按 180 天执行',
  },
  {
    key: 'log.loginKeepDays',
    name: '登录日志保留天数',
    value: '400',
    type: 'number',
    remark: '到期日志由定时任务删除；少于 180 天按 180 天执行',
  },
  {
    key: 'recycle.keepDays',
    name: '回收站保留天数',
    value: '90',
    type: 'number',
    remark: '删除的数据在回收站保留的天数，到期自动彻底删除，0 表示不自动删除',
  },
];

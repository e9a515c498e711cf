import type { ConfigSeed } from '#kit/server/module.ts';

/** Settings of the organisation pages; those of sign-in and sessions are beside their code. */
export const configs: readonly ConfigSeed[] = [
  { key: 'sys.site.title', name: '系统名称', value: '数智大脑', type: 'text', group: '界面', isPublic: true },
  {
    key: 'log.operKeepDays',
    name: '操作日志保留天数',
    value: '400',
    type: 'number',
    group: '日志与回收站',
    min: 180,
    max: 3650,
    unit: '天',
    remark: '超过的操作日志由每天的定时任务删除；按网络安全法至少保留 180 天',
  },
  {
    key: 'log.loginKeepDays',
    name: '登录日志保留天数',
    value: '400',
    type: 'number',
    group: '日志与回收站',
    min: 180,
    max: 3650,
    unit: '天',
    remark: '超过的登录日志由每天的定时任务删除；按网络安全法至少保留 180 天',
  },
  {
    key: 'recycle.keepDays',
    name: '回收站保留天数',
    value: '90',
    type: 'number',
    group: '日志与回收站',
    min: 0,
    max: 3650,
    unit: '天',
    remark: '删除的数据在回收站保留的天数，到期自动彻底删除，0 表示不自动删除',
  },
];

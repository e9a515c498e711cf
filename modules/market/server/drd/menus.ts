import type { DictSeed, MenuSeed } from '#kit/server/module.ts';

const button = (name: string, perms: string) => ({ name, perms: `market:drd:${perms}` });

export const drdMenu: MenuSeed = {
  path: '/market/drd',
  name: '资源目录',
  component: 'market/drd/index',
  icon: 'FolderOutlined',
  code: '6020',
  sort: 100,
  perms: 'market:drd:list',
  buttons: [
    button('资源编目', 'add'),
    button('资源修改', 'edit'),
    button('资源删除', 'remove'),
    button('资源提交', 'submit'),
    button('资源上架', 'publish'),
    button('资源下架', 'offline'),
    button('资源分类维护', 'catalog'),
    button('资源申请', 'apply'),
    button('资源申请审批', 'approve'),
    button('数据需求处理', 'demand'),
  ],
};

const dict = (code: string, name: string, values: readonly string[]): DictSeed => ({
  code,
  name,
  items: values.map((value, i) => [String(i + 1), value] as const),
});
export const drdDicts: readonly DictSeed[] = [
  dict('data_drd_status', '资源状态', ['草稿', '审核中', '已上架', '已下架']),
  dict('market_drd_type', '资源类型', ['库表', 'API', '文件', '数据集', '看板']),
  dict('market_drd_share', '资源共享类型', ['无条件共享', '有条件共享', '不予共享']),
  dict('market_drd_freq', '资源更新周期', ['实时', '每日', '每周', '每月', '每年', '不定期']),
  dict('market_drd_usage', '资源使用方式', ['查询', 'API', '下载', '查看']),
  dict('data_apply_status', '资源申请状态', ['待审批', '生效', '已拒绝', '已撤回', '已结束']),
  dict('market_drd_feedback', '资源反馈类型', ['评价', '提问', '纠错']),
  dict('market_drd_demand', '数据需求状态', ['待处理', '处理中', '已满足', '已关闭']),
];

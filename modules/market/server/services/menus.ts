import type { DictSeed, MenuSeed } from '#kit/server/module.ts';

const button = (name: string, perms: string) => ({ name, perms: `market:service:${perms}` });

export const serviceMenus: readonly MenuSeed[] = [
  {
    path: '/market/dataservice',
    name: '服务集成',
    component: 'market/dataservice/index',
    icon: 'ClusterOutlined',
    code: '6014',
    sort: 40,
    perms: 'market:service:list',
    buttons: [
      button('服务集成新增', 'add'),
      button('服务集成修改', 'edit'),
      button('服务集成详情', 'detail'),
      button('服务集成删除', 'remove'),
      button('服务集成调试', 'run'),
      button('服务集成发布', 'release'),
      button('服务集成提交发布', 'submit'),
    ],
  },
  {
    path: '/market/servicelog',
    name: '服务日志',
    component: 'market/servicelog/index',
    icon: 'HistoryOutlined',
    code: '6015',
    sort: 50,
    perms: 'market:service:log:list',
    buttons: [button('日志详情', 'log:detail'), button('日志删除', 'log:remove')],
  },
];

export const serviceDicts: readonly DictSeed[] = [
  {
    code: 'market_service_param_type',
    name: '服务参数类型',
    items: [
      ['1', '字符串'],
      ['2', '整型'],
      ['3', '浮点型'],
      ['4', '时间'],
      ['5', '集合'],
      ['6', '布尔'],
    ],
  },
];

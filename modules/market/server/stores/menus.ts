import type { DictSeed, MenuSeed } from '#kit/server/module.ts';

const button = (name: string, perms: string) => ({ name, perms: `market:store:${perms}` });

/** 数据存储: a folder of three pages. */
export const storeMenu: MenuSeed = {
  path: '/market/datastore',
  name: '数据存储',
  component: null,
  icon: 'DatabaseOutlined',
  code: '6019',
  sort: 90,
  redirect: '/market/datastore/list',
  children: [
    {
      path: '/market/datastore/list',
      name: '存储登记',
      component: 'market/datastore/list/index',
      icon: 'TableOutlined',
      code: '60191',
      sort: 10,
      perms: 'market:store:list',
      buttons: [
        button('数据存储新增', 'add'),
        button('数据存储修改', 'edit'),
        button('数据存储详情', 'detail'),
        button('数据存储删除', 'remove'),
        button('数据存储扫描', 'scan'),
      ],
    },
    {
      path: '/market/datastore/monitor',
      name: '存储监控',
      component: 'market/datastore/monitor/index',
      icon: 'MonitorOutlined',
      code: '60192',
      sort: 20,
      perms: 'market:store:monitor',
    },
    {
      path: '/market/datastore/search',
      name: '存储检索',
      component: 'market/datastore/search/index',
      icon: 'SearchOutlined',
      code: '60193',
      sort: 30,
      perms: 'market:store:search',
    },
  ],
};

export const storeDicts: readonly DictSeed[] = [
  {
    code: 'market_store_type',
    name: '数据存储类型',
    items: [
      ['1', '关系库'],
      ['2', '文件'],
      ['3', '对象存储'],
      ['4', '内嵌'],
    ],
  },
  {
    code: 'market_store_health',
    name: '数据存储健康状态',
    items: [
      ['0', '未扫描'],
      ['1', '正常'],
      ['2', '告警'],
      ['3', '异常'],
    ],
  },
];

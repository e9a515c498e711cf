import type { DictSeed, MenuSeed } from '#kit/server/module.ts';

const crudButtons = (label: string, code: string) => [
  { name: `${label}新增`, perms: `${code}:add` },
  { name: `${label}修改`, perms: `${code}:edit` },
  { name: `${label}详情`, perms: `${code}:detail` },
  { name: `${label}删除`, perms: `${code}:remove` },
];

/** The pages belong to the menu folder of the system module, which is seeded before. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/basic',
    name: '平台基础设置',
    component: 'Layout',
    sort: 10,
    children: [
      {
        path: '/basic/system',
        name: '系统管理',
        component: null,
        sort: 10,
        children: [
          {
            path: '/basic/system/notice',
            name: '公告管理',
            component: 'basic/system/notice/index',
            icon: 'NotificationOutlined',
            code: '1018',
            sort: 100,
            perms: 'system:notice:list',
            buttons: [
              ...crudButtons('公告', 'system:notice'),
              { name: '公告发布', perms: 'system:notice:publish' },
              { name: '公告撤回', perms: 'system:notice:revoke' },
              { name: '阅读回执', perms: 'system:notice:receipt' },
              { name: '公告导出', perms: 'system:notice:export' },
            ],
          },
          {
            path: '/basic/system/banner',
            name: '轮播图管理',
            component: 'basic/system/banner/index',
            icon: 'PictureOutlined',
            sort: 110,
            perms: 'system:banner:list',
            buttons: [...crudButtons('轮播图', 'system:banner'), { name: '轮播图导出', perms: 'system:banner:export' }],
          },
          {
            path: '/basic/system/certificate',
            name: '证书管理',
            component: 'basic/system/certificate/index',
            icon: 'SafetyCertificateOutlined',
            sort: 120,
            perms: 'system:certificate:list',
            buttons: [
              ...crudButtons('证书', 'system:certificate'),
              { name: '证书续期', perms: 'system:certificate:renew' },
              { name: '证书注销', perms: 'system:certificate:cancel' },
              { name: '证书导入', perms: 'system:certificate:import' },
              { name: '证书导出', perms: 'system:certificate:export' },
            ],
          },
        ],
      },
    ],
  },
];

export const dicts: readonly DictSeed[] = [
  {
    code: 'sys_message_kind',
    name: '消息类型',
    items: [
      ['expiry', '到期提醒'],
      ['task', '任务'],
      ['export', '导出'],
      ['system', '系统'],
      ['record', '档案'],
      ['flow', '流程'],
      ['standard', '数据标准'],
      ['quality', '数据质量'],
      ['masterdata', '主数据'],
      ['market', '数据集市'],
      ['filling', '数据填报'],
    ],
  },
  {
    code: 'sys_audience',
    name: '发布范围',
    items: [
      ['1', '全员'],
      ['2', '部门'],
      ['3', '角色'],
      ['4', '用户'],
    ],
  },
  {
    code: 'sys_banner_link',
    name: '轮播图链接类型',
    items: [
      ['0', '无'],
      ['1', '内页'],
      ['2', '外链'],
    ],
  },
  {
    code: 'sys_banner_platform',
    name: '轮播图平台',
    items: [
      ['web', '浏览器'],
      ['app', '手机应用'],
    ],
  },
  {
    code: 'sys_banner_position',
    name: '轮播图位置',
    items: [
      ['login', '登录页'],
      ['home', '首页'],
    ],
  },
  {
    code: 'sys_cert_type',
    name: '证书类型',
    items: [
      ['1', '企业资质'],
      ['2', '体系认证'],
      ['3', '荣誉'],
      ['4', '信用评级'],
      ['5', '系统授权'],
    ],
  },
  {
    code: 'prj_cert_status',
    name: '证书状态',
    items: [
      ['1', '有效'],
      ['2', '即将到期'],
      ['3', '已过期'],
      ['4', '已注销'],
    ],
  },
];

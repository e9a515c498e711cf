import type { DictSeed, MenuSeed } from '#kit/server/module.ts';
import { drdDicts } from './drd/menus.ts';
import { storeDicts } from './stores/menus.ts';

const button = (name: string, perms: string) => ({ name, perms: `market:${perms}` });

/** The pages below 数据集市管理. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/market',
    name: '数据集市管理',
    component: 'Layout',
    icon: 'ShopOutlined',
    code: '60',
    sort: 60,
    redirect: '/market/dataapi',
    children: [
      {
        path: '/market/dataapi',
        name: '数据服务',
        component: 'market/dataapi/index',
        icon: 'ApiOutlined',
        code: '6011',
        sort: 10,
        perms: 'market:api:list',
        buttons: [
          button('数据服务新增', 'api:add'),
          button('数据服务修改', 'api:edit'),
          button('数据服务详情', 'api:detail'),
          button('数据服务删除', 'api:remove'),
          button('数据服务调试', 'api:debug'),
          button('数据服务复制', 'api:copy'),
          button('数据服务提交发布', 'api:submit'),
          button('数据服务发布', 'api:release'),
          button('数据服务注销', 'api:cancel'),
          button('数据服务文档', 'api:word'),
          button('数据服务示例', 'api:example'),
          button('分组查看', 'group:list'),
          button('分组新增', 'group:add'),
          button('分组修改', 'group:edit'),
          button('分组详情', 'group:detail'),
          button('分组删除', 'group:remove'),
        ],
      },
      {
        path: '/market/apilog',
        name: '接口日志',
        component: 'market/apilog/index',
        icon: 'HistoryOutlined',
        code: '6013',
        sort: 30,
        perms: 'market:api:log:list',
        buttons: [button('日志详情', 'api:log:detail'), button('日志删除', 'api:log:remove')],
      },
      {
        path: '/market/apiapp',
        name: '应用与密钥',
        component: 'market/apiapp/index',
        icon: 'IdcardOutlined',
        code: '6016',
        sort: 60,
        perms: 'market:app:list',
        buttons: [
          button('应用新增', 'app:add'),
          button('应用修改', 'app:edit'),
          button('应用详情', 'app:detail'),
          button('应用删除', 'app:remove'),
          button('密钥生成与吊销', 'app:rotate'),
        ],
      },
      {
        path: '/market/subscription',
        name: '订阅管理',
        component: 'market/subscription/index',
        icon: 'AuditOutlined',
        code: '6017',
        sort: 70,
        perms: 'market:subscription:list',
        buttons: [button('订阅申请', 'subscription:add'), button('订阅审批', 'subscription:decide')],
      },
      {
        path: '/market/apimarket',
        name: 'API市场',
        component: 'market/apimarket/index',
        icon: 'AppstoreOutlined',
        code: '6021',
        sort: 15,
        perms: 'market:square:list',
      },
      {
        path: '/market/myapply',
        name: '我的申请',
        component: 'market/myapply/index',
        icon: 'AuditOutlined',
        code: '6022',
        sort: 65,
        perms: 'market:apply:list',
        buttons: [button('申请订阅', 'apply:add'), button('撤回申请', 'apply:withdraw')],
      },
    ],
  },
];

export const dicts: readonly DictSeed[] = [
  ...drdDicts,
  ...storeDicts,
  {
    code: 'data_api_status',
    name: 'API状态',
    items: [
      ['1', '待发布'],
      ['2', '已发布'],
      ['3', '已下线'],
    ],
  },
  {
    code: 'data_req_method',
    name: '请求方式',
    items: [
      ['GET', 'GET'],
      ['POST', 'POST'],
    ],
  },
  {
    code: 'data_config_type',
    name: '配置方式',
    items: [
      ['1', '表引导模式'],
      ['2', '脚本模式'],
      ['3', '数据集模式'],
    ],
  },
  {
    code: 'data_where_type',
    name: 'SQL操作符',
    items: [
      ['1', '等于'],
      ['2', '不等于'],
      ['3', '全模糊查询'],
      ['4', '左模糊查询'],
      ['5', '右模糊查询'],
      ['6', '大于'],
      ['7', '大于等于'],
      ['8', '小于'],
      ['9', '小于等于'],
      ['10', '是否为空'],
      ['11', '是否不为空'],
      ['12', 'IN'],
    ],
  },
  {
    code: 'data_param_type',
    name: '参数类型',
    items: [
      ['1', '字符串'],
      ['2', '整型'],
      ['3', '浮点型'],
      ['4', '时间'],
      ['5', '集合'],
    ],
  },
  {
    code: 'market_subscription_status',
    name: '订阅状态',
    items: [
      ['1', '待审批'],
      ['2', '生效'],
      ['3', '已拒绝'],
      ['4', '已暂停'],
      ['5', '已关闭'],
      ['6', '已到期'],
    ],
  },
];

import type { DictSeed, MenuSeed } from '#kit/server/module.ts';
import { ALERT_KINDS, ISSUE_STATES } from '../core/index.ts';

const button = (name: string, perms: string) => ({ name, perms: `quality:${perms}` });

/** The pages below 数据质量. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/quality',
    name: '数据质量',
    component: 'Layout',
    icon: 'SafetyCertificateOutlined',
    code: '40',
    sort: 40,
    redirect: '/quality/index',
    children: [
      { path: '/quality/index', name: '概览', component: 'quality/index', icon: 'DashboardOutlined', sort: 0 },
      {
        path: '/quality/checkrule',
        name: '规则配置',
        component: 'quality/checkrule/index',
        icon: 'FileSearchOutlined',
        code: '4011',
        sort: 10,
        perms: 'quality:rule:list',
        buttons: [
          button('规则新增', 'rule:add'),
          button('规则修改', 'rule:edit'),
          button('规则详情', 'rule:detail'),
          button('规则删除', 'rule:remove'),
          button('规则执行', 'rule:run'),
          button('规则提交', 'rule:submit'),
          button('规则导入', 'rule:import'),
          button('规则导出', 'rule:export'),
        ],
      },
      {
        path: '/quality/checkstat',
        name: '问题统计',
        component: 'quality/checkstat/index',
        icon: 'BarChartOutlined',
        code: '4012',
        sort: 20,
        perms: 'quality:stat:list',
      },
      {
        path: '/quality/checkreport',
        name: '质量报告',
        component: 'quality/checkreport/index',
        icon: 'ReconciliationOutlined',
        code: '4013',
        sort: 30,
        perms: 'quality:report:list',
        buttons: [button('报告详情', 'report:detail'), button('报告导出', 'report:export')],
      },
      {
        path: '/quality/checkjob',
        name: '定时任务',
        component: 'quality/checkjob/index',
        icon: 'ScheduleOutlined',
        code: '4014',
        sort: 40,
        perms: 'quality:job:list',
        buttons: [
          button('任务新增', 'job:add'),
          button('任务修改', 'job:edit'),
          button('任务删除', 'job:remove'),
          button('任务暂停', 'job:pause'),
          button('任务恢复', 'job:resume'),
          button('任务执行', 'job:run'),
        ],
      },
      {
        path: '/quality/checklog',
        name: '任务日志',
        component: 'quality/checklog/index',
        icon: 'HistoryOutlined',
        code: '4015',
        sort: 50,
        perms: 'quality:log:list',
        buttons: [button('日志详情', 'log:detail')],
      },
      {
        path: '/quality/checkissue',
        name: '问题工单',
        component: 'quality/checkissue/index',
        icon: 'AuditOutlined',
        code: '4016',
        sort: 60,
        perms: 'quality:issue:list',
        buttons: [
          button('工单指派', 'issue:assign'),
          button('工单处理', 'issue:handle'),
          button('工单复核', 'issue:review'),
          button('工单豁免', 'issue:waive'),
        ],
      },
      {
        path: '/quality/score',
        name: '质量评分',
        component: 'quality/score/index',
        icon: 'TrophyOutlined',
        code: '4017',
        sort: 70,
        perms: 'quality:score:list',
        buttons: [button('评分权重修改', 'score:edit')],
      },
      {
        path: '/quality/alertrule',
        name: '告警规则',
        component: 'quality/alertrule/index',
        icon: 'NotificationOutlined',
        code: '4018',
        sort: 80,
        perms: 'quality:alert:list',
        buttons: [
          button('告警新增', 'alert:add'),
          button('告警修改', 'alert:edit'),
          button('告警详情', 'alert:detail'),
          button('告警删除', 'alert:remove'),
        ],
      },
    ],
  },
];

export const dicts: readonly DictSeed[] = [
  {
    code: 'quality_report_state',
    name: '质量核查结果',
    items: [
      ['pass', '通过'],
      ['warn', '警告'],
      ['fail', '不通过'],
      ['error', '执行失败'],
      ['skip', '跳过'],
    ],
  },
  {
    code: 'data_issue_status',
    name: '质量问题状态',
    items: Object.entries(ISSUE_STATES),
  },
  {
    code: 'quality_issue_closed_by',
    name: '质量问题关闭方式',
    items: [
      ['recheck', '复检通过'],
      ['person', '人工关闭'],
      ['rule', '规则变更'],
    ],
  },
  {
    code: 'quality_alert_kind',
    name: '质量告警时机',
    items: Object.entries(ALERT_KINDS),
  },
  {
    code: 'quality_alert_state',
    name: '质量告警状态',
    items: [
      ['waiting', '待发送'],
      ['sent', '已发送'],
      ['failed', '发送失败'],
      ['merged', '已合并'],
    ],
  },
  {
    code: 'quality_webhook_kind',
    name: '群机器人',
    items: [
      ['dingtalk', '钉钉'],
      ['wecom', '企业微信'],
      ['feishu', '飞书'],
      ['json', '通用 JSON'],
    ],
  },
  {
    code: 'quality_run_state',
    name: '质量批次状态',
    items: [
      ['waiting', '等待'],
      ['running', '执行中'],
      ['done', '已完成'],
      ['error', '执行失败'],
      ['cancelled', '已停止'],
    ],
  },
  {
    code: 'quality_run_cause',
    name: '质量批次触发方式',
    items: [
      ['manual', '手动'],
      ['cron', '按计划'],
      ['sync', '同步后'],
      ['upstream', '上游完成后'],
      ['api', '接口'],
    ],
  },
  {
    code: 'quality_trigger_kind',
    name: '质量任务触发方式',
    items: [
      ['cron', '按计划'],
      ['sync', '数据源同步后'],
      ['upstream', '上游任务通过后'],
      ['api', '接口调用'],
    ],
  },
  {
    code: 'quality_rule_strength',
    name: '质量规则强弱',
    items: [
      ['1', '弱规则'],
      ['2', '强规则'],
    ],
  },
];

import type { PlatformSet } from '#kit/server/platform-set.ts';

/** The words of `inAudience` for the account that asks, over `sys_notice n`; a test holds the two together. */
const ADDRESSED = `(n.publish_scope = '1' or exists (select 1 from sys_audience_target t where t.record_id = n.id and (
      (n.publish_scope = '2' and exists (select 1 from sys_dept target join sys_dept own on own.id = \${user.deptId}
        where target.id = t.target_id and target.deleted_at is null
          and (own.id = target.id or (n.with_below = '1' and own.path like target.path || '%'))))
      or (n.publish_scope = '3' and exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = \${user.id} and ur.role_id = t.target_id and r.status = '1' and r.deleted_at is null))
      or (n.publish_scope = '4' and t.target_id = \${user.id}))))`;

/** What the viewer may read on the pages of the module anyway: certificates on display, notices addressed to them. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'notices.certificates',
    name: '企业证书',
    remark: '展示中的企业证书：未注销、未过期',
    sql: `select cert_name, cert_type, coalesce(grade, '') as grade, coalesce(issue_org, '') as issue_org,
      case when valid_to is null then '长期有效' else concat('有效期至 ', to_char(valid_to, 'YYYY-MM-DD')) end as validity,
      case when valid_to <= current_date + 90 then '即将到期' else '有效' end as state, valid_to - current_date as days_left, sort, 1 as certificates
      from sys_certificate where deleted_at is null and status = '1' and is_cancelled = '0' and (valid_to is null or valid_to >= current_date)`,
    fields: [
      ['cert_name', '证书名称', 'dimension', 'string'],
      ['cert_type', '证书类型', 'dimension', 'string', { dict: 'sys_cert_type' }],
      ['grade', '等级', 'dimension', 'string'],
      ['issue_org', '发证机构', 'dimension', 'string'],
      ['validity', '有效期', 'dimension', 'string'],
      ['state', '状态', 'dimension', 'string'],
      ['days_left', '剩余天数', 'dimension', 'number'],
      ['sort', '排序', 'dimension', 'number'],
      ['certificates', '证书数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
  {
    code: 'notices.board',
    name: '公告与督办',
    remark: '面向当前用户、已发布且未过期的通知、公告和待办提醒',
    sql: `select title, type, cast(publish_time as date) as day, case when top_flag = '1' then '置顶' when must_read = '1' then '必读' else '' end as mark,
      top_flag, 1 as notices
      from sys_notice n where deleted_at is null and publish_status = '1' and publish_time <= now()
        and (expire_time is null or expire_time > now()) and ${ADDRESSED}`,
    fields: [
      ['title', '标题', 'dimension', 'string'],
      ['type', '类型', 'dimension', 'string', { dict: 'sys_notice_type' }],
      ['day', '发布日期', 'dimension', 'date'],
      ['mark', '标记', 'dimension', 'string'],
      ['top_flag', '是否置顶', 'dimension', 'string'],
      ['notices', '公告数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
];

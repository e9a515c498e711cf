import { definePlatformSet } from './registry.ts';

/* What every account may read on the pages of the module: certificates that are on display, notices to everybody. */

definePlatformSet({
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
});

definePlatformSet({
  code: 'notices.board',
  name: '公告与督办',
  remark: '面向全员、已发布且未过期的通知、公告和待办提醒',
  sql: `select title, type, cast(publish_time as date) as day, case when top_flag = '1' then '置顶' when must_read = '1' then '必读' else '' end as mark,
    top_flag, 1 as notices
    from sys_notice where deleted_at is null and publish_status = '1' and publish_scope = '1' and publish_time <= now()
      and (expire_time is null or expire_time > now())`,
  fields: [
    ['title', '标题', 'dimension', 'string'],
    ['type', '类型', 'dimension', 'string', { dict: 'sys_notice_type' }],
    ['day', '发布日期', 'dimension', 'date'],
    ['mark', '标记', 'dimension', 'string'],
    ['top_flag', '是否置顶', 'dimension', 'string'],
    ['notices', '公告数', 'measure', 'number', { agg: 'sum' }],
  ],
});

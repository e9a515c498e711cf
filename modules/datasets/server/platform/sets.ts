import { TIER_LABELS } from '#modules/sources/contract/table-kind.ts';
import { definePlatformSet } from './registry.ts';

/** Days of logs that are looked at: enough for a year and the one before, and bounded on a platform that has run for long. */
const DAYS = "now() - interval '800 day'";

/** The name of a layer for its stored word. */
const tierName = (column: string): string =>
  `case ${column} ${Object.entries(TIER_LABELS)
    .map(([tier, label]) => `when '${tier}' then '${label}'`)
    .join(' ')} end`;

definePlatformSet({
  code: 'metadata.sources',
  name: '数据源概况',
  remark: '已登记数据源的表数、字段数和同步状态',
  sql: `select source_name, db_type, case status when '1' then '启用' else '禁用' end as state, env,
    case is_sync when '2' then '已同步' when '1' then '同步中' when '3' then '同步失败' else '未同步' end as sync_state,
    table_count, column_count, routine_count, cast(date_trunc('second', sync_time) as timestamp) as sync_time, 1 as sources
    from metadata_source where deleted_at is null`,
  fields: [
    ['source_name', '数据源', 'dimension', 'string'],
    ['db_type', '数据库类型', 'dimension', 'string', { dict: 'data_db_type' }],
    ['state', '状态', 'dimension', 'string'],
    ['env', '环境', 'dimension', 'string'],
    ['sync_state', '同步状态', 'dimension', 'string'],
    ['sync_time', '最近同步时间', 'dimension', 'datetime'],
    ['sources', '数据源数', 'measure', 'number', { agg: 'sum' }],
    ['table_count', '表数', 'measure', 'number', { agg: 'sum' }],
    ['column_count', '字段数', 'measure', 'number', { agg: 'sum' }],
    ['routine_count', '存储过程数', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'metadata.tables',
  name: '元数据表分布',
  remark: '按数据源、模式、主题域、分层统计表数、字段数、估计行数和存储空间',
  sql: `select s.source_name, t.schema_name, coalesce(d.domain_name, '未归类') as domain_name, coalesce(${tierName('t.tier')}, '未分层') as tier,
    count(*) as tables, sum(t.column_count) as columns, sum(coalesce(t.row_estimate, 0)) as row_estimate,
    sum(coalesce(t.size_bytes, 0)) as size_bytes, count(*) filter (where t.owner_id is not null) as owned,
    count(*) filter (where coalesce(t.cn_name, t.table_comment) is not null) as described
    from metadata_table t join metadata_source s on s.id = t.source_id and s.deleted_at is null
    left join metadata_domain d on d.id = t.domain_id and d.deleted_at is null
    where t.deleted_at is null group by 1, 2, 3, 4`,
  fields: [
    ['source_name', '数据源', 'dimension', 'string'],
    ['schema_name', '模式', 'dimension', 'string'],
    ['domain_name', '主题域', 'dimension', 'string'],
    ['tier', '分层', 'dimension', 'string'],
    ['tables', '表数', 'measure', 'number', { agg: 'sum' }],
    ['columns', '字段数', 'measure', 'number', { agg: 'sum' }],
    ['row_estimate', '估计行数', 'measure', 'number', { agg: 'sum' }],
    ['size_bytes', '存储字节数', 'measure', 'number', { agg: 'sum' }],
    ['owned', '有负责人的表数', 'measure', 'number', { agg: 'sum' }],
    ['described', '有中文名的表数', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'metadata.classes',
  name: '数据分类分级',
  remark: '按分类和敏感级别统计字段数',
  sql: `select coalesce(k.class_name, '未分类') as class_name, coalesce(c.level, k.level, '未定级') as level, s.source_name, count(*) as columns
    from metadata_column c join metadata_source s on s.id = c.source_id and s.deleted_at is null
    left join metadata_class k on k.id = c.class_id and k.deleted_at is null
    where c.deleted_at is null group by 1, 2, 3`,
  fields: [
    ['class_name', '分类', 'dimension', 'string'],
    ['level', '敏感级别', 'dimension', 'string'],
    ['source_name', '数据源', 'dimension', 'string'],
    ['columns', '字段数', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'metadata.changes',
  name: '元数据变更',
  remark: '按天统计表、字段等对象的新增、修改和删除',
  sql: `select cast(r.create_time as date) as day, s.source_name,
    case r.object_type when 'table' then '表' when 'column' then '字段' when 'key' then '主键' when 'index' then '索引' when 'view' then '视图' else '存储过程' end as object_type,
    case r.change_kind when 'added' then '新增' when 'removed' then '删除' when 'renamed' then '改名' else '修改' end as change_kind,
    count(*) as changes, sum(r.impact_count) as impacts
    from metadata_change_record r join metadata_source s on s.id = r.source_id
    where r.deleted_at is null and r.create_time > ${DAYS} group by 1, 2, 3, 4`,
  fields: [
    ['day', '日期', 'dimension', 'date'],
    ['source_name', '数据源', 'dimension', 'string'],
    ['object_type', '对象', 'dimension', 'string'],
    ['change_kind', '变更', 'dimension', 'string'],
    ['changes', '变更数', 'measure', 'number', { agg: 'sum' }],
    ['impacts', '影响对象数', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'metadata.syncs',
  name: '元数据采集',
  remark: '按天统计采集次数、结果和耗时',
  sql: `select cast(r.start_time as date) as day, s.source_name,
    case r.state when 'done' then '成功' when 'failed' then '失败' when 'cancelled' then '已取消' else '进行中' end as state,
    count(*) as runs, sum(r.added) as added, sum(r.changed) as changed, sum(r.removed) as removed,
    sum(extract(epoch from r.end_time - r.start_time)) as seconds
    from metadata_sync_run r join metadata_source s on s.id = r.source_id where r.start_time > ${DAYS} group by 1, 2, 3`,
  fields: [
    ['day', '日期', 'dimension', 'date'],
    ['source_name', '数据源', 'dimension', 'string'],
    ['state', '结果', 'dimension', 'string'],
    ['runs', '采集次数', 'measure', 'number', { agg: 'sum' }],
    ['added', '新增表数', 'measure', 'number', { agg: 'sum' }],
    ['changed', '修改表数', 'measure', 'number', { agg: 'sum' }],
    ['removed', '删除表数', 'measure', 'number', { agg: 'sum' }],
    ['seconds', '耗时（秒）', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'metadata.queries',
  name: '数据查询次数',
  remark: '经过数据安全检查的查询，按小时、用途、数据源和结果统计',
  sql: `select cast(date_trunc('hour', h.create_time) as timestamp) as hour, h.source_name,
    case h.purpose when 'chart' then '图表' when 'console' then 'SQL工作台' when 'preview' then '数据预览' when 'export' then '导出' else '其他' end as purpose,
    case h.outcome when 'success' then '成功' when 'refused' then '拒绝' when 'failed' then '失败' when 'timeout' then '超时' else '已取消' end as outcome,
    count(*) as queries, sum(coalesce(h.row_count, 0)) as row_count, sum(h.time_ms) as time_ms
    from metadata_sql_history h where h.create_time > ${DAYS} group by 1, 2, 3, 4`,
  fields: [
    ['hour', '时间', 'dimension', 'datetime'],
    ['source_name', '数据源', 'dimension', 'string'],
    ['purpose', '用途', 'dimension', 'string'],
    ['outcome', '结果', 'dimension', 'string'],
    ['queries', '查询次数', 'measure', 'number', { agg: 'sum' }],
    ['row_count', '返回行数', 'measure', 'number', { agg: 'sum' }],
    ['time_ms', '耗时（毫秒）', 'measure', 'number', { agg: 'sum' }],
    ['average_ms', '平均耗时（毫秒）', 'measure', 'number', { expr: 'SUM([耗时（毫秒）]) / SUM([查询次数])' }],
  ],
});

definePlatformSet({
  code: 'lineage.objects',
  name: '血缘对象',
  remark: '参与血缘的对象数',
  sql: `select case object_type when 'external' then '外部表' when 'dataset' then '数据集' when 'chart' then '图表' when 'board' then '看板'
      when 'screen' then '大屏' when 'api' then '数据接口' else object_type end as object_type, count(*) as objects
    from metadata_lineage_object where deleted_at is null group by 1
    union all select '表', count(*) from (select from_id as id from metadata_lineage_edge where from_type = 'table'
      union select to_id from metadata_lineage_edge where to_type = 'table') t`,
  fields: [
    ['object_type', '对象类型', 'dimension', 'string'],
    ['objects', '对象数', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'lineage.layers',
  name: '分层之间的血缘',
  remark: '数据从哪一层流向哪一层，以及有多少条字段级血缘',
  sql: `select coalesce(${tierName('f.tier')}, case when e.from_type = 'table' then '未分层' else '应用' end) as from_tier,
    coalesce(${tierName('t.tier')}, case when e.to_type = 'table' then '未分层' else '应用' end) as to_tier,
    count(*) as edges, count(distinct (e.from_id, e.to_id)) as pairs
    from metadata_lineage_edge e left join metadata_table f on e.from_type = 'table' and f.id = e.from_id and f.deleted_at is null
    left join metadata_table t on e.to_type = 'table' and t.id = e.to_id and t.deleted_at is null
    where e.kind = 'value' group by 1, 2`,
  fields: [
    ['from_tier', '来源分层', 'dimension', 'string'],
    ['to_tier', '去向分层', 'dimension', 'string'],
    ['edges', '字段血缘数', 'measure', 'number', { agg: 'sum' }],
    ['pairs', '表血缘数', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'scheduler.days',
  name: '任务运行结果',
  remark: '定时任务每天的运行次数和结果',
  sql: `select cast(d.day as date) as day, j.job_name, sum(d.done) as done, sum(d.failed) as failed, sum(d.cancelled) as cancelled,
    sum(d.skipped) as skipped, sum(d.done_ms) as done_ms
    from scheduler_day d join scheduler_job j on j.id = d.job_id group by 1, 2`,
  fields: [
    ['day', '日期', 'dimension', 'date'],
    ['job_name', '任务', 'dimension', 'string'],
    ['done', '成功次数', 'measure', 'number', { agg: 'sum' }],
    ['failed', '失败次数', 'measure', 'number', { agg: 'sum' }],
    ['cancelled', '取消次数', 'measure', 'number', { agg: 'sum' }],
    ['skipped', '跳过次数', 'measure', 'number', { agg: 'sum' }],
    ['done_ms', '耗时（毫秒）', 'measure', 'number', { agg: 'sum' }],
    [
      'rate',
      '成功率',
      'measure',
      'number',
      {
        expr: 'SUM([成功次数]) / (SUM([成功次数]) + SUM([失败次数]))',
        format: { kind: 'percent', digits: 1, scale: 'none', thousands: true },
      },
    ],
  ],
});

definePlatformSet({
  code: 'system.calls',
  name: '平台接口调用',
  remark: '平台接口每小时的调用次数和失败次数',
  sql: 'select cast(hour as timestamp) as hour, sum(calls) as calls, sum(failures) as failures from kit_call_stat group by 1',
  fields: [
    ['hour', '时间', 'dimension', 'datetime'],
    ['calls', '调用次数', 'measure', 'number', { agg: 'sum' }],
    ['failures', '失败次数', 'measure', 'number', { agg: 'sum' }],
    [
      'failure_rate',
      '失败率',
      'measure',
      'number',
      { expr: 'SUM([失败次数]) / SUM([调用次数])', format: { kind: 'percent', digits: 2, scale: 'none', thousands: true } },
    ],
  ],
});

definePlatformSet({
  code: 'system.logins',
  name: '登录次数',
  remark: '按天统计登录成功、失败次数和登录人数',
  sql: `select cast(op_date as date) as day, case result when '1' then '成功' else '失败' end as result, count(*) as logins,
    count(distinct user_id) as users
    from sys_login_log where event = 'login' and op_date > ${DAYS} group by 1, 2`,
  fields: [
    ['day', '日期', 'dimension', 'date'],
    ['result', '结果', 'dimension', 'string'],
    ['logins', '登录次数', 'measure', 'number', { agg: 'sum' }],
    ['users', '登录人数', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'system.operations',
  name: '操作次数',
  remark: '按小时、模块统计操作日志',
  sql: `select cast(date_trunc('hour', create_time) as timestamp) as hour, module, title,
    case result when '1' then '成功' else '失败' end as result, count(*) as operations, sum(time_ms) as time_ms
    from sys_oper_log where create_time > ${DAYS} group by 1, 2, 3, 4`,
  fields: [
    ['hour', '时间', 'dimension', 'datetime'],
    ['module', '模块', 'dimension', 'string'],
    ['title', '操作', 'dimension', 'string'],
    ['result', '结果', 'dimension', 'string'],
    ['operations', '操作次数', 'measure', 'number', { agg: 'sum' }],
    ['time_ms', '耗时（毫秒）', 'measure', 'number', { agg: 'sum' }],
  ],
});

definePlatformSet({
  code: 'system.exports',
  name: '导入导出',
  remark: '按天统计后台导入导出任务',
  sql: `select cast(create_time as date) as day, case kind when 'export' then '导出' else '导入' end as kind, entity_label,
    case state when 'done' then '成功' when 'failed' then '失败' when 'cancelled' then '已取消' else '进行中' end as state,
    count(*) as transfers, sum(done_rows) as done_rows
    from sys_transfer where create_time > ${DAYS} group by 1, 2, 3, 4`,
  fields: [
    ['day', '日期', 'dimension', 'date'],
    ['kind', '类型', 'dimension', 'string'],
    ['entity_label', '数据', 'dimension', 'string'],
    ['state', '结果', 'dimension', 'string'],
    ['transfers', '任务数', 'measure', 'number', { agg: 'sum' }],
    ['done_rows', '行数', 'measure', 'number', { agg: 'sum' }],
  ],
});

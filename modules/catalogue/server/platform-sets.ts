import { LOG_REACH, type PlatformSet } from '#kit/server/platform-set.ts';
import { tierName } from '#modules/sources/server/index.ts';

/** The catalogue on charts and screens: what is in it, what changed, how it was read. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'metadata.tables',
    name: '元数据表分布',
    remark: '按数据源、模式、主题域、分层统计表数、字段数、估计行数和存储空间',
    sql: `select s.source_name, t.schema_name, coalesce(d.domain_name, '未归类') as domain_name, coalesce(${tierName('t.tier')}, '未分层') as tier,
      count(*) as tables, sum(t.column_count) as columns, sum(coalesce(t.row_estimate, 0)) as row_estimate,
      sum(coalesce(t.size_bytes, 0)) as size_bytes, count(*) filter (where t.owner_id is not null) as owned,
      count(*) filter (where coalesce(t.cn_name, t.table_comment) is not null) as described,
      count(t.quality_score) as scored, sum(t.quality_score) as scores
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
      ['scored', '有质量评分的表数', 'measure', 'number', { agg: 'sum' }],
      ['scores', '质量评分合计', 'measure', 'number', { agg: 'sum' }],
    ],
  },
  {
    code: 'metadata.changes',
    name: '元数据变更',
    remark: '按天统计表、字段等对象的新增、修改和删除',
    sql: `select cast(r.create_time as date) as day, s.source_name,
      case r.object_type when 'table' then '表' when 'column' then '字段' when 'key' then '主键' when 'index' then '索引' when 'view' then '视图' else '存储过程' end as object_type,
      case r.change_kind when 'added' then '新增' when 'removed' then '删除' when 'renamed' then '改名' else '修改' end as change_kind,
      count(*) as changes, sum(r.impact_count) as impacts
      from metadata_change_record r join metadata_source s on s.id = r.source_id
      where r.deleted_at is null and r.create_time > ${LOG_REACH} group by 1, 2, 3, 4`,
    fields: [
      ['day', '日期', 'dimension', 'date'],
      ['source_name', '数据源', 'dimension', 'string'],
      ['object_type', '对象', 'dimension', 'string'],
      ['change_kind', '变更', 'dimension', 'string'],
      ['changes', '变更数', 'measure', 'number', { agg: 'sum' }],
      ['impacts', '影响对象数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
  {
    code: 'metadata.syncs',
    name: '元数据采集',
    remark: '按天统计采集次数、结果和耗时',
    sql: `select cast(r.start_time as date) as day, s.source_name,
      case r.state when 'done' then '成功' when 'failed' then '失败' when 'cancelled' then '已取消' else '进行中' end as state,
      count(*) as runs, sum(r.added) as added, sum(r.changed) as changed, sum(r.removed) as removed,
      sum(extract(epoch from r.end_time - r.start_time)) as seconds
      from metadata_sync_run r join metadata_source s on s.id = r.source_id where r.start_time > ${LOG_REACH} group by 1, 2, 3`,
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
  },
];

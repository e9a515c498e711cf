import type { PlatformSet } from '#kit/server/platform-set.ts';
import { tierName } from '#modules/sources/server/index.ts';

/** Lineage on charts and screens. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'lineage.objects',
    name: '血缘对象',
    remark: '参与血缘的对象数',
    sql: `select case object_type when 'external' then '外部表' when 'dataset' then '数据集' when 'chart' then '图表' when 'board' then '看板'
        when 'screen' then '大屏' when 'api' then '数据接口' when 'app' then '应用' else object_type end as object_type, count(*) as objects
      from metadata_lineage_object where deleted_at is null group by 1
      union all select '表', count(*) from (select from_id as id from metadata_lineage_edge where from_type = 'table'
        union select to_id from metadata_lineage_edge where to_type = 'table') t`,
    fields: [
      ['object_type', '对象类型', 'dimension', 'string'],
      ['objects', '对象数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
  {
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
  },
];

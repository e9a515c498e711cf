import type { PlatformSet } from '#kit/server/platform-set.ts';

/** Counts of the resource directory, for charts and screens. */
export const drdSets: readonly PlatformSet[] = [
  {
    code: 'market.resources',
    name: '资源目录',
    remark: '按分类、类型、共享类型统计已上架的资源数、浏览和申请次数',
    sql: `select top.catalog_name as catalog,
      case d.res_type when '1' then '库表' when '2' then 'API' when '3' then '文件' when '4' then '数据集' else '看板' end as type,
      case d.share_type when '1' then '无条件共享' when '2' then '有条件共享' else '不予共享' end as share,
      count(*) as resources, sum(d.view_count) as views, sum(d.apply_count) as applies
      from market_drd d join market_drd_catalog c on c.id = d.catalog_id
      join market_drd_catalog top on top.catalog_code = split_part(c.catalog_code, '-', 1)
      where d.deleted_at is null and d.publish_status = '3' group by 1, 2, 3`,
    fields: [
      ['catalog', '分类', 'dimension', 'string'],
      ['type', '资源类型', 'dimension', 'string'],
      ['share', '共享类型', 'dimension', 'string'],
      ['resources', '资源数', 'measure', 'number', { agg: 'sum' }],
      ['views', '浏览次数', 'measure', 'number', { agg: 'sum' }],
      ['applies', '申请次数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
];

import type { ScreenSet } from './grammar.ts';

const of = (key: string, platform: string, name: string, more: Partial<ScreenSet> = {}): ScreenSet => ({
  key,
  platform,
  name: `大屏·${name}`,
  remark: `平台数据：${name}`,
  ...more,
});
/** The platform about itself, for 智慧数据总览. */
export const overviewSets: readonly ScreenSet[] = [
  of('sources', 'metadata.sources', '数据源概况'),
  of('tables', 'metadata.tables', '元数据表分布', {
    calculated: `
owned_rate 责任人覆盖率 pct = SUM([有负责人的表数]) / NULLIF(SUM([表数]), 0)
described_rate 中文名覆盖率 pct = SUM([有中文名的表数]) / NULLIF(SUM([表数]), 0)
quality_score 质量评分 avg:分 = SUM([质量评分合计]) / NULLIF(SUM([有质量评分的表数]), 0)`,
  }),
  of('classes', 'metadata.classes', '数据分类分级'),
  of('changes', 'metadata.changes', '元数据变更'),
  of('syncs', 'metadata.syncs', '元数据采集'),
  of('queries', 'metadata.queries', '数据查询次数'),
  of('objects', 'lineage.objects', '血缘对象'),
  of('layers', 'lineage.layers', '分层之间的血缘'),
  of('tasks', 'scheduler.days', '任务运行结果'),
  of('calls', 'market.hours', '数据API调用', { calculated: `calls_shown 调用次数（无记录为零） 次 = COALESCE(SUM([调用次数]), 0)` }),
  of('callers', 'market.days', '数据API的调用方'),
  of('resources', 'market.resources', '资源目录'),
  of('standards', 'standards.now', '落标情况'),
  of('operations', 'system.operations', '操作次数'),
  of('logins', 'system.logins', '登录次数'),
  of('certs', 'notices.certificates', '企业证书'),
  of('board', 'notices.board', '公告与督办'),
  of('mine', 'workflow.mine', '待我审批'),
];

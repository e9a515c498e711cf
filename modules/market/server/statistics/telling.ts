import type { App } from '#kit/server/ctx.ts';
import type { MetricFamily } from '#kit/server/metric.ts';
import type { HealthReport } from '#kit/server/module.ts';
import { callsOf } from '../calls/of-node.ts';
import { callLogOf } from '../logs/of-node.ts';
import { LOG_TABLES, strayDays } from '../logs/partitions.ts';

/** Calls of this node for scrapers: their log, and sources that they are not sent to. */
export function logMetrics(app: App): MetricFamily[] {
  const { mode, waiting, dropped, noted, lagSeconds } = callLogOf(app).state;
  const gauge = (name: string, help: string, value: number): MetricFamily => ({ name, help, type: 'gauge', values: [{ value }] });
  const counter = (name: string, help: string, value: number): MetricFamily => ({ name, help, type: 'counter', values: [{ value }] });
  return [
    counter('market_log_lines_total', 'Calls of data APIs and services that were to be logged.', noted),
    counter('market_log_dropped_total', 'Lines that found no room and are lost.', dropped),
    gauge('market_log_waiting_bytes', 'Lines on their way to the database.', waiting),
    gauge('market_log_lag_seconds', 'Since everything was in the database; 0 when nothing waits.', lagSeconds),
    gauge('market_log_spooled', '1 when lines wait in files, 0 when in memory.', mode === 'spool' ? 1 : 0),
    gauge('market_sources_resting', 'Sources that do not answer and that this node leaves alone.', callsOf(app).breaker.open.length),
  ];
}

/** How the log of calls stands, for 服务监控. */
export async function logHealth(app: App): Promise<HealthReport> {
  const { mode, waiting, dropped, lagSeconds } = callLogOf(app).state;
  const stray = await Promise.all(LOG_TABLES.map((table) => strayDays(app.db, table, 1)));
  return {
    title: '接口日志',
    path: '/market/index',
    figures: [
      { label: '待写入（KB）', value: Math.round(waiting / 1024), isBad: lagSeconds > 60 },
      { label: '丢弃（本节点启动以来）', value: dropped, isBad: dropped > 0 },
      { label: '内存暂存', value: mode === 'memory' ? 1 : 0, isBad: mode === 'memory' },
      { label: '未归入日期分区', value: stray.filter((days) => days.length > 0).length, isBad: stray.some((days) => days.length > 0) },
    ],
    items: [],
  };
}

import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { chartCalls } from '../../contract/chart-calls.ts';

/** The calls of stored charts: `api.chart.page({ query })`. */
export const api = createClient({ chart: chartCalls }, send);

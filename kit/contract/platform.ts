import * as z from 'zod';
import { defineContract, open, perm, route } from './route.ts';

/** Calls that belong to no module: health and the document of all calls. */
export const platform = defineContract({
  live: route.get('/health/live', { summary: '存活检查', access: open, reply: z.object({ status: z.string() }) }),
  ready: route.get('/health/ready', {
    summary: '就绪检查',
    access: open,
    reply: z.object({ status: z.string(), phase: z.string(), percent: z.number() }),
  }),
  apiDocs: route.get('/v3/api-docs', {
    summary: '接口文档（OpenAPI 3.1）',
    access: perm('monitor:api:view'),
    replies: 'bare',
    reply: z.record(z.string(), z.unknown()),
  }),
});

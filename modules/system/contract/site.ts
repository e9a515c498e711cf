import * as z from 'zod';
import { defineContract, open, route } from '#kit/contract/route.ts';

export const site = defineContract({
  site: route.get('/system/site', {
    summary: '站点信息',
    access: open,
    reply: z.object({ title: z.string(), version: z.string(), demo: z.boolean() }),
  }),
});

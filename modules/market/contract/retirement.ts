import * as z from 'zod';
import { Id, requiredText, TimeInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const params = z.object({ id: Id });
const access = perm('market:api:cancel');
/** 下线预告: the end of a released API is told to its subscribers before it comes. */
export const retirement = defineContract({
  announce: route.post('/data/market/dataApis/:id/retire', {
    summary: '预告数据API下线',
    access,
    params,
    body: z.object({
      offlineTime: TimeInput.meta({ title: '下线时间' }),
      reason: requiredText(200, '下线说明').meta({ title: '下线说明' }),
    }),
    /** subscribers who were told */
    reply: z.object({ told: z.number().int() }),
    audit: '预告数据API下线',
  }),
  withdraw: route.delete('/data/market/dataApis/:id/retire', {
    summary: '取消数据API下线预告',
    access,
    params,
    reply: z.null(),
    audit: '取消数据API下线预告',
  }),
});

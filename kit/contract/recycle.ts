import * as z from 'zod';
import { Id } from './fields.ts';
import { perm, route } from './route.ts';

/** A kind of record in the recycle bin, by its table: `sysPost`. */
export const RecycledEntity = z.string().regex(/^[a-z][A-Za-z0-9]{1,60}$/, '数据类型不正确');
/** A deleted row. */
export const RecycledKey = z.object({ entity: RecycledEntity, id: Id });

/** Routes for restoring, in the kit because every list offers undo after a deletion. */
export const recycleRoutes = {
  entities: route.get('/system/recycle/entities', {
    summary: '可恢复的数据类型',
    access: perm('system:recycle:list', 'system:recycle:restore'),
    reply: z.array(
      z.object({
        entity: z.string(),
        label: z.string(),
        /** path of the call that deletes one row, null when there is none of the usual kind */
        removePath: z.string().nullable(),
      }),
    ),
  }),
  restore: route.post('/system/recycle/restore', {
    summary: '恢复已删除数据',
    access: perm('system:recycle:restore'),
    body: z.object({ items: z.array(RecycledKey).min(1, '请选择要恢复的数据').max(500, '一次最多处理500条') }),
    reply: z.null(),
    audit: '恢复已删除数据',
  }),
};

import * as z from 'zod';
import { Id, Ids, PageQuery, Version, pageReply } from './fields.ts';
import { perm, route } from './route.ts';

interface Shape<Row extends z.ZodObject, Input extends z.ZodObject, Search extends z.ZodObject, Detail extends z.ZodObject> {
  /** a row of the list */
  row: Row;
  /** what POST accepts; PUT accepts the same plus `version` */
  input: Input;
  /** query fields of the list besides paging */
  search: Search;
  /** what GET /{id} answers, `row` unless given */
  detail?: Detail;
}

/**
 * The six calls that every plain entity has. Spread them, then add or replace what differs.
 *
 *     export const post = defineContract({
 *       ...crudRoutes('/system/posts', '岗位', 'system:post', { row: Post, input: PostInput, search: PostSearch }),
 *     });
 */
export function crudRoutes<Row extends z.ZodObject, In extends z.ZodObject, Search extends z.ZodObject, Detail extends z.ZodObject = Row>(
  base: string,
  label: string,
  code: string,
  shape: Shape<Row, In, Search, Detail>,
) {
  const params = z.object({ id: Id });
  const detail = (shape.detail ?? shape.row) as Detail;
  return {
    page: route.get(`${base}/page`, {
      summary: `${label}分页`,
      access: perm(`${code}:list`),
      query: PageQuery.extend(shape.search.shape) as z.ZodObject<(typeof PageQuery)['shape'] & Search['shape']>,
      reply: pageReply(shape.row),
    }),
    get: route.get(`${base}/:id`, { summary: `${label}详情`, access: perm(`${code}:detail`, `${code}:edit`), params, reply: detail }),
    create: route.post(base, {
      summary: `新增${label}`,
      access: perm(`${code}:add`),
      body: shape.input,
      reply: z.object({ id: Id }),
      audit: `新增${label}`,
    }),
    update: route.put(`${base}/:id`, {
      summary: `修改${label}`,
      access: perm(`${code}:edit`),
      params,
      body: shape.input.extend({ version: Version }) as z.ZodObject<In['shape'] & { version: typeof Version }>,
      reply: z.object({ version: z.number().int() }),
      audit: `修改${label}`,
    }),
    remove: route.delete(`${base}/:id`, {
      summary: `删除${label}`,
      access: perm(`${code}:remove`),
      params,
      reply: z.null(),
      audit: `删除${label}`,
    }),
    removeBatch: route.delete(`${base}/batch/:ids`, {
      summary: `批量删除${label}`,
      access: perm(`${code}:remove`),
      params: z.object({ ids: Ids }),
      reply: z.null(),
      audit: `批量删除${label}`,
    }),
  };
}

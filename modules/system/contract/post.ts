import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Status, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';
import { SortInput, StatusInput } from './fields.ts';

/** 岗位 */
export const PostInput = z.object({
  postName: requiredText(50, '岗位名称'),
  postCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,29}$/, '岗位编码由字母、数字和下划线组成，2到30个字符')
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  sortNo: SortInput,
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
export const Post = z.object({
  ...rowFields,
  postName: z.string(),
  postCode: z.string().nullable(),
  sortNo: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
});
export const PostSearch = z.object({
  postName: z.string().max(50).optional(),
  postCode: z.string().max(50).optional(),
  status: Status.optional(),
});
export const PostOption = z.object({ id: Id, postName: z.string(), status: Status });

export const post = defineContract({
  ...crudRoutes('/system/posts', '岗位', 'system:post', { row: Post, input: PostInput, search: PostSearch }),
  ...excelRoutes('/system/posts', '岗位', 'system:post', { search: PostSearch }),
  list: route.get('/system/posts/list', { summary: '岗位下拉', access: signedIn, reply: z.array(PostOption) }),
});

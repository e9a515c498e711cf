import * as z from 'zod';
import { areaField, codeField, entityRoutes, sortField, statusField, textField } from '#kit/contract/entity-fields.ts';
import { Id, Status } from '#kit/contract/fields.ts';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';

/** 岗位: what list, form and workbook show. */
export const postFields = {
  postName: textField('岗位名称', { required: true, search: true, unique: true, example: '高级工程师' }),
  postCode: codeField('岗位编码', {
    pattern: /^[A-Za-z][A-Za-z0-9_]{1,29}$/,
    message: '岗位编码由字母、数字和下划线组成，2到30个字符',
    search: true,
    unique: true,
    example: 'senior_engineer',
  }),
  sortNo: sortField(),
  status: statusField('状态', { search: true }),
  remark: areaField('备注'),
};

const PostOption = z.object({ id: Id, postName: z.string(), status: Status });

export const post = defineContract({
  ...entityRoutes('/system/posts', '岗位', 'system:post', postFields),
  list: route.get('/system/posts/list', { summary: '岗位下拉', access: signedIn, reply: z.array(PostOption) }),
});

import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { send } from '#kit/web/send.ts';
import { post } from '../contract/post.ts';

// its own calls alone: the client of the module brings the schemas of every page
const api = createClient({ post }, send);

export default defineEntityPage({
  title: '岗位管理',
  api: api.post,
  nameField: 'postName',
  search: [
    { field: 'postName', label: '岗位名称' },
    { field: 'postCode', label: '岗位编码' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'postName', title: '岗位名称', sort: true },
    { field: 'postCode', title: '岗位编码', kind: 'mono', width: 160, sort: true },
    { field: 'sortNo', title: '排序', kind: 'number', width: 90, sort: true },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 100 },
    { field: 'remark', title: '备注' },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, hidden: true },
  ],
  form: [
    { field: 'postName', label: '岗位名称' },
    { field: 'postCode', label: '岗位编码', placeholder: '例如 senior_engineer' },
    { field: 'sortNo', label: '排序', widget: 'number', initial: 0 },
    { field: 'status', label: '状态', widget: 'switch', initial: '1' },
    { field: 'remark', label: '备注', widget: 'area', wide: true },
  ],
});

import type { FormField, InputOf } from '#kit/web/form/types.ts';
import type { TreeOption } from '#kit/web/table/types.ts';
import { AreaPicker } from '../AreaPicker.tsx';
import type { api } from '../api.ts';
import { loadDepts, PeopleInput } from '../parts/choices.tsx';
import { RecordFiles } from '../parts/RecordFiles.tsx';
import { Targets } from './Targets.tsx';

type Input = InputOf<typeof api.department>;

/** The fields of the form; `places` are the units that the edited one may stand below. */
export const departmentForm = (places: readonly TreeOption[]): readonly FormField<Input>[] => [
  { field: 'deptName', label: '单元名称', section: '基本信息' },
  { field: 'deptCode', label: '单元编码', placeholder: '例如 JS-SJ1' },
  { field: 'deptType', label: '单元类型', dict: 'prj_unit_type' },
  { field: 'parentId', label: '上级单元', tree: places, initial: '0' },
  { field: 'sysDeptId', label: '系统部门', widget: 'tree', load: loadDepts, hint: '一个系统部门只能关联一个单元' },
  { field: 'establishDate', label: '成立日期', widget: 'day' },
  { field: 'leader', label: '负责人', section: '负责人与驻地' },
  { field: 'leaderPhone', label: '负责人电话', placeholder: '手机号码或带区号的固定电话' },
  {
    field: 'viceLeaders',
    label: '副职',
    wide: true,
    render: (props) => <PeopleInput {...props} placeholder="输入姓名后回车，可粘贴以顿号分隔的名单" />,
  },
  { field: 'cityCode', label: '所在地', render: (props) => <AreaPicker {...props} depth={2} placeholder="请选择省/市" /> },
  { field: 'address', label: '详细地址' },
  { field: 'mainBusiness', label: '主营业务', wide: true },
  { field: 'staffPlan', label: '编制人数', widget: 'number', section: '人员', initial: 0 },
  { field: 'staffActual', label: '在岗人数', widget: 'number', initial: 0 },
  { field: 'certStaff', label: '持证人数', widget: 'number', initial: 0 },
  { field: 'targets', label: '年度指标', section: '年度指标', wide: true, render: (props) => <Targets {...props} /> },
  { field: 'attachments', label: '附件', section: '附件与备注', wide: true, render: (props) => <RecordFiles {...props} /> },
  { field: 'sort', label: '排序', widget: 'number', initial: 0 },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** The province follows from the city. */
export const withProvince = (values: Input): unknown => ({
  ...values,
  provinceCode: values.cityCode ? `${values.cityCode.slice(0, 2)}0000` : null,
});

import { Select } from 'antd';
import TreeChoice from '#kit/web/form/TreeChoice.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { idCardFacts, idCardProblem, normalIdCard } from '#kit/core/cn/id-card.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';
import { BranchDept } from '../parts/BranchDept.tsx';
import { RecordFiles } from '../parts/RecordFiles.tsx';
import { typeChoices, typeOf, useTypes } from './types.ts';

type Input = InputOf<typeof api.practicingQualification>;

const loadBranches = async () => (await api.practicingQualification.branches()).map((one) => ({ value: one.id, label: one.name }));

function TypeSelect({ value, onChange, ...props }: FieldProps) {
  const tree = useTypes();
  return (
    <TreeChoice
      {...props}
      nodes={typeChoices(tree, value as string | undefined)}
      value={value as string | undefined}
      onChange={onChange}
      placeholder="请选择执业类型"
      allowClear
    />
  );
}

/** The specialties of the chosen type. */
function SpecialtySelect({ typeId, value, onChange, ...props }: FieldProps & { typeId: string | undefined }) {
  const type = typeOf(useTypes(), typeId);
  const names = type?.specialties ?? [];
  const chosen = value as string | null | undefined;
  const shown = chosen && !names.includes(chosen) ? [...names, chosen] : names;
  return (
    <Select
      {...props}
      value={chosen ?? undefined}
      allowClear
      placeholder={!typeId ? '请先选择执业类型' : names.length === 0 ? '该类型不分专业' : '请选择'}
      disabled={props.disabled || shown.length === 0}
      options={shown.map((name) => ({ value: name, label: name }))}
      onChange={(next?: string) => onChange?.(next ?? null)}
    />
  );
}

const numberFacts = (values: Partial<Input>) => {
  const text = normalIdCard(values.idCardNo ?? '');
  return idCardProblem(text) === null ? idCardFacts(text) : null;
};

/** The drawer of a certificate: person, certificate, registration. */
export const qualificationForm: readonly FormField<Input>[] = [
  { field: 'personName', label: '姓名', section: '持证人员' },
  { field: 'employeeNo', label: '工号' },
  { field: 'idCardNo', label: '身份证号', placeholder: '18 位，加密保存', hint: '填写后自动带出出生日期与性别' },
  { field: 'phone', label: '手机号码' },
  // both follow from the identity number; only without one are they asked for
  {
    field: 'gender',
    label: '性别',
    widget: 'radio',
    dict: 'sys_user_sex',
    initial: '0',
    visible: (values) => numberFacts(values) === null,
  },
  { field: 'birthday', label: '出生日期', widget: 'day', visible: (values) => numberFacts(values) === null },
  { field: 'education', label: '学历', dict: 'prj_education' },
  { field: 'major', label: '所学专业' },
  { field: 'titleLevel', label: '职称等级', dict: 'prj_title_level' },
  { field: 'userId', label: '关联账号', render: (props) => <AccountSelect {...props} placeholder="选择后到期提醒会发给本人" /> },
  { field: 'branchId', label: '所属分公司', widget: 'select', load: loadBranches },
  { field: 'deptId', label: '部门', render: (props, values) => <BranchDept {...props} branchId={values.branchId} /> },
  { field: 'typeId', label: '执业类型', section: '资格证书', render: (props) => <TypeSelect {...props} /> },
  { field: 'specialty', label: '注册专业', render: (props, values) => <SpecialtySelect {...props} typeId={values.typeId} /> },
  { field: 'certName', label: '证书名称', placeholder: '不填则取执业类型名称' },
  { field: 'certNo', label: '资格证书编号' },
  { field: 'issueOrg', label: '发证机关' },
  { field: 'issueDate', label: '发证日期', widget: 'day' },
  { field: 'registerStatus', label: '注册状态', dict: 'prj_register_status', section: '注册信息', initial: '1' },
  { field: 'registerUnit', label: '注册单位', hint: '与集团或分公司名称一致时为人证合一' },
  { field: 'registerNo', label: '注册证号' },
  { field: 'sealNo', label: '执业印章号' },
  { field: 'registerDate', label: '注册日期', widget: 'day' },
  { field: 'eduHoursDone', label: '已修继续教育学时', widget: 'number' },
  { field: 'validFrom', label: '有效期起', widget: 'day' },
  { field: 'validTo', label: '有效期至', widget: 'day' },
  {
    field: 'attachments',
    label: '证书扫描件',
    section: '附件与备注',
    wide: true,
    render: (props) => <RecordFiles {...props} />,
  },
  { field: 'sort', label: '排序', widget: 'number', initial: 0 },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

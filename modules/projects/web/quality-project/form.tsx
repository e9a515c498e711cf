import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { isStepBack } from '../../core/quality-project.ts';
import { AreaPicker } from '../AreaPicker.tsx';
import type { api } from '../api.ts';
import { BranchDept } from '../parts/BranchDept.tsx';
import { loadBranches, PeopleInput } from '../parts/choices.tsx';
import { RecordFiles } from '../parts/RecordFiles.tsx';

type Input = InputOf<typeof api.qualityProject>;

const hasWon = (values: Partial<Input>) => values.stage === '5';

/** The fields of the form; `stage` is the one that the edited record has now. */
export const qualityProjectForm = (stage: string | undefined): readonly FormField<Input>[] => {
  const goesBack = (values: Partial<Input>) => stage !== undefined && values.stage !== undefined && isStepBack(stage, values.stage);
  return [
    { field: 'projectName', label: '工程名称', section: '工程信息', wide: true },
    { field: 'projectCode', label: '工程编号', placeholder: '例如 ZL-2026-001' },
    { field: 'projectType', label: '工程类型', dict: 'prj_project_type' },
    { field: 'businessType', label: '承担业务', dict: 'prj_business_type' },
    { field: 'branchId', label: '所属分公司', load: loadBranches },
    { field: 'deptId', label: '部门', render: (props, values) => <BranchDept {...props} branchId={values.branchId ?? undefined} /> },
    { field: 'scale', label: '规模', placeholder: '例如 建筑面积 5.2 万平方米' },
    { field: 'contractAmount', label: '合同额（万元）' },
    { field: 'investAmount', label: '总投资（万元）' },
    { field: 'stage', label: '创优阶段', dict: 'prj_award_stage', section: '创优信息', initial: '1' },
    {
      field: 'stageReason',
      label: '退回原因',
      visible: goesBack,
      required: goesBack,
      hint: '阶段退回须说明原因，保留在创优进程中',
    },
    { field: 'awardLevel', label: '奖项级别', dict: 'prj_award_level' },
    { field: 'awardName', label: '奖项名称', required: hasWon, placeholder: '例如 鲁班奖、国家优质工程奖、扬子杯' },
    { field: 'role', label: '申报角色', dict: 'prj_award_role' },
    { field: 'awardOrg', label: '颁奖单位', required: hasWon },
    { field: 'awardGrade', label: '奖项等次', dict: 'prj_award_grade' },
    { field: 'awardDate', label: '获奖日期', widget: 'day', required: hasWon },
    { field: 'awardCertNo', label: '获奖证书编号' },
    {
      field: 'cityCode',
      label: '所在地',
      section: '地点',
      render: (props) => <AreaPicker {...props} depth={2} placeholder="请选择省/市" />,
    },
    { field: 'address', label: '详细地址' },
    { field: 'lng', label: '经度', widget: 'number', placeholder: '例如 120.15' },
    { field: 'lat', label: '纬度', widget: 'number', placeholder: '例如 30.28' },
    { field: 'startDate', label: '开工日期', widget: 'day', section: '进度与验收' },
    { field: 'planFinishDate', label: '计划竣工日期', widget: 'day' },
    { field: 'finishDate', label: '竣工日期', widget: 'day' },
    { field: 'acceptDate', label: '验收日期', widget: 'day' },
    { field: 'acceptGrade', label: '验收评定', dict: 'prj_accept_grade' },
    { field: 'ownerUnit', label: '建设单位', section: '参建单位与人员' },
    { field: 'surveyUnit', label: '勘察单位' },
    { field: 'designUnit', label: '设计单位' },
    { field: 'buildUnit', label: '施工单位' },
    { field: 'supervisionUnit', label: '监理单位' },
    { field: 'projectManager', label: '项目经理' },
    { field: 'techLeader', label: '技术负责人' },
    {
      field: 'members',
      label: '项目成员',
      wide: true,
      render: (props) => <PeopleInput {...props} placeholder="输入姓名后回车，可粘贴以顿号分隔的名单" />,
    },
    { field: 'attachments', label: '附件', section: '附件与备注', wide: true, render: (props) => <RecordFiles {...props} /> },
    { field: 'remark', label: '备注', widget: 'area', wide: true },
  ];
};

/** The province follows from the city. */
export const withProvince = (values: Input): unknown => ({
  ...values,
  ...(values.cityCode && { provinceCode: `${values.cityCode.slice(0, 2)}0000` }),
});

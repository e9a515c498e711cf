import { DictTag } from '#kit/web/dict/DictTag.tsx';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { moneyText } from '../parts/money.ts';
import { RecordDetail, type FactGroup } from '../parts/RecordDetail.tsx';
import { qualityProjectForm } from './form.tsx';
import { STAGE_TONES } from './labels.ts';
import { StageTrack } from './Stage.tsx';

type Row = RowOf<typeof api.qualityProject>;
type Full = CallReply<typeof api.qualityProject.get>;

const people = (names: readonly string[]) => (names.length === 0 ? <Missing /> : names.join('、'));
const amount = (value: string | null) => (value === null ? <Missing /> : `${moneyText(value)} 万元`);
const place = (row: Full) => (row.lng === null || row.lat === null ? <Missing /> : `${row.lng}，${row.lat}`);

const groups: readonly FactGroup<Full>[] = [
  {
    title: '创优信息',
    facts: [
      { field: 'awardName', title: '奖项名称' },
      { field: 'awardLevel', title: '奖项级别', dict: 'prj_award_level' },
      { field: 'awardGrade', title: '奖项等次', dict: 'prj_award_grade' },
      { field: 'awardOrg', title: '颁奖单位' },
      { field: 'awardDate', title: '获奖日期', kind: 'day' },
      { field: 'awardCertNo', title: '获奖证书编号' },
      { field: 'role', title: '申报角色', dict: 'prj_award_role' },
      { field: 'stage', title: '创优阶段', dict: 'prj_award_stage' },
    ],
  },
  {
    title: '工程信息',
    facts: [
      { field: 'projectType', title: '工程类型', dict: 'prj_project_type' },
      { field: 'businessType', title: '承担业务', dict: 'prj_business_type' },
      { field: 'scale', title: '规模' },
      { field: 'branchId', title: '所属分公司', render: (row) => row.branchName ?? <Missing /> },
      { field: 'deptId', title: '部门', render: (row) => row.deptName ?? <Missing /> },
      { field: 'cityCode', title: '所在地', render: (row) => row.areaName ?? <Missing /> },
      { field: 'address', title: '详细地址' },
      { field: 'lng', title: '经纬度', render: place },
      { field: 'contractAmount', title: '合同额', render: (row) => amount(row.contractAmount) },
      { field: 'investAmount', title: '总投资', render: (row) => amount(row.investAmount) },
    ],
  },
  {
    title: '进度与验收',
    facts: [
      { field: 'startDate', title: '开工日期', kind: 'day' },
      { field: 'planFinishDate', title: '计划竣工日期', kind: 'day' },
      { field: 'finishDate', title: '竣工日期', kind: 'day' },
      { field: 'acceptDate', title: '验收日期', kind: 'day' },
      { field: 'acceptGrade', title: '验收评定', dict: 'prj_accept_grade' },
    ],
  },
  {
    title: '参建单位与人员',
    facts: [
      { field: 'ownerUnit', title: '建设单位' },
      { field: 'surveyUnit', title: '勘察单位' },
      { field: 'designUnit', title: '设计单位' },
      { field: 'buildUnit', title: '施工单位' },
      { field: 'supervisionUnit', title: '监理单位' },
      { field: 'projectManager', title: '项目经理' },
      { field: 'techLeader', title: '技术负责人' },
      { field: 'members', title: '项目成员', wide: true, render: (row) => people(row.members) },
    ],
  },
];

/** The page of one 质量项目, with its way to the award. */
export function QualityProjectDetail({ list, id, onEdit }: { list: EntityList<Row>; id: string; onEdit: () => void }) {
  return (
    <RecordDetail<Row, Full>
      list={list}
      id={id}
      changes={api.qualityProject.changes}
      title={(row) => row.projectName}
      tags={(row) => (
        <>
          <DictTag code="prj_award_stage" value={row.stage} tones={STAGE_TONES} />
          <Tag tone="line">
            <DictTag code="prj_award_level" value={row.awardLevel} />
          </Tag>
        </>
      )}
      subtitle={(row) => row.projectCode}
      head={[
        { field: 'awardName', title: '奖项名称' },
        { field: 'branchId', title: '所属分公司', render: (row) => row.branchName ?? <Missing /> },
        { field: 'cityCode', title: '所在地', render: (row) => row.areaName ?? <Missing /> },
        { field: 'contractAmount', title: '合同额', render: (row) => amount(row.contractAmount) },
        { field: 'projectManager', title: '项目经理' },
        { field: 'finishDate', title: '竣工日期', kind: 'day' },
      ]}
      groups={groups}
      fields={qualityProjectForm(undefined)}
      rail={(row) => (
        <section className="panel rail-panel">
          <h2>创优进程</h2>
          <StageTrack stage={row.stage} track={row.track} />
        </section>
      )}
      onEdit={onEdit}
    />
  );
}

import { Button } from 'antd';
import { DayInput } from '#kit/web/form/dates.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { suggestedExpiry } from '../../core/intellectual-property.ts';
import { isPatent } from '../../core/patent-number.ts';
import { api } from '../api.ts';
import { BranchDept } from '../parts/BranchDept.tsx';
import { loadBranches, PeopleInput } from '../parts/choices.tsx';
import { RecordFiles } from '../parts/RecordFiles.tsx';

type Input = InputOf<typeof api.intellectualProperty>;

const isGranted = (values: Partial<Input>) => values.legalStatus === '4';
const loadProjects = async () =>
  (await api.qualityProject.list({ query: {} })).map(({ id, projectName, projectCode }) => ({
    value: id,
    label: `${projectName}（${projectCode}）`,
  }));

/** The day, and the one that the law gives by type and application, a click away. */
function ExpiryInput({ values, ...props }: FieldProps & { values: Partial<Input> }) {
  const day = suggestedExpiry(values.ipType ?? '', values.applyDate ?? null);
  return (
    <>
      <DayInput {...props} />
      {day !== null && day !== props.value && (
        <span className="expiry-hint muted">
          按类型和申请日期为 {day}
          <Button type="link" size="small" disabled={props.disabled} onClick={() => props.onChange?.(day)}>
            采用
          </Button>
        </span>
      )}
    </>
  );
}

export const intellectualPropertyForm: readonly FormField<Input>[] = [
  { field: 'ipName', label: '名称', section: '基本信息', wide: true },
  { field: 'ipType', label: '知识产权类型', dict: 'prj_ip_type' },
  { field: 'legalStatus', label: '法律状态', dict: 'prj_ip_status' },
  { field: 'ipLevel', label: '级别', dict: 'prj_ip_level', hint: '工法、标准和成果填写' },
  { field: 'branchId', label: '所属分公司', load: loadBranches },
  { field: 'deptId', label: '部门', render: (props, values) => <BranchDept {...props} branchId={values.branchId ?? undefined} /> },
  { field: 'owner', label: '权利人' },
  { field: 'coOwners', label: '共同权利人' },
  { field: 'field', label: '技术领域', placeholder: '例如 岩土工程' },
  {
    field: 'inventors',
    label: '发明人',
    wide: true,
    hint: '按顺序填写，第一位为第一发明人',
    render: (props) => <PeopleInput {...props} placeholder="输入姓名后回车，可粘贴以顿号分隔的名单" />,
  },
  { field: 'applyNo', label: '申请号', section: '申请与授权', placeholder: '专利例如 CN201710601862.3' },
  { field: 'applyDate', label: '申请日期', widget: 'day' },
  { field: 'grantNo', label: '授权/登记号', required: isGranted, placeholder: '软件著作权例如 2023SR0123456' },
  { field: 'grantDate', label: '授权日期', widget: 'day', required: isGranted },
  { field: 'certNo', label: '证书号' },
  { field: 'expireDate', label: '权利届满日', render: (props, values) => <ExpiryInput {...props} values={values} /> },
  {
    field: 'annualFeeDue',
    label: '年费到期日',
    widget: 'day',
    hint: '到期前 90、30、7 天提醒',
    visible: (values) => isPatent(values.ipType ?? ''),
  },
  { field: 'annualFee', label: '年费（元）', visible: (values) => isPatent(values.ipType ?? '') },
  { field: 'ipcClass', label: '分类号', placeholder: '例如 E02D 17/04' },
  { field: 'projectId', label: '依托项目', section: '依托与收益', load: loadProjects },
  { field: 'transformAmount', label: '转化收益（万元）' },
  { field: 'rewardAmount', label: '奖励金额（元）' },
  { field: 'attachments', label: '附件', section: '附件与备注', wide: true, render: (props) => <RecordFiles {...props} /> },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

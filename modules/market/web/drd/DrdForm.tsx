import { Select, TreeSelect } from 'antd';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import type { Opened } from '#kit/web/table/list-state.ts';
import { useCall } from '#kit/web/use-call.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';
import { catalogChoices } from './catalogs.ts';
import { DeptSelect } from './DeptSelect.tsx';
import { MountsField } from './MountsField.tsx';

type Input = InputOf<typeof api.drd>;
const LEVELS = ['L1', 'L2', 'L3', 'L4'].map((level) => ({ value: level, label: level }));

function CatalogSelect({ id, value, onChange, disabled }: FieldProps) {
  const { data, isFetching } = useCall(api.drd.tree, {});
  return (
    <TreeSelect<string>
      id={id}
      disabled={disabled}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      loading={isFetching}
      placeholder="选择资源分类"
      notFoundContent="还没有资源分类，先在左侧新增"
      treeData={catalogChoices(data ?? [])}
      value={(value as string | null) ?? undefined}
      onChange={(next: string) => onChange?.(next)}
    />
  );
}
const Tags = ({ id, value, onChange, disabled }: FieldProps) => (
  <Select<string[]>
    id={id}
    mode="tags"
    disabled={disabled}
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', '，', ' ']}
    placeholder="输入后回车"
    value={(value as string[] | null) ?? []}
    onChange={(next) => onChange?.(next)}
  />
);

const fields: readonly FormField<Input>[] = [
  { field: 'resName', label: '资源名称', placeholder: '例如 客户主体名录' },
  { field: 'catalogId', label: '资源分类', render: (props) => <CatalogSelect {...props} /> },
  { field: 'summary', label: '资源摘要', widget: 'area', wide: true },
  {
    field: 'mounts',
    label: '挂接',
    wide: true,
    initial: [],
    hint: '库表的信息项、敏感标记和安全级别由元数据带出',
    render: (props) => <MountsField {...props} />,
  },
  { field: 'ownerDept', label: '提供方', section: '提供与共享', render: (props) => <DeptSelect {...props} /> },
  { field: 'ownerUser', label: '责任人', hint: '审批使用申请，收到反馈', render: (props) => <AccountSelect {...props} /> },
  { field: 'shareType', label: '共享类型', dict: 'market_drd_share', widget: 'radio', initial: '2' },
  { field: 'openType', label: '向社会开放', widget: 'switch', initial: '0' },
  { field: 'shareCondition', label: '共享条件', hint: '不予共享时填写依据' },
  { field: 'shareWay', label: '共享方式', placeholder: '库表查询、接口、文件下载' },
  { field: 'updateFreq', label: '更新周期', dict: 'market_drd_freq', initial: '6' },
  { field: 'classifyLevel', label: '安全级别', options: LEVELS, hint: '不会低于挂接的数据' },
  { field: 'tags', label: '标签', wide: true, initial: [], render: (props) => <Tags {...props} /> },
];

interface Props {
  opened: Opened;
  catalogId: string | null;
  onClose: () => void;
  onMade: (id: string) => void;
}
/** 编目 */
export const DrdForm = ({ opened, catalogId, onClose, onMade }: Props) => (
  <EntityForm
    api={api.drd}
    label="资源"
    fields={fields}
    opened={opened}
    initial={catalogId === null ? {} : { catalogId }}
    prepare={(values, row) => ({
      ...values,
      // items come from the mounted tables again; those of other mounts stay as they are
      itemList: values.mounts?.some(({ mountType }) => mountType === '1') ? [] : ((row as { itemList?: unknown } | null)?.itemList ?? []),
      relatedIds: (row as { related?: { id: string }[] } | null)?.related?.map(({ id }) => id) ?? [],
    })}
    refreshes={[api.drd.tree]}
    onClose={onClose}
    onSaved={(reply: { id?: string }) => {
      if (reply.id) onMade(reply.id);
    }}
  />
);

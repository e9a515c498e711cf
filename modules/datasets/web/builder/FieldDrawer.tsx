import { DeleteOutlined, FunctionOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, Flex, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { useCall } from '#kit/web/use-call.ts';
import { isNameDict, type Field, type Format } from '../../contract/field.ts';
import { api } from '../sets/api.ts';
import { AGGREGATES, TYPE_LABELS } from '../sets/kinds.tsx';
import { withRole } from './field-role.ts';
import type { Draft, DraftState } from './use-draft.ts';

interface Props {
  draft: Draft;
  state: DraftState;
  id: string;
  onClose: () => void;
  onFormula: () => void;
}

const FIRST: Format = { kind: 'auto', scale: 'none', thousands: true };
const SCALES: readonly { value: Format['scale']; label: string }[] = [
  { value: 'none', label: '原值' },
  { value: 'thousand', label: '千' },
  { value: 'wan', label: '万' },
  { value: 'million', label: '百万' },
  { value: 'yi', label: '亿' },
  { value: 'auto', label: '自动（万/亿）' },
];

type Change = (part: Partial<Field>) => void;
interface PartProps {
  field: Field;
  change: Change;
}

/** What a person does with one field of the draft. */
function useField({ draft, state, id, onClose }: Omit<Props, 'onFormula'>) {
  const field = draft.model.fields.find((one) => one.id === id);
  if (!field) return null;
  const change: Change = (part) =>
    state.setModel((model) => ({ fields: model.fields.map((one) => (one.id === id ? { ...one, ...part } : one)) }));
  const rename = (name: string) => {
    const clean = name.trim();
    if (clean === '') return change({ name: field.id.slice(0, 64) });
    if (draft.model.fields.some((one) => one.id !== id && one.name === clean)) {
      toast.warning(`已有名为“${clean}”的字段`);
      return change({ name: `${clean.slice(0, 60)}2` });
    }
    change({ name: clean });
  };
  const remove = async () => {
    if (!(await confirmDialog({ content: `删除字段“${field.name}”？使用它的图表会提示字段失效。`, okText: '删除', danger: true }))) return;
    onClose();
    state.setModel((model) => ({
      fields: model.fields.filter((one) => one.id !== id),
      hierarchies: model.hierarchies
        .map((one) => ({ ...one, fields: one.fields.filter((member) => member !== id) }))
        .filter((one) => one.fields.length > 1),
    }));
  };
  return { field, change, rename, remove };
}

/** Everything that can be said of one field; changes apply to the draft at once. */
export function FieldDrawer({ draft, state, id, onClose, onFormula }: Props) {
  const own = useField({ draft, state, id, onClose });
  if (!own) return null;
  const { field, change, rename, remove } = own;
  const isTime = field.type === 'date' || field.type === 'datetime';
  return (
    <Drawer
      open
      size={420}
      title={field.name}
      onClose={onClose}
      mask={false}
      extra={
        <Button type="text" danger icon={<DeleteOutlined />} onClick={() => void remove()}>
          删除
        </Button>
      }
    >
      <Form layout="vertical" className="set-field-form">
        {field.expr && (
          <Alert
            className="set-expr"
            title={<span className="mono">{field.expr}</span>}
            action={
              <Button size="small" icon={<FunctionOutlined />} onClick={onFormula}>
                修改
              </Button>
            }
          />
        )}
        <Identity field={field} change={change} onRename={rename} />
        {field.role === 'measure' && <AggregateItem field={field} change={change} />}
        {field.type === 'number' && <NumberFormat field={field} change={change} />}
        {isTime && <DateFormat field={field} change={change} />}
        {field.role === 'dimension' && <DimensionItems field={field} change={change} />}
        <ShownItems field={field} change={change} />
      </Form>
    </Drawer>
  );
}

/** Name, role and type. */
function Identity({ field, change, onRename }: PartProps & { onRename: (name: string) => void }) {
  return (
    <>
      <Form.Item label="显示名称" htmlFor="field-name">
        <Input
          id="field-name"
          maxLength={64}
          value={field.name}
          onChange={(event) => change({ name: event.target.value })}
          onBlur={(event) => onRename(event.target.value)}
        />
      </Form.Item>
      <Form.Item label="字段">
        <span className="mono muted">{field.id}</span>
      </Form.Item>
      <Form.Item label="角色">
        <Radio.Group
          optionType="button"
          value={field.role}
          options={[
            { value: 'dimension', label: '维度' },
            { value: 'measure', label: '指标' },
          ]}
          onChange={(event) => change(withRole(field, event.target.value as Field['role']))}
        />
      </Form.Item>
      <Form.Item label="类型" htmlFor="field-type">
        <Select<Field['type']>
          id="field-type"
          value={field.type}
          options={Object.entries(TYPE_LABELS).map(([value, label]) => ({
            value: value as Field['type'],
            label,
          }))}
          onChange={(type) => change({ type })}
        />
      </Form.Item>
    </>
  );
}

function AggregateItem({ field, change }: PartProps) {
  return (
    <Form.Item label="默认聚合" htmlFor="field-agg">
      <Select
        id="field-agg"
        value={field.agg ?? 'sum'}
        options={
          AGGREGATES.filter((one) => field.type === 'number' || ['count', 'countd', 'max', 'min', 'none'].includes(one.value)) as never
        }
        onChange={(agg: NonNullable<Field['agg']>) => change({ agg })}
      />
    </Form.Item>
  );
}

/** The format of a field and how a part of it is changed. */
function formatOf({ field, change }: PartProps) {
  const format = field.format ?? FIRST;
  return { format, setFormat: (part: Partial<Format>) => change({ format: { ...format, ...part } }) };
}

function NumberFormat(props: PartProps) {
  const { format, setFormat } = formatOf(props);
  return (
    <>
      <Form.Item label="数值格式">
        <div className="set-format">
          <Select<Format['kind']>
            aria-label="格式"
            value={format.kind}
            options={[
              { value: 'auto', label: '自动' },
              { value: 'number', label: '数值' },
              { value: 'percent', label: '百分比' },
              { value: 'currency', label: '金额' },
            ]}
            onChange={(kind) => setFormat({ kind })}
          />
          <Select<Format['scale']>
            aria-label="数量级"
            value={format.scale}
            options={[...SCALES]}
            onChange={(scale) => setFormat({ scale })}
          />
          <InputNumber
            aria-label="小数位"
            min={0}
            max={8}
            placeholder="自动"
            prefix="小数"
            value={format.digits ?? null}
            onChange={(digits) => setFormat({ digits })}
          />
          <Input
            aria-label="单位"
            maxLength={16}
            placeholder="单位"
            value={format.unit ?? ''}
            onChange={(event) => setFormat({ unit: event.target.value || null })}
          />
        </div>
      </Form.Item>
      <Form.Item label="千分位">
        <Switch checked={format.thousands} onChange={(thousands) => setFormat({ thousands })} />
      </Form.Item>
    </>
  );
}

function DateFormat(props: PartProps) {
  const { format, setFormat } = formatOf(props);
  return (
    <Form.Item label="日期格式" htmlFor="field-pattern">
      <Select
        id="field-pattern"
        value={format.pattern ?? ''}
        options={[
          { value: '', label: '自动' },
          { value: 'YYYY-MM-DD', label: '2026-01-31' },
          { value: 'YYYY年M月D日', label: '2026年1月31日' },
          { value: 'YYYY-MM', label: '2026-01' },
          { value: 'YYYY年M月', label: '2026年1月' },
          { value: 'YYYY年', label: '2026年' },
          { value: 'YYYY-MM-DD HH:mm', label: '2026-01-31 08:30' },
        ]}
        onChange={(pattern: string) => setFormat({ kind: pattern ? 'date' : 'auto', pattern: pattern || null })}
      />
    </Form.Item>
  );
}

/** What people will read in place of the codes. */
function meaningOf({ dict, labels }: Field, items: readonly { itemValue: string }[]): string {
  const own = Object.values(labels ?? {});
  if (!dict) return own.length > 0 ? `没有选择字典，显示为：${own.slice(0, 5).join('、')}` : '把存储的代码显示为字典中的文字';
  if (isNameDict(dict)) return '把编号显示为名称，重名的人员附用户名';
  if (items.length === 0) return '没有该字典，显示原值';
  const words = items.slice(0, 5).map(({ itemValue }) => itemValue);
  return `显示为：${words.join('、')}`;
}

/** What the values of a dimension stand for: places, codes of a dictionary. */
function DimensionItems({ field, change }: PartProps) {
  const dict = useDict(isNameDict(field.dict) ? undefined : (field.dict ?? undefined));
  return (
    <>
      <Form.Item label="地理角色" htmlFor="field-geo">
        <Select
          id="field-geo"
          allowClear
          placeholder="不是地理字段"
          value={field.geo ?? undefined}
          options={[
            { value: 'province', label: '省份（名称或代码）' },
            { value: 'city', label: '城市（名称或代码）' },
            { value: 'lng', label: '经度' },
            { value: 'lat', label: '纬度' },
          ]}
          onChange={(geo: Field['geo'] | undefined) => change({ geo: geo ?? null })}
        />
      </Form.Item>
      <Form.Item label="字典" htmlFor="field-dict" extra={meaningOf(field, dict.items)}>
        <DictSelect value={field.dict ?? null} onChange={(code) => change({ dict: code })} />
      </Form.Item>
    </>
  );
}

/** How the field appears in designers. */
function ShownItems({ field, change }: PartProps) {
  return (
    <>
      <Form.Item label="分组" htmlFor="field-folder">
        <Input
          id="field-folder"
          maxLength={32}
          placeholder="在设计器的字段列表中归入该组"
          value={field.folder ?? ''}
          onChange={(event) => change({ folder: event.target.value || null })}
        />
      </Form.Item>
      <Form.Item label="在图表中显示">
        <Switch checked={!field.hidden} onChange={(on) => change({ hidden: !on })} />
      </Form.Item>
      <Form.Item label="同义词" htmlFor="field-synonyms" tooltip="问数时也用来称呼这个字段的词，按回车添加">
        <Select
          id="field-synonyms"
          mode="tags"
          open={false}
          suffixIcon={null}
          placeholder="如：签约额、新签"
          maxCount={20}
          value={field.synonyms ?? []}
          onChange={(words: string[]) => {
            const synonyms = [...new Set(words.map((word) => word.trim().slice(0, 32)).filter(Boolean))];
            change({ synonyms: synonyms.length > 0 ? synonyms : undefined });
          }}
        />
      </Form.Item>
      <Form.Item label="说明" htmlFor="field-remark">
        <Input.TextArea
          id="field-remark"
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 5 }}
          value={field.remark ?? ''}
          onChange={(event) => change({ remark: event.target.value || null })}
        />
      </Form.Item>
    </>
  );
}

/** The dictionary of a field, found by name or code; one that is gone stays named until another is chosen. */
function DictSelect({ value, onChange }: { value: string | null; onChange: (code: string | null) => void }) {
  const { data, isLoading, error } = useCall(api.dataSet.dicts, {}, { staleTime: 60_000 });
  return (
    <Select
      id="field-dict"
      allowClear
      showSearch={{ filterOption: (text, option) => `${option?.label} ${option?.value}`.toLowerCase().includes(text.trim().toLowerCase()) }}
      placeholder="不使用字典"
      loading={isLoading}
      status={error ? 'error' : undefined}
      notFoundContent={error?.message}
      value={value ?? undefined}
      options={(data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      optionRender={({ label, value: code }) => (
        <Flex justify="space-between" gap={12}>
          {label}
          <span className="mono muted">{code}</span>
        </Flex>
      )}
      onChange={(code: string | undefined) => onChange(code ?? null)}
    />
  );
}

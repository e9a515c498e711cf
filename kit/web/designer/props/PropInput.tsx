import { DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { useState, type ComponentType, type ReactNode } from 'react';
import { MenuIcon } from '../../menu-icon.tsx';
import { ImageUpload } from '../../upload/ImageUpload.tsx';
import type { PropField } from '#kit/core/prop-field.ts';
import { files } from './files.ts';
import { ColorInput } from './ColorInput.tsx';
import { PropRow } from './PropRow.tsx';
import { valueAt, withValue, type PropValues } from './prop-values.ts';

/** What the fields need to know of their surroundings. */
export interface PropScene {
  /** colours that follow the theme: token and label, with the colour they have at present */
  readonly tokens: readonly { readonly key: string; readonly label: string; readonly color: string }[];
  /** filters of the document */
  readonly filters: readonly { readonly id: string; readonly label: string }[];
  /** the field of a link: where links may lead is known by the documents, not by the panel */
  readonly LinkField?: ComponentType<{ value: unknown; onChange: (value: unknown) => void }>;
}

/** What the canvas can show; a PDF it cannot. */
export const PICTURES: readonly string[] = ['png', 'jpg', 'jpeg'];

interface Props {
  id: string;
  field: PropField;
  value: unknown;
  scene: PropScene;
  onChange: (value: unknown) => void;
}

const ICONS = [
  'DashboardOutlined', 'TeamOutlined', 'UserOutlined', 'BankOutlined', 'WalletOutlined', 'CreditCardOutlined', 'FundOutlined', 'BarChartOutlined',
  'LineChartOutlined', 'PieChartOutlined', 'TrophyOutlined', 'FlagOutlined', 'StarOutlined', 'GlobalOutlined', 'EnvironmentOutlined', 'DatabaseOutlined',
  'CloudOutlined', 'ClusterOutlined', 'ApiOutlined', 'ToolOutlined', 'BuildOutlined', 'ShopOutlined', 'FileTextOutlined', 'CheckCircleOutlined',
  'WarningOutlined', 'BellOutlined', 'ClockCircleOutlined', 'CalendarOutlined', 'ThunderboltOutlined', 'SafetyOutlined',
]; // prettier-ignore

/** The field of one setting. */
export function PropInput({ id, field, value, scene, onChange }: Props): ReactNode {
  switch (field.kind) {
    case 'text': {
      const props = {
        id,
        size: 'small' as const,
        maxLength: field.max,
        value: String((value as string | null | undefined) ?? ''),
        onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      };
      return (field.lines ?? 1) > 1 ? <Input.TextArea {...props} autoSize={{ minRows: field.lines, maxRows: 10 }} /> : <Input {...props} />;
    }
    case 'number':
      return (
        <InputNumber
          id={id}
          size="small"
          className="prop-number"
          min={field.min}
          max={field.max}
          step={field.step ?? 1}
          placeholder="自动"
          suffix={field.unit}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'switch':
      return (
        <Switch
          id={id}
          size="small"
          checked={value === undefined || value === null ? field.on === true : value === true}
          onChange={onChange}
        />
      );
    case 'select':
      return (
        <Select
          id={id}
          size="small"
          placeholder="默认"
          allowClear={typeof value === 'string'}
          value={(value as string | undefined) ?? undefined}
          options={field.options.map(([key, label]) => ({ value: key, label }))}
          showSearch={field.options.length > 10 ? { optionFilterProp: 'label' } : false}
          onChange={onChange}
        />
      );
    case 'color':
      return <ColorInput id={id} value={typeof value === 'string' ? value : ''} tokens={scene.tokens} onChange={onChange} />;
    case 'image':
      return (
        <ImageUpload
          api={files.file}
          id={id}
          types={PICTURES}
          limit={1}
          value={value ? String(value) : ''}
          onChange={(names) => onChange(names || '')}
        />
      );
    case 'icon':
      return (
        <Select
          id={id}
          size="small"
          allowClear
          placeholder="不显示"
          value={(value as string) || undefined}
          options={ICONS.map((name) => ({ value: name, label: <MenuIcon name={name} /> }))}
          onChange={(name: string | undefined) => onChange(name ?? '')}
        />
      );
    case 'filter':
      return (
        <Select
          id={id}
          size="small"
          allowClear
          placeholder={scene.filters.length > 0 ? '选择筛选条件' : '先在设置中添加筛选'}
          value={(value as string) || undefined}
          options={scene.filters.map((one) => ({ value: one.id, label: one.label }))}
          onChange={(one: string | undefined) => onChange(one ?? '')}
        />
      );
    case 'link':
      return scene.LinkField ? <scene.LinkField value={value} onChange={onChange} /> : null;
    case 'list':
      return <ListInput field={field} value={Array.isArray(value) ? (value as PropValues[]) : []} scene={scene} onChange={onChange} />;
    default:
      return null;
  }
}

interface ListProps {
  field: Extract<PropField, { kind: 'list' }>;
  value: readonly PropValues[];
  scene: PropScene;
  onChange: (value: unknown) => void;
}
/** Items of a list, one open at a time; moved with Alt + arrows or their handle. */
function ListInput({ field, value, scene, onChange }: ListProps) {
  const [open, setOpen] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const titleOf = (item: PropValues, i: number) => {
    const text = field.of.find((one) => one.kind === 'text' || one.kind === 'select');
    return String((text && valueAt(item, text.key)) || `${field.title}${i + 1}`);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return;
    const rest = value.filter((_, i) => i !== from);
    onChange([...rest.slice(0, to), value[from]!, ...rest.slice(to)]);
    setOpen(open === from ? to : null);
  };
  return (
    <div className="prop-list">
      {value.map((item, i) => (
        // items have no names of their own; their place tells them apart
        // eslint-disable-next-line react/no-array-index-key
        <div
          key={i}
          className="prop-item"
          data-dragged={dragged === i || undefined}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged !== null && move(dragged, i)}
        >
          <header>
            <span draggable className="prop-grip" aria-hidden onDragStart={() => setDragged(i)} onDragEnd={() => setDragged(null)}>
              <HolderOutlined />
            </span>
            <button
              type="button"
              aria-expanded={open === i}
              title="Alt+↑↓ 调整顺序"
              onClick={() => setOpen(open === i ? null : i)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                event.preventDefault();
                move(i, i + (event.key === 'ArrowUp' ? -1 : 1));
              }}
            >
              {titleOf(item, i)}
            </button>
            <button type="button" aria-label={`删除 ${titleOf(item, i)}`} onClick={() => onChange(value.filter((_, k) => k !== i))}>
              <DeleteOutlined />
            </button>
          </header>
          {open === i &&
            field.of
              .filter(({ when }) => !when || when.is.includes(valueAt(item, when.key)))
              .map((one) => (
                <PropRow key={one.key} label={one.label} hint={one.hint} isWide={one.kind === 'list' || one.kind === 'link'}>
                  <PropInput
                    id={`${one.key}-${i}`}
                    field={one}
                    value={valueAt(item, one.key)}
                    scene={scene}
                    onChange={(next) => onChange(value.map((old, k) => (k === i ? withValue(old, one.key, next) : old)))}
                  />
                </PropRow>
              ))}
        </div>
      ))}
      <Button
        size="small"
        block
        icon={<PlusOutlined />}
        disabled={value.length >= field.most}
        onClick={() => {
          onChange([...value, {}]);
          setOpen(value.length);
        }}
      >
        添加{field.title}
      </Button>
    </div>
  );
}

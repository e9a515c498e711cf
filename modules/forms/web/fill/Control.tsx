import { Cascader, Checkbox, ColorPicker, DatePicker, Input, InputNumber, Radio, Rate, Select, Slider, Switch, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { FocusEvent } from 'react';
import { DocumentUpload } from '#kit/web/upload/DocumentUpload.tsx';
import { ImageUpload } from '#kit/web/upload/ImageUpload.tsx';
import { DocumentEditor } from '#modules/notices/web/parts.ts';
import { AreaPicker } from '#modules/projects/web/index.ts';
import { AccountSelect, AccountsSelect } from '#modules/system/web/parts.ts';
import type { FieldOf, ValueField } from '../../contract/field.ts';
import { UPLOAD_TYPES } from '../../contract/link.ts';
import { isList } from '../../core/index.ts';
import { ChoiceInput, DeptInput, DictInput, PostInput, SourceInput } from './choices.tsx';
import type { Fills } from './fills.ts';
import { PlaceInput } from './PlaceInput.tsx';
import { SignaturePad } from './SignaturePad.tsx';
import { useFileApi } from './use-file-api.ts';

export interface ControlProps<F extends ValueField = ValueField> {
  id?: string | undefined;
  field: F;
  value: unknown;
  /** `fills`: values that the choice brings along for other fields */
  onChange: (value: unknown, fills?: Fills) => void;
  onBlur?: ((event: FocusEvent) => void) | undefined;
  disabled?: boolean | undefined;
  status?: 'error' | undefined;
  autoFocus?: boolean | undefined;
  /** value of the field above, where the options hang on it */
  parent?: string | null | undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const list = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []);
const PICKERS = { date: undefined, datetime: undefined, month: 'month', year: 'year' } as const;
const WRITTEN = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss', month: 'YYYY-MM', year: 'YYYY' } as const;
const at = (value: unknown): Dayjs | null => (text(value) === '' ? null : dayjs(text(value)));

function DateInput({ field, value, onChange, ...props }: ControlProps<FieldOf<'date'>>) {
  const format = field.format ?? 'date';
  return (
    <DatePicker
      {...props}
      className="fill-wide"
      picker={PICKERS[format]}
      showTime={format === 'datetime'}
      placeholder={field.placeholder ?? '请选择'}
      value={at(value)}
      onChange={(next: Dayjs | null) => onChange(next?.format(WRITTEN[format]) ?? null)}
    />
  );
}
function RangeInput({ field, value, onChange, id, ...props }: ControlProps<FieldOf<'dateRange'>>) {
  const format = field.format ?? 'date';
  const [from, to] = list(value);
  return (
    <DatePicker.RangePicker
      {...props}
      id={id === undefined ? {} : { start: id, end: `${id}-to` }}
      className="fill-wide"
      showTime={format === 'datetime'}
      value={[at(from), at(to)]}
      onChange={(next) => onChange(next?.[0] && next[1] ? [next[0].format(WRITTEN[format]), next[1].format(WRITTEN[format])] : null)}
    />
  );
}
function ClockInput({ field, value, onChange, ...props }: ControlProps<FieldOf<'time'>>) {
  const format = field.hasSeconds ? 'HH:mm:ss' : 'HH:mm';
  return (
    <TimePicker
      {...props}
      className="fill-wide"
      format={format}
      placeholder={field.placeholder ?? '请选择'}
      value={text(value) === '' ? null : dayjs(`2000-01-01 ${text(value)}`)}
      onChange={(next: Dayjs | null) => onChange(next?.format(format) ?? null)}
    />
  );
}

/** The same functions at each drawing: with others the input writes its number anew, and the point that was just typed is gone. */
const THOUSANDS = {
  formatter: (shown: string | undefined) => (shown ?? '').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ','),
  parser: (shown: string | undefined) => (shown ?? '').replaceAll(',', ''),
};
function NumberInput({ field, value, onChange, ...props }: ControlProps<FieldOf<'number' | 'money'>>) {
  const isMoney = field.type === 'money';
  const hasThousands = isMoney || field.hasThousands === true;
  return (
    <InputNumber<string>
      {...props}
      className="fill-wide"
      stringMode
      controls={false}
      inputMode="decimal"
      prefix={isMoney ? (field.currency ?? '¥') : undefined}
      suffix={isMoney ? undefined : field.unit}
      placeholder={field.placeholder ?? '请输入'}
      value={text(value) === '' ? null : text(value)}
      {...(hasThousands && THOUSANDS)}
      // also what is out of range is kept, so that it can be blamed where it stands
      onInput={(shown: string) => onChange(shown.replaceAll(',', '') === '' ? null : shown.replaceAll(',', ''))}
      onChange={(next) => onChange(next === null ? null : String(next))}
    />
  );
}

type Chosen = FieldOf<'radio' | 'checkbox' | 'select'>;
/** Options that the form holds itself, as far as they belong to the value above. */
function optionsOf(field: Chosen, parent: string | null | undefined) {
  const items = field.options.from === 'static' ? field.options.items : [];
  return items
    .filter(
      ({ under }) =>
        field.parent === undefined || under === undefined || (parent !== null && parent !== undefined && under.includes(parent)),
    )
    .map(({ value, label }) => ({ value, label }));
}
function StaticChoice({ field, value, onChange, onBlur, status, autoFocus, parent, ...props }: ControlProps<Chosen>) {
  const options = optionsOf(field, parent);
  const layout = { style: 'isVertical' in field && field.isVertical ? { display: 'grid', gap: 8 } : undefined };
  if (field.type === 'radio')
    return <Radio.Group {...props} {...layout} options={options} value={value} onChange={(event) => onChange(event.target.value)} />;
  if (field.type === 'checkbox') return <Checkbox.Group {...props} {...layout} options={options} value={list(value)} onChange={onChange} />;
  return (
    <Select
      {...props}
      {...{ onBlur, status, autoFocus, options }}
      className="fill-wide"
      mode={field.isMultiple ? 'multiple' : undefined}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={field.placeholder ?? '请选择'}
      value={isList(field) ? list(value) : text(value) || undefined}
      onChange={(next: unknown) => onChange(next ?? null)}
    />
  );
}
function Choice(props: ControlProps<Chosen>) {
  const { options } = props.field;
  if (options.from === 'static') return <StaticChoice {...props} />;
  return options.from === 'dict' ? <DictInput {...props} dictType={options.dictType} /> : <ChoiceInput {...props} />;
}

function Plain({ field, value, onChange, ...props }: ControlProps) {
  switch (field.type) {
    case 'textarea':
      return (
        <Input.TextArea
          {...props}
          autoSize={{ minRows: field.rows ?? 3, maxRows: 20 }}
          placeholder={field.placeholder ?? '请输入'}
          value={text(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'color':
      return (
        <ColorPicker
          disabled={props.disabled}
          showText
          disabledAlpha
          allowClear
          value={text(value) || null}
          onChange={(next) => onChange(next.cleared ? null : next.toHexString().slice(0, 7))}
        />
      );
    default:
      return (
        <Input
          {...props}
          placeholder={field.placeholder ?? '请输入'}
          value={text(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function Files({ field, value, onChange, id, disabled }: ControlProps<FieldOf<'file' | 'image'>>) {
  const props = {
    api: useFileApi(field.id),
    types: UPLOAD_TYPES[field.type],
    ...(id !== undefined && { id }),
    ...(disabled && { disabled }),
    value: Array.isArray(value) ? list(value).join(',') : text(value),
    onChange: (names: string) => onChange(names === '' ? null : names.split(',')),
    limit: field.maxCount ?? (field.type === 'image' ? 9 : 20),
  };
  return field.type === 'image' ? <ImageUpload {...props} /> : <DocumentUpload {...props} />;
}

function People({ field, value, onChange, id, disabled, status }: ControlProps<FieldOf<'user'>>) {
  if (field.isMultiple) return <AccountsSelect {...{ id, disabled, status }} label={field.label} value={list(value)} onChange={onChange} />;
  return (
    <AccountSelect
      {...(id !== undefined && { id })}
      {...(disabled && { disabled })}
      label={field.label}
      value={value}
      onChange={onChange}
    />
  );
}

/** The control of a field, by its kind. What has no control here is calculated or numbered by the server. */
export function Control(props: ControlProps) {
  const { field, value, onChange, id, disabled } = props;
  switch (field.type) {
    case 'number':
    case 'money':
      return <NumberInput {...props} field={field} />;
    case 'radio':
    case 'checkbox':
    case 'select':
      return <Choice {...props} field={field} />;
    case 'cascader':
      return (
        <Cascader
          {...(id !== undefined && { id })}
          className="fill-wide"
          disabled={disabled}
          status={props.status}
          options={field.items}
          changeOnSelect={field.isAnyLevel === true}
          showSearch
          placeholder={field.placeholder ?? '请选择'}
          value={list(value)}
          onChange={(path) => onChange(path === undefined || path.length === 0 ? null : path)}
        />
      );
    case 'date':
      return <DateInput {...props} field={field} />;
    case 'dateRange':
      return <RangeInput {...props} field={field} />;
    case 'time':
      return <ClockInput {...props} field={field} />;
    case 'switch':
      return (
        <Switch
          {...(id !== undefined && { id })}
          disabled={disabled}
          checked={value === true}
          checkedChildren={field.onText}
          unCheckedChildren={field.offText}
          onChange={(next) => onChange(next)}
        />
      );
    case 'rate':
      return (
        <Rate
          disabled={disabled}
          count={field.most ?? 5}
          allowHalf={field.isHalf === true}
          value={Number(value ?? 0)}
          onChange={(next) => onChange(next === 0 ? null : next)}
        />
      );
    case 'slider':
      return (
        <Slider
          disabled={disabled}
          min={field.min ?? 0}
          max={field.max ?? 100}
          step={field.step ?? 1}
          value={Number(value ?? field.min ?? 0)}
          ariaLabelForHandle={field.label}
          tooltip={{ formatter: (shown) => `${shown}${field.unit ?? ''}` }}
          onChange={onChange}
        />
      );
    case 'file':
    case 'image':
      return <Files {...props} field={field} />;
    case 'editor':
      return <DocumentEditor {...(id !== undefined && { id })} disabled={disabled === true} value={value} onChange={onChange} />;
    case 'user':
      return <People {...props} field={field} />;
    case 'dept':
      return <DeptInput {...props} />;
    case 'post':
      return <PostInput {...props} />;
    case 'source':
      return <SourceInput {...props} />;
    case 'area':
      return (
        <AreaPicker
          {...(id !== undefined && { id })}
          {...(disabled && { disabled })}
          value={text(value) || null}
          depth={field.depth ?? 3}
          isAnyLevel={field.isAnyLevel === true}
          onChange={(code) => onChange(code)}
        />
      );
    case 'dict':
      return <DictInput {...props} dictType={field.dictType} />;
    case 'dataset':
    case 'form':
      return <ChoiceInput {...props} />;
    case 'signature':
      return <SignaturePad {...{ id, disabled, value, onChange }} fieldId={field.id} label={field.label} />;
    case 'location':
      return <PlaceInput {...{ id, disabled, value, onChange }} field={field} />;
    default:
      return <Plain {...props} />;
  }
}

import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Radio, Select, Switch } from 'antd';
import { DictRadio, DictSelect } from '../dict/DictSelect.tsx';
import type { TreeOption } from '../table/types.ts';
import { choicesQuery } from './choices.ts';
import { DayInput, TimeInput } from './dates.tsx';
import TreeChoice from './TreeChoice.tsx';
import type { FieldProps, FormField, Widget } from './types.ts';

const LONG_LIST = 10;

/** The widget of a field, when the page did not name one. */
function widgetOf(field: Pick<FormField<any>, 'widget' | 'dict' | 'options' | 'tree' | 'load'>): Widget {
  if (field.widget) return field.widget;
  if (field.tree) return 'tree';
  return field.dict || field.options || field.load ? 'select' : 'text';
}

interface FieldInputProps extends FieldProps {
  field: FormField<any>;
}

/** The input of a field; value and onChange come from the form item around it. */
export function FieldInput({ field, ...props }: FieldInputProps) {
  const { data: loaded, isLoading } = useQuery(choicesQuery(field));
  const placeholder = field.placeholder;
  const common = { placeholder: placeholder ?? '请输入', ...props };
  const choose = { placeholder: placeholder ?? '请选择', allowClear: true, loading: isLoading, ...props };
  const choices: readonly TreeOption[] = field.options ?? field.tree ?? loaded ?? [];
  switch (widgetOf(field)) {
    case 'area':
      return <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} {...common} />;
    case 'number':
      return <InputNumber {...common} />;
    case 'switch':
      return <Flag {...props} />;
    case 'radio':
      if (field.dict) return <DictRadio code={field.dict} {...props} />;
      return <Radio.Group options={[...choices]} {...props} onChange={(event) => props.onChange?.(event.target.value)} />;
    case 'select':
    case 'multi': {
      const mode = widgetOf(field) === 'multi' ? 'multiple' : undefined;
      if (field.dict) return <DictSelect code={field.dict} mode={mode} {...choose} />;
      return (
        <Select
          mode={mode}
          options={[...choices]}
          showSearch={choices.length > LONG_LIST || mode ? { optionFilterProp: 'label' } : false}
          {...choose}
        />
      );
    }
    case 'tree':
    case 'trees':
      return <TreeChoice nodes={choices} multiple={widgetOf(field) === 'trees'} {...choose} />;
    case 'day':
      return <DayInput placeholder={placeholder} {...props} />;
    case 'time':
      return <TimeInput placeholder={placeholder} {...props} />;
    case 'password':
      return <Input.Password autoComplete="new-password" {...common} />;
    case 'text':
      return <Input {...common} />;
  }
}

/** A switch over '1' / '0', or over a boolean when it got one. */
function Flag({ value, onChange, ...props }: FieldProps) {
  const on = value === true || value === '1';
  const next = (checked: boolean) => (typeof value === 'boolean' ? checked : checked ? '1' : '0');
  return <Switch size="small" checked={on} onChange={(checked) => onChange?.(next(checked))} {...props} />;
}

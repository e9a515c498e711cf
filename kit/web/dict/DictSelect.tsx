import { Radio, Select, type SelectProps } from 'antd';
import { useDict } from './use-dict.ts';

type Own = { code: string };

/** A select over a dictionary; takes every property of antd's Select besides its options. */
export function DictSelect({ code, ...props }: Own & Omit<SelectProps, 'options' | 'loading'>) {
  const { items, loading } = useDict(code);
  const options = items.map((item) => ({ value: item.itemText, label: item.itemValue }));
  return <Select placeholder="请选择" allowClear {...props} loading={loading} options={options} />;
}

interface DictRadioProps extends Own {
  value?: string;
  onChange?: (value: string) => void;
  disabled?: boolean;
  id?: string;
}

/** Radio buttons over a short dictionary. */
export function DictRadio({ code, onChange, ...props }: DictRadioProps) {
  const { items } = useDict(code);
  const options = items.map((item) => ({ value: item.itemText, label: item.itemValue }));
  return <Radio.Group {...props} options={options} onChange={(event) => onChange?.(event.target.value as string)} />;
}

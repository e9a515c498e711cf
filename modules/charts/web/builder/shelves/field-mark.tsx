import { CalendarOutlined, EnvironmentOutlined, FieldNumberOutlined, FieldStringOutlined, FunctionOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Field } from '#modules/datasets/contract/field.ts';

/** What kind of field it is, as a small mark. */
export function FieldMark({ field }: { field: Pick<Field, 'type' | 'expr' | 'geo'> | undefined }): ReactNode {
  if (!field) return null;
  if (field.expr) return <FunctionOutlined aria-label="计算字段" />;
  if (field.geo) return <EnvironmentOutlined aria-label="地理" />;
  if (field.type === 'date' || field.type === 'datetime') return <CalendarOutlined aria-label="时间" />;
  if (field.type === 'number') return <FieldNumberOutlined aria-label="数值" />;
  return <FieldStringOutlined aria-label="文本" />;
}

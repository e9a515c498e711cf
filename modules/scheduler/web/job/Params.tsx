import type { ReactNode } from 'react';
import { Missing } from '#kit/web/Tag.tsx';
import { readParams, useKnownTasks } from './ParamsForm.tsx';

const textOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : typeof value === 'string' ? value : JSON.stringify(value);

/** The parameters of a job or run with the names that its task gives them; the names of the program when the task is unknown. */
export function Params({ row }: { row: { beanName: string; methodParams: string } }): ReactNode {
  const fields = (useKnownTasks().find((one) => one.key === row.beanName)?.schema['properties'] ?? {}) as Record<
    string,
    { title?: string } | undefined
  >;
  const entries = Object.entries(readParams(row.methodParams));
  if (entries.length === 0) return <Missing />;
  return entries.map(([name, value]) => `${fields[name]?.title ?? name}：${textOf(value)}`).join('；');
}

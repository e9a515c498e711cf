import { Input, Select } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { Draft, DraftState } from './use-draft.ts';

type Param = SetModel['params'][number];
const TYPES = [
  { value: 'text', label: '文本' },
  { value: 'number', label: '数值' },
  { value: 'date', label: '日期' },
  { value: 'list', label: '多个取值' },
];
const asText = (value: Param['value']): string => (value === null ? '' : Array.isArray(value) ? value.join('，') : String(value));
function asValue(text: string, type: Param['type']): Param['value'] {
  if (text.trim() === '') return null;
  if (type === 'list')
    return text
      .split(/[,，]/)
      .map((one) => one.trim())
      .filter(Boolean);
  return type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Parameters of the text: what they are called, their type and the value used when nobody gives one. */
export function ParamsTab({ draft, state }: { draft: Draft; state: DraftState }) {
  const { params } = draft.model;
  if (params.length === 0)
    return (
      <StateView className="set-face" kind="empty" inline what="在 SQL 中用 :名称 书写参数，例如 where year = :year，解析字段后在此设置" />
    );
  const change = (at: number, part: Partial<Param>) =>
    state.setModel((model) => ({
      params: model.params.with(at, { ...model.params[at]!, ...part }),
    }));
  return (
    <div className="set-params">
      <table>
        <thead>
          <tr>
            <th>参数</th>
            <th>显示名称</th>
            <th>类型</th>
            <th>默认值</th>
          </tr>
        </thead>
        <tbody>
          {params.map((param, at) => (
            <tr key={param.name}>
              <td className="mono">:{param.name}</td>
              <td>
                <Input
                  maxLength={32}
                  placeholder={param.name}
                  aria-label={`${param.name} 的显示名称`}
                  value={param.label ?? ''}
                  onChange={(event) => change(at, { label: event.target.value || null })}
                />
              </td>
              <td>
                <Select<Param['type']>
                  aria-label={`${param.name} 的类型`}
                  value={param.type}
                  options={TYPES as { value: Param['type']; label: string }[]}
                  onChange={(type) => change(at, { type, value: asValue(asText(param.value), type) })}
                />
              </td>
              <td>
                <Input
                  placeholder={
                    param.type === 'list' ? '多个取值用逗号分隔，空为 NULL' : param.type === 'date' ? '例如 2026-01-01' : '空为 NULL'
                  }
                  aria-label={`${param.name} 的默认值`}
                  value={asText(param.value)}
                  onChange={(event) =>
                    change(at, {
                      value: param.type === 'list' ? event.target.value.split(/[,，]/) : event.target.value || null,
                    })
                  }
                  onBlur={(event) => change(at, { value: asValue(event.target.value, param.type) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">参数只作为取值传递，不会拼接进语句。看板的筛选条件可以绑定到参数。</p>
    </div>
  );
}

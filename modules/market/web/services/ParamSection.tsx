import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { ServiceParam } from '../../contract/service-param.ts';
import { Problem, statusOf } from '../editor/parts.tsx';
import { missingParams, newParam } from './draft.ts';
import type { SectionProps } from './ServiceEditor.tsx';

/** 参数: what callers give, by type; what templates ask for and nobody gives can be added at once. */
export function ParamSection({ draft, problems, change }: SectionProps) {
  const { reqParams } = draft;
  const types = useDict('market_service_param_type');
  const missing = missingParams(draft);
  const put = (params: ServiceParam[]) => change({ reqParams: params });
  const set = (at: number, some: Partial<ServiceParam>) => put(reqParams.map((param, i) => (i === at ? { ...param, ...some } : param)));
  const choices = types.items.map(({ itemText, itemValue }) => ({ value: itemText as ServiceParam['paramType'], label: itemValue }));
  return (
    <>
      <Problem text={problems.get('reqParams')} />
      {reqParams.length === 0 ? (
        <StateView kind="empty" inline what="没有参数：每次调用发送同样的内容" />
      ) : (
        <div className="market-scroll" tabIndex={0} role="region" aria-label="参数">
          <table className="market-table inputs">
            <thead>
              <tr>
                {['参数名', '说明', '类型', '必填', '示例值', '默认值'].map((title) => (
                  <th scope="col" key={title}>
                    {title}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {reqParams.map((param, i) => (
                // a name may be typed twice for a moment
                <ParamRow
                  key={i}
                  param={param}
                  choices={choices}
                  problem={problems.get(`reqParams.${i}.paramName`)}
                  onChange={(some) => set(i, some)}
                  onRemove={() => put(reqParams.filter((_, at) => at !== i))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="market-inline">
        <Button size="small" icon={<PlusOutlined />} onClick={() => put([...reqParams, newParam(`p${reqParams.length + 1}`)])}>
          添加参数
        </Button>
        {missing.length > 0 && (
          <Button size="small" type="link" onClick={() => put([...reqParams, ...missing])}>
            添加模板里的 {missing.map(({ paramName }) => paramName).join('、')}
          </Button>
        )}
      </div>
    </>
  );
}

interface RowProps {
  param: ServiceParam;
  choices: { value: ServiceParam['paramType']; label: string }[];
  problem: string | undefined;
  onChange: (some: Partial<ServiceParam>) => void;
  onRemove: () => void;
}
function ParamRow({ param, choices, problem, onChange, onRemove }: RowProps) {
  const name = param.paramName;
  const text = (field: 'paramComment' | 'exampleValue' | 'defaultValue', label: string) => (
    <td>
      <Input
        aria-label={`${name} ${label}`}
        value={param[field] ?? ''}
        onChange={(event) => onChange({ [field]: event.target.value || null })}
      />
    </td>
  );
  return (
    <tr>
      <td>
        <Input
          className="mono"
          aria-label={`${name} 参数名`}
          status={statusOf(problem)}
          value={name}
          onChange={(event) => onChange({ paramName: event.target.value })}
        />
        <Problem text={problem} />
      </td>
      {text('paramComment', '说明')}
      <td>
        <Select aria-label={`${name} 类型`} value={param.paramType} options={choices} onChange={(paramType) => onChange({ paramType })} />
      </td>
      <td>
        <Checkbox
          aria-label={`${name} 必填`}
          checked={param.nullable === '0'}
          onChange={(event) => onChange({ nullable: event.target.checked ? '0' : '1' })}
        />
      </td>
      {text('exampleValue', '示例值')}
      {text('defaultValue', '默认值')}
      <td>
        <Button type="text" icon={<DeleteOutlined />} aria-label={`删除参数 ${name}`} onClick={onRemove} />
      </td>
    </tr>
  );
}

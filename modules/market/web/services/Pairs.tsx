import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { Problem, statusOf } from '../editor/parts.tsx';
import type { Problems } from './draft.ts';

interface Pair {
  name: string;
  value: string;
}
interface Props {
  label: string;
  /** path of the list in the draft */
  path: string;
  pairs: readonly Pair[];
  problems: Problems;
  onChange: (pairs: Pair[]) => void;
  nameHint: string;
  valueHint: string;
  /** values are typed, and not shown */
  isSecret?: true;
}

/** Names with values: query parameters, headers, fields of a form, secrets. */
export function Pairs({ label, path, pairs, problems, onChange, nameHint, valueHint, isSecret }: Props) {
  const set = (at: number, some: Partial<Pair>) => onChange(pairs.map((pair, i) => (i === at ? { ...pair, ...some } : pair)));
  const Value = isSecret ? Input.Password : Input;
  return (
    <fieldset className="service-pairs">
      <legend>{label}</legend>
      <Problem text={problems.get(path)} />
      {pairs.map((pair, i) => {
        const [nameProblem, valueProblem] = [problems.get(`${path}.${i}.name`), problems.get(`${path}.${i}.value`)];
        return (
          // pairs have no key of their own
          <div key={i}>
            <div className="service-pair">
              <Input
                className="mono"
                aria-label={`${label} ${i + 1} 名称`}
                placeholder={nameHint}
                status={statusOf(nameProblem)}
                value={pair.name}
                onChange={(event) => set(i, { name: event.target.value })}
              />
              <Value
                className="mono"
                aria-label={`${label} ${i + 1} 值`}
                placeholder={valueHint}
                status={statusOf(valueProblem)}
                value={pair.value}
                onChange={(event) => set(i, { value: event.target.value })}
                {...(isSecret && { autoComplete: 'new-password' })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`删除${label} ${pair.name || i + 1}`}
                onClick={() => onChange(pairs.filter((_, at) => at !== i))}
              />
            </div>
            <Problem text={nameProblem ?? valueProblem} />
          </div>
        );
      })}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...pairs, { name: '', value: '' }])}>
        添加{label}
      </Button>
    </fieldset>
  );
}

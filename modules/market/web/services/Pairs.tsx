import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Input } from 'antd';
import type { ChangeEvent } from 'react';
import { Problem, statusOf } from '../editor/parts.tsx';
import type { Problems } from './draft.ts';
import { placesFor } from './chain/edit.ts';

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
  isSecret?: true | undefined;
  /** values that are proposed */
  places?: readonly string[] | undefined;
}

/** Names with values: query parameters, headers, fields of a form, secrets. */
export function Pairs({ label, path, pairs, problems, onChange, nameHint, valueHint, isSecret, places }: Props) {
  const set = (at: number, some: Partial<Pair>) => onChange(pairs.map((pair, i) => (i === at ? { ...pair, ...some } : pair)));
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
                label={`${label} ${i + 1} 值`}
                hint={valueHint}
                problem={valueProblem}
                value={pair.value}
                isSecret={isSecret}
                places={places}
                onChange={(value) => set(i, { value })}
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

interface ValueProps extends Pick<Props, 'isSecret' | 'places'> {
  label: string;
  hint: string;
  problem: string | undefined;
  value: string;
  onChange: (value: string) => void;
}
function Value({ label, hint, problem, value, isSecret, places, onChange }: ValueProps) {
  const common = { className: 'mono', 'aria-label': label, placeholder: hint, status: statusOf(problem), value } as const;
  if (places)
    return (
      <AutoComplete
        {...common}
        options={placesFor(value, places).map((place) => ({ value: place }))}
        popupMatchSelectWidth={false}
        onChange={onChange}
      />
    );
  const type = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value);
  return isSecret ? <Input.Password {...common} autoComplete="new-password" onChange={type} /> : <Input {...common} onChange={type} />;
}

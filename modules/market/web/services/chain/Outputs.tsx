import type { Chain } from '../../../contract/chain.ts';
import type { Problems } from '../draft.ts';
import { Pairs } from '../Pairs.tsx';

interface Props {
  chain: Chain;
  /** places that are known before the chain runs */
  places: readonly string[];
  problems: Problems;
  onChange: (outputs: Chain['outputs']) => void;
}
/** 输出: names of the answer and where their values stand. */
export function Outputs({ chain, places, problems, onChange }: Props) {
  const renamed = new Map([...problems].map(([path, text]) => [path.replace(/^(chain\.outputs\.\d+)\.path$/, '$1.value'), text]));
  return (
    <>
      <Pairs
        label="输出"
        path="chain.outputs"
        pairs={chain.outputs.map(({ name, path }) => ({ name, value: path }))}
        problems={renamed}
        onChange={(pairs) => onChange(pairs.map(({ name, value }) => ({ name, path: value })))}
        nameHint="名称"
        valueHint="$.steps.s1.data.name"
        places={places}
      />
      {chain.outputs.length === 0 && <small className="muted">没有输出时返回最后一个执行的步骤的结果。</small>}
    </>
  );
}

import { Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from '../../contract/view-filter.ts';
import { targetLabel, useTargets, type TargetKind } from './link-targets.ts';

type Kind = 'board' | 'screen' | 'page' | 'url';
const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'screen', label: '大屏' },
  { value: 'board', label: '看板' },
  { value: 'page', label: '平台页面' },
  { value: 'url', label: '外部链接' },
];
const targetOf = (link: Link | null): string =>
  link === null ? '' : link.to === 'page' ? link.path : link.to === 'url' ? link.url : link.id;
const linkOf = (kind: Kind, target: string): unknown =>
  kind === 'page' ? { to: kind, path: target } : kind === 'url' ? { to: kind, url: target } : { to: kind, id: target };
type Link = ReturnType<typeof Link.parse>;

/** Where a click leads. Only links that are whole are handed on; nothing chosen takes the link away. */
export function LinkInput({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const link = Link.safeParse(value).data ?? null;
  const [kind, setKind] = useState<Kind | null>(link?.to ?? null);
  const [text, setText] = useState(targetOf(link));
  const [problem, setProblem] = useState<string | null>(null);
  const give = (nextKind: Kind | null, target: string) => {
    setText(target);
    setProblem(null);
    if (nextKind === null || target === '') return onChange(undefined);
    const parsed = Link.safeParse(linkOf(nextKind, target));
    if (parsed.success) onChange(parsed.data);
    else setProblem(parsed.error.issues[0]?.message ?? '链接不正确');
  };
  return (
    <div className="prop-link">
      <Select
        size="small"
        allowClear
        aria-label="链接类型"
        placeholder="不跳转"
        value={kind ?? undefined}
        options={[...KINDS]}
        onChange={(next: Kind | undefined) => {
          setKind(next ?? null);
          give(null, '');
        }}
      />
      {kind === 'screen' && <ItemSelect kind="screen" value={text} onChange={(id) => give('screen', id)} />}
      {kind === 'board' && <ItemSelect kind="board" value={text} onChange={(id) => give('board', id)} />}
      {(kind === 'page' || kind === 'url') && (
        <Input
          size="small"
          aria-label="链接地址"
          placeholder={kind === 'page' ? '/visual/dataset' : 'https://'}
          status={problem ? 'error' : undefined}
          value={text}
          onChange={(event) => give(kind, event.target.value.trim())}
        />
      )}
      {problem && <small className="prop-problem">{problem}</small>}
    </div>
  );
}

function ItemSelect({ kind, value, onChange }: { kind: TargetKind; value: string; onChange: (id: string) => void }) {
  const { data, error, isLoading } = useTargets(kind);
  return (
    <Select
      size="small"
      aria-label={targetLabel(kind)}
      placeholder="选择目标"
      showSearch={{ optionFilterProp: 'label' }}
      status={error ? 'error' : undefined}
      notFoundContent={error?.message}
      loading={isLoading}
      value={value || undefined}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      onChange={onChange}
    />
  );
}

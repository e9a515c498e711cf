import { Cascader } from 'antd';
import { createContext, use, useMemo } from 'react';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { projects } from '../contract/index.ts';
import { areaChoices, areaText, pathTo, type AreaChoice, type Depth } from '../core/areas.ts';

const api = /* @__PURE__ */ createClient(projects, send);
/** The list changes with a release, not with the day. */
const DAY_MS = 86_400_000;

/** The tree of areas, where people have no account to ask with. */
const TreeContext = createContext<typeof api.area.tree | null>(null);
/** Where areas come from, for pages of people without an account: a call of theirs instead of that of accounts. */
export const AreaSource = TreeContext.Provider;

/** The choices up to a depth; empty while they are on their way. */
function useAreas(depth: Depth): { choices: AreaChoice[]; isLoading: boolean; isError: boolean; refetch: () => unknown } {
  const tree = use(TreeContext) ?? api.area.tree;
  const { data, isLoading, isError, refetch } = useCall(tree, {}, { staleTime: DAY_MS });
  return { choices: useMemo(() => areaChoices(data ?? [], depth), [data, depth]), isLoading, isError, refetch };
}

/** The name of a stored code that is no longer among the choices; null while it is one of them. */
function useFormerName(code: string | null | undefined, isAmongChoices: boolean): string | null {
  const isOthers = use(TreeContext) !== null;
  const { data } = useCall(
    api.area.names,
    { query: { codes: code ?? '' } },
    { staleTime: DAY_MS, enabled: Boolean(code) && !isAmongChoices && !isOthers },
  );
  return isAmongChoices ? null : (data?.[0]?.name ?? null);
}

interface AreaPickerProps {
  id?: string;
  /** code of the chosen area */
  value?: string | null;
  /** gets the code, and the areas from the province down to it */
  onChange?: (code: string | null, path: AreaChoice[]) => void;
  /** 1 province, 2 city, 3 district */
  depth?: Depth;
  /** true = people may stop at a province or city */
  isAnyLevel?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

/** Chooses province, city and district; 市辖区 and other headings of the list are skipped. Finds by name and by pinyin initials. */
export function AreaPicker(props: AreaPickerProps) {
  const { id, value, onChange, depth = 3, isAnyLevel, disabled, placeholder = '请选择省/市/区' } = props;
  const { choices, isLoading, isError, refetch } = useAreas(depth);
  const path = useMemo(() => (value ? pathTo(choices, value).map((one) => one.value) : []), [choices, value]);
  const former = useFormerName(value, isLoading || path.length > 0);
  return (
    <Cascader<AreaChoice>
      id={id}
      style={{ width: '100%' }}
      options={choices}
      value={path}
      disabled={disabled}
      loading={isLoading}
      placeholder={isError ? '行政区划加载失败，点击重试' : former === null ? placeholder : `${former}（已禁用）`}
      status={isError ? 'error' : undefined}
      onOpenChange={(isOpen) => {
        if (isOpen && isError) void refetch();
      }}
      changeOnSelect={isAnyLevel}
      expandTrigger="hover"
      displayRender={(labels) => labels.join(' / ')}
      showSearch={{
        limit: 50,
        filter: (input, nodes) => {
          const text = input.trim().toLowerCase();
          return nodes.some((node) => node.label.includes(text) || node.pinyin.startsWith(text));
        },
      }}
      onChange={(_, nodes) => {
        const chosen = (nodes ?? []) as AreaChoice[];
        onChange?.(chosen.at(-1)?.value ?? null, chosen);
      }}
    />
  );
}

/** The text of a stored code: 浙江省 / 杭州市 / 西湖区. */
export function AreaText({ code }: { code: string | null | undefined }) {
  const { choices, isLoading } = useAreas(3);
  const known = code ? areaText(choices, code) : '';
  const former = useFormerName(code, isLoading || known !== '');
  return <>{code ? known || (former ?? code) : '—'}</>;
}

import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** What a turn came to: rules that a process approves wait for it. */
const turned = (status: '0' | '1', waiting: number): string => {
  if (status === '0') return '已禁用';
  return waiting > 0 ? '已提交审批，通过后启用' : '已启用';
};

/** What became of a rule that was saved: where a process approves rules, one that should be in use waits for it. */
export function savedText(wanted: '0' | '1', now: { readonly status: string; readonly flow: unknown } | null): string {
  if (wanted === '0' || now === null || now.status === '1') return '规则已保存';
  return now.flow ? '规则已保存并提交审批，通过后启用' : '规则已保存，启用需要审批：请有“规则提交”权限的人在列表中提交';
}
/** Says after saving what became of a rule. */
export async function tellSaved(id: string, wanted: '0' | '1'): Promise<void> {
  const now = wanted === '1' ? await api.rule.get({ params: { id } }).catch(() => null) : null;
  toast.success(savedText(wanted, now));
}

/** Putting rules in use and out of use; where a process approves rules, that is submitted. */
export function useRelease() {
  const refresh = useRefresh();
  const can = useCan();
  const done = async (text: string) => {
    toast.success(text);
    await refresh(api.rule.page, api.ruleType.report);
  };
  const turn = async (ids: readonly string[], status: '0' | '1') => {
    // errors are shown by the request layer
    const reply = await api.rule.enable({ body: { ids: [...ids], status } }).catch(() => null);
    if (reply) await done(turned(status, reply.waiting));
  };
  const submit = async (id: string) => {
    const reply = await api.rule.submit({ params: { id } }).catch(() => null);
    if (reply) await done(turned('1', reply.flow ? 1 : 0));
  };
  const actions = ({ id, status }: RowOf<typeof api.rule>): RowAction[] => {
    const next = status === '1' ? '0' : '1';
    if (next === '1' && !can(api.rule.enable))
      return [{ key: 'submit', label: '提交启用', call: api.rule.submit, onClick: () => void submit(id) }];
    return [{ key: 'turn', label: next === '1' ? '启用' : '禁用', call: api.rule.enable, onClick: () => void turn([id], next) }];
  };
  return { turn, actions };
}

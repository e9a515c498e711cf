import type { ApplyState } from '../../contract/drd-use.ts';
import type { DrdStatus } from '../../contract/drd.ts';

/** What may be done with a resource of the directory. */
export type DrdAction = 'edit' | 'remove' | 'submit' | 'publish' | 'return' | 'offline';
interface Rule<S extends string> {
  readonly from: readonly S[];
  /** null = it stays as it is */
  readonly to: S | null;
  readonly refusal: string;
}
const DRD: Record<DrdAction, Rule<DrdStatus>> = {
  edit: { from: ['1', '4'], to: null, refusal: '只有草稿和已下架的资源可以修改，请先下架或等待审核' },
  remove: { from: ['1', '4'], to: null, refusal: '只有草稿和已下架的资源可以删除' },
  submit: { from: ['1', '4'], to: '2', refusal: '只有草稿和已下架的资源可以提交审核' },
  publish: { from: ['2'], to: '3', refusal: '只有审核中的资源可以上架' },
  return: { from: ['2'], to: '1', refusal: '只有审核中的资源可以退回' },
  offline: { from: ['3'], to: '4', refusal: '只有已上架的资源可以下架' },
};
/** What may be done with a request to use a resource. */
export type ApplyAction = 'approve' | 'reject' | 'withdraw' | 'end';
const APPLY: Record<ApplyAction, Rule<ApplyState>> = {
  approve: { from: ['1'], to: '2', refusal: '该申请已处理，请刷新列表' },
  reject: { from: ['1'], to: '3', refusal: '该申请已处理，请刷新列表' },
  withdraw: { from: ['1'], to: '4', refusal: '只有待审批的申请可以撤回' },
  end: { from: ['2'], to: '5', refusal: '只有生效中的申请可以结束' },
};

const turn = <S extends string>({ from, to, refusal }: Rule<S>, state: S): { to: S } | { refusal: string } =>
  from.includes(state) ? { to: to ?? state } : { refusal };
/** The state of a resource after an action, or the sentence that says why it cannot be done. */
export const drdTurn = (state: DrdStatus, action: DrdAction) => turn(DRD[action], state);
/** The same for a request. */
export const applyTurn = (state: ApplyState, action: ApplyAction) => turn(APPLY[action], state);

/** The moment after the last day of a right, `2026-12-31` → midnight in China. */
export const endOfDay = (day: string): Date => new Date(new Date(`${day}T00:00:00+08:00`).getTime() + 86_400_000);

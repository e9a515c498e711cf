import { addressProblem } from './address.ts';
import { bankCardProblem } from './bank-card.ts';
import { creditCodeProblem } from './credit-code.ts';
import { idCardProblem } from './id-card.ts';
import { mobileProblem } from './mobile.ts';
import { orgCodeProblem } from './org-code.ts';
import { personNameProblem } from './person-name.ts';
import { phoneProblem } from './phone.ts';
import { plateProblem } from './plate.ts';

/*
 * Values with a form that Chinese standards define. Forms, recognition and rules ask the same checks, so that none takes what another
 * refuses. A form that needs one kind imports its file alone: this list brings all of them.
 */

interface CnKindChecks {
  readonly label: string;
  /** what is wrong, as a Chinese sentence; null for a value of the kind */
  problem(text: string): string | null;
}
/** Every kind by the name that rules store. */
export const CN_KINDS = {
  idCard: { label: '身份证号', problem: idCardProblem },
  creditCode: { label: '统一社会信用代码', problem: creditCodeProblem },
  orgCode: { label: '组织机构代码', problem: orgCodeProblem },
  bankCard: { label: '银行卡号', problem: bankCardProblem },
  mobile: { label: '手机号码', problem: mobileProblem },
  phone: { label: '固定电话', problem: phoneProblem },
  plate: { label: '车牌号', problem: plateProblem },
  name: { label: '姓名', problem: personNameProblem },
  address: { label: '住址', problem: addressProblem },
} satisfies Record<string, CnKindChecks>;
export type CnKind = keyof typeof CN_KINDS;

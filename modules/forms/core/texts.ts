import { bankCardProblem } from '#kit/core/cn/bank-card.ts';
import { creditCodeProblem } from '#kit/core/cn/credit-code.ts';
import { idCardProblem } from '#kit/core/cn/id-card.ts';
import { mobileProblem } from '#kit/core/cn/mobile.ts';
import { orgCodeProblem } from '#kit/core/cn/org-code.ts';
import { personNameProblem } from '#kit/core/cn/person-name.ts';
import { phoneProblem } from '#kit/core/cn/phone.ts';
import { plateProblem } from '#kit/core/cn/plate.ts';
import type { TextFormat } from '../contract/field.ts';

interface Format {
  readonly label: string;
  problem(text: string): string | null;
}
const matching = (pattern: RegExp, sentence: string) => (text: string) => (pattern.test(text) ? null : sentence);

/** 内容格式 of a text field, with the sentence for what has another form. */
export const TEXT_FORMATS: Readonly<Record<TextFormat, Format>> = {
  mobile: { label: '手机号码', problem: mobileProblem },
  phone: { label: '固定电话', problem: phoneProblem },
  email: { label: '邮箱', problem: matching(/^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/, '邮箱格式不正确') },
  url: { label: '网址', problem: matching(/^https?:\/\/[^\s/?#]{1,253}(?:[/?#]\S{0,1900})?$/i, '网址应以 http:// 或 https:// 开头') },
  idCard: { label: '身份证号', problem: idCardProblem },
  creditCode: { label: '统一社会信用代码', problem: creditCodeProblem },
  orgCode: { label: '组织机构代码', problem: orgCodeProblem },
  bankCard: { label: '银行卡号', problem: bankCardProblem },
  plate: { label: '车牌号', problem: plateProblem },
  name: { label: '姓名', problem: personNameProblem },
  digits: { label: '仅数字', problem: matching(/^\d+$/, '只能填写数字') },
  letters: { label: '仅字母和数字', problem: matching(/^[A-Za-z0-9]+$/, '只能填写字母和数字') },
};

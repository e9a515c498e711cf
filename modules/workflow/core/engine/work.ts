import { SET_VARIABLE, type ServiceWork } from '../../contract/approval.ts';
import { hasExpression } from '../juel/evaluate.ts';
import { setVariables, valueFor, type Run } from './run.ts';
import type { Token } from './state.ts';

/** Numbers, yes and no are such values, anything else is a text. */
const typedValue = (text: string): unknown =>
  /^(?:true|false|-?\d{1,15}(?:\.\d{1,6})?)$/.test(text.trim()) ? JSON.parse(text.trim()) : text;

/** What a service node has the engine itself do, in the step: 更新变量. A value with an expression is what that gives. */
export function work(run: Run, token: Token, { service, params }: ServiceWork): void {
  const { variable = '', value = '' } = params;
  if (service !== SET_VARIABLE || variable === '') return;
  setVariables(run, token, { [variable]: hasExpression(value) ? valueFor(run, token, value) : typedValue(value) });
}

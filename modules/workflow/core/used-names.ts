import { SET_VARIABLE, type ApproverSource } from '../contract/approval.ts';
import { partsOf } from './juel/check.ts';
import { expressionsIn } from './juel/evaluate.ts';
import { parseExpression, type Expression } from './juel/parse.ts';
import { ExpressionError } from './juel/tokens.ts';
import type { NodeModel, ScopeModel } from './model.ts';

/** What every instance knows besides the fields of its record. */
const KNOWN: ReadonlySet<string> = new Set([
  'submitter',
  'businessKey',
  'businessCode',
  'businessName',
  'businessAuditGroup',
  'starterPicks',
  'lastPicks',
  'initiator',
  'approved',
  'loopCounter',
  'nrOfInstances',
  'nrOfCompletedInstances',
  'nrOfActiveInstances',
]);
const OURS = /^(?:passed|approvers)_/;

function namesIn(expression: Expression): string[] {
  return expression.kind === 'variable' ? [expression.name] : partsOf(expression).flatMap(namesIn);
}
/** Variables that a text with expressions reads; a text that cannot be read is reported elsewhere. */
function namesOf(text: string | null): string[] {
  try {
    return expressionsIn(text ?? '').flatMap((source) => namesIn(parseExpression(source)));
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
const ofSource = ({ field, expr }: ApproverSource): string[] => [...(field ? [field] : []), ...namesOf(expr ?? null)];

function usedAt(node: NodeModel): string[] {
  if (node.kind === 'userTask') return (node.approval?.who ?? []).flatMap(ofSource);
  if (node.kind === 'passTask') {
    const value = node.service?.service === SET_VARIABLE ? node.service.params['value'] : undefined;
    return [...[...(node.copy?.who ?? []), ...(node.service?.who ?? [])].flatMap(ofSource), ...namesOf(value ?? null)];
  }
  return node.kind === 'subProcess' ? usedIn(node.body) : [];
}
/** Fields that conditions of flows and sources of approvers read. */
const usedIn = (scope: ScopeModel): string[] => [
  ...Object.values(scope.flows).flatMap(({ condition }) => namesOf(condition)),
  ...Object.values(scope.nodes).flatMap(usedAt),
];

/** Variables that service nodes set: by 更新变量, and with what a service answers. */
export function setByService(node: NodeModel): string[] {
  if (node.kind === 'subProcess') return Object.values(node.body.nodes).flatMap(setByService);
  if (node.kind !== 'passTask' || !node.service) return [];
  const { service, params, result } = node.service;
  return [...(service === SET_VARIABLE && params['variable'] ? [params['variable']] : []), ...(result === undefined ? [] : [result])];
}
/** Fields of a record that service nodes would overwrite: conditions would no longer decide by what was submitted. */
export function overwrittenNames(processes: readonly ScopeModel[], fields: readonly { readonly name: string }[]): string[] {
  const set = new Set(processes.flatMap(({ nodes }) => Object.values(nodes).flatMap(setByService)));
  return fields.flatMap(({ name }) => (set.has(name) ? name : []));
}

/** Variables that the process sets itself. */
function setBy(scope: ScopeModel): string[] {
  return Object.values(scope.nodes)
    .flatMap((node) => [
      ...(node.multiInstance ? [node.multiInstance.elementVariable ?? '', node.multiInstance.indexVariable] : []),
      ...(node.kind === 'startEvent' && node.initiator !== null ? [node.initiator] : []),
      ...(node.kind === 'passTask' && node.resultVariable !== null ? [node.resultVariable] : []),
      ...setByService(node),
      ...(node.kind === 'callActivity' ? node.outputs.map(({ target }) => target ?? '') : []),
      ...(node.kind === 'userTask' && node.idVariable !== null ? [node.idVariable] : []),
      ...(node.kind === 'subProcess' ? setBy(node.body) : []),
    ])
    .concat(Object.keys(scope.data));
}

/** Names that the conditions and approver sources of a process use and a kind of record does not have, each once. */
export function unknownNames(processes: readonly ScopeModel[], fields: readonly { readonly name: string }[]): string[] {
  const [main] = processes;
  if (!main) return [];
  const known = new Set([...KNOWN, ...fields.map(({ name }) => name), ...setBy(main)]);
  return [...new Set(usedIn(main))].filter((name) => !known.has(name) && !OURS.test(name)).toSorted();
}

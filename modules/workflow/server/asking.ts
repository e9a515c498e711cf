import { AppError } from '#kit/contract/errors.ts';
import { Picks as PicksSchema, type ComingStep, type FlowQuestion } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf, type BusinessType } from '#kit/server/flow.ts';
import type { Picks } from '../contract/request.ts';
import { editedIn } from '../core/coming.ts';
import { startOf, type Definitions, type ProcessModel } from '../core/model.ts';
import type { Facts } from './approvers.ts';
import { stepsFrom } from './forecast.ts';
import { askedPicks, completePicks, pickedByStarter, picksIn } from './picks.ts';

/** What is about to be submitted. */
export interface Submitting {
  readonly type: Pick<BusinessType, 'name'>;
  readonly process: ProcessModel;
  /** it and the processes that it calls */
  readonly definitions: Definitions;
  /** who submits, the record, and the variables that the process will have */
  readonly facts: Facts;
}

/** True when the caller wants to be asked before a record is submitted. */
export const wantsToBeAsked = ({ submission }: Pick<Ctx, 'submission'>): boolean => submission !== null;

const PICKS = 'picks=';
function picksOfHeader(text: string): NonNullable<Picks> | null {
  if (!text.startsWith(PICKS)) return null;
  try {
    return PicksSchema.parse(JSON.parse(decodeURIComponent(text.slice(PICKS.length))));
  } catch {
    throw new AppError('input.invalid', '自选审批人的格式不正确');
  }
}

/**
 * The approvers whom the starter picks, complete for the record as it is; undefined when nobody was asked. Throws flow.asked with a
 * `FlowQuestion` when the caller wants to be asked first or picks came along that are not complete, input.invalid for those of a body.
 */
export async function starterPicksOf(ctx: Ctx, given: Picks, submitting: Submitting): Promise<Picks> {
  const { process, definitions, facts } = submitting;
  if (!given && ctx.submission === null) return undefined;
  const before = picksIn(facts.variables, 'starterPicks');
  const nodes = pickedByStarter(process, startOf(process)?.id ?? '', facts.variables, definitions);
  if (given) return completePicks(flowScopeOf(ctx), nodes, given, before);
  const answered = picksOfHeader(ctx.submission ?? '');
  if (!answered) {
    if (nodes.length === 0 && ctx.submission === 'ask-picks') return undefined;
    throw await question(ctx, submitting, { nodes, picked: before, problem: null });
  }
  try {
    return await completePicks(flowScopeOf(ctx), nodes, answered, before);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw await question(ctx, submitting, { nodes, picked: { ...before, ...answered }, problem: error.message });
  }
}

interface Open {
  readonly nodes: readonly { readonly id: string; readonly name: string }[];
  readonly picked: NonNullable<Picks>;
  readonly problem: string | null;
}
async function question(ctx: Ctx, submitting: Submitting, { nodes, picked, problem }: Open): Promise<AppError> {
  const asked: FlowQuestion = {
    name: submitting.type.name,
    steps: await stepsOf(ctx, submitting),
    picks: await askedPicks(ctx.db, nodes, picked),
    problem,
  };
  return new AppError('flow.asked', problem ?? undefined, asked);
}

/** The steps that a record would go through as it is. */
export async function stepsOf(ctx: Ctx, { process, definitions, facts }: Omit<Submitting, 'type'>): Promise<ComingStep[]> {
  const start = startOf(process)?.id;
  return start === undefined ? [] : stepsFrom(ctx, process, [start], { facts, changing: editedIn(process), definitions });
}

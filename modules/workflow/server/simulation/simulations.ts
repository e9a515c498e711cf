import { AppError } from '#kit/contract/errors.ts';
import { implement } from '#kit/server/module.ts';
import { simulation as contract } from '../../contract/simulation.ts';
import { approversIn } from './approvers.ts';
import { simulationThread } from './thread.ts';

/** Runs a process without a row of the database. */
export const simulations = implement(contract, {
  async run(ctx, { body }) {
    const answer = await simulationThread.run(body, ctx.now.getTime());
    if ('states' in answer) return { states: answer.states };
    if ('refused' in answer) throw new AppError('rule.broken', answer.refused);
    if ('isLate' in answer) throw new AppError('rule.broken', '模拟运行超过2秒，请检查模型是否有不停的循环，或减少步骤');
    throw new Error(answer.broken);
  },
  approvers: (ctx, { body }) => approversIn(ctx, body),
});

import { AppError } from '#kit/contract/errors.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import { toCallerError } from '#modules/gate/server/index.ts';
import { ParamProblem } from '../../core/values.ts';

/** Anything that a call of an API or a service throws, as an error of ours. */
export function asProblem(error: unknown): AppError {
  if (error instanceof ParamProblem) return new AppError('input.invalid', error.message, [{ path: error.param, message: error.message }]);
  return toAppError(toCallerError(error));
}

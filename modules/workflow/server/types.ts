import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { BusinessType, FlowService } from '#kit/server/flow.ts';

/** All kinds of records that modules have declared. */
export const businessTypes = (app: App): readonly BusinessType[] => app.modules.flatMap((module) => module.businessTypes ?? []);

/** A declared kind of record. Throws flow.notConfigured for one that no module declares. */
export function typeOf(app: App, code: string): BusinessType {
  const type = businessTypes(app).find((one) => one.code === code);
  if (!type) throw new AppError('flow.notConfigured', `没有业务类型 ${code}`);
  return type;
}

/** The services as the designer of a process chooses them, with what can be chosen now. */
export const offeredServices = (app: App) =>
  Promise.all(
    flowServices(app).map(async ({ code, name, description, asksPeople, answers, params }) => ({
      code,
      name,
      description,
      asksPeople,
      answers: answers === true,
      params: await Promise.all(
        params.map(async ({ name: of, label, kind, isRequired, hint, options }) => ({
          name: of,
          label,
          kind,
          isRequired,
          hint: hint ?? null,
          options: options ? [...(await options(app))] : null,
        })),
      ),
    })),
  );

/** Everything that service nodes can have done, of all modules. */
export const flowServices = (app: App): readonly FlowService[] => app.modules.flatMap((module) => module.flowServices ?? []);

/** A declared service; undefined for one that no module declares. */
export const serviceOf = (app: App, code: string): FlowService | undefined => flowServices(app).find((one) => one.code === code);

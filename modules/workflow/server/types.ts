import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { BusinessType, FlowScope, FlowService } from '#kit/server/flow.ts';

/** All kinds of records that modules have declared. */
export const businessTypes = (app: App): readonly BusinessType[] => app.modules.flatMap((module) => module.businessTypes ?? []);

/** Where kinds of records are looked up. */
type Where = Pick<FlowScope, 'app' | 'db'>;

/** All kinds of records that can be approved now, also those that people have made at run time. */
export async function typesNow({ app, db }: Where): Promise<readonly BusinessType[]> {
  const made = await Promise.all(app.modules.map(async (module) => (await module.businessTypesOf?.all(db)) ?? []));
  return [...businessTypes(app), ...made.flat()];
}

/** The kind of record with a code; undefined when there is none. */
export async function findType({ app, db }: Where, code: string): Promise<BusinessType | undefined> {
  const declared = businessTypes(app).find((one) => one.code === code);
  if (declared) return declared;
  const maker = app.modules.find(({ businessTypesOf }) => businessTypesOf && code.startsWith(businessTypesOf.prefix))?.businessTypesOf;
  return (await maker?.find(db, code)) ?? undefined;
}

/** The kind of record with a code. Throws flow.notConfigured when there is none. */
export async function typeOf(where: Where, code: string): Promise<BusinessType> {
  const type = await findType(where, code);
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

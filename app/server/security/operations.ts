import type { Method, TestApp } from '#kit/test/app.ts';

/** One call of the API document, as tests walk over them. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** as documented, `/system/posts/{id}` */
  readonly template: string;
  readonly access: string;
  readonly isWrite: boolean;
  readonly parameters: readonly { name: string; in: 'path' | 'query' }[];
  readonly body: Record<string, unknown> | null;
  readonly isJson: boolean;
}

interface Documented {
  operationId: string;
  'x-access': string;
  'x-audit'?: string;
  parameters: { name: string; in: 'path' | 'query' }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
}

/** Every call of the running product. */
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { body } = await app.admin('GET', '/v3/api-docs');
  return Object.entries(body.paths as Record<string, Record<string, Documented>>).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {};
      return {
        id: operation.operationId,
        method: method.toUpperCase() as Method,
        template,
        access: operation['x-access'],
        isWrite: operation['x-audit'] !== undefined,
        parameters: operation.parameters,
        body: content['application/json']?.schema ?? null,
        isJson: !content['multipart/form-data'] && !content['application/x-www-form-urlencoded'],
      };
    }),
  );
}

/** The path with one value for all its parameters. */
export const pathWith = (operation: Operation, value: string): string =>
  operation.template.replace(/\{\w+\}/g, encodeURIComponent(value).replaceAll('%2C', ','));

export const has = (operation: Operation, where: 'path' | 'query', ...names: string[]): boolean =>
  operation.parameters.some((parameter) => parameter.in === where && names.includes(parameter.name));

/** Calls that would end the session of the caller or wait for events. */
export const isHarmless = ({ template }: Operation): boolean => !/logout|\/lock$|unlock|events|stream/i.test(template);

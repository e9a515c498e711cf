import { expect, it } from 'vitest';
import { toOpenApi } from '#kit/contract/openapi.ts';
import { API_NAMES } from './api-names.ts';
import { modules } from './modules.ts';

interface Schema {
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const CHINESE = /[\u4e00-\u9fff]/;
const isChinese = ({ title, description }: { title?: string; description?: string }) => CHINESE.test(`${title ?? ''}${description ?? ''}`);

function operations(): [place: string, Operation][] {
  const routes = modules.flatMap((module) =>
    module.routes.flatMap(({ contract }) => Object.entries(contract).map(([name, route]) => [`${module.name}.${name}`, route] as const)),
  );
  const { paths } = toOpenApi({ title: '数智大脑', version: '1' }, '/sjzt-datax', { routes, names: API_NAMES });
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  );
}

it('no parameter of a documented call stays without a Chinese name', () => {
  const wrong = operations().flatMap(([place, { parameters }]) =>
    parameters
      .filter(({ description, schema }) => !isChinese({ description }) && !isChinese(schema))
      .map(({ name }) => `${name} of ${place}`),
  );
  expect(wrong).toEqual([]);
});

it('no field that a call takes stays without one', () => {
  const wrong = operations().flatMap(([place, { requestBody }]) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([, field]) => !isChinese(field))
        .map(([name]) => `${name} of ${place}`),
    ),
  );
  expect(wrong).toEqual([]);
});

it('a declaration that says more about its field goes first', () => {
  const named = operations().find(([place]) => place === 'POST /system/posts')?.[1].requestBody?.content['application/json']?.schema
    .properties;
  expect(named?.['postName']).toMatchObject({ title: '岗位名称' });
});

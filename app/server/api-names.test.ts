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
  operationId: string;
  parameters: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const CHINESE = /[\u4e00-\u9fff]/;
const isChinese = ({ title, description }: { title?: string; description?: string }) => CHINESE.test(`${title ?? ''}${description ?? ''}`);

function operations(): [place: string, Operation][] {
  const routes = modules.flatMap((module) =>
    module.routes.flatMap(({ contract }) => Object.entries(contract).map(([name, route]) => [module.name, name, route] as const)),
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

it('every call has a name of its own, made of its address, whatever module answers it', () => {
  const named = operations();
  const ids = named.map(([, { operationId }]) => operationId);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const idOf = (place: string) => named.find(([one]) => one === place)?.[1].operationId;
  expect(idOf('GET /system/posts/page')).toBe('system.posts.page');
  expect(idOf('PUT /system/posts/{id}')).toBe('system.posts.update');
  expect(idOf('GET /data/metadata/tables/page')).toBe('data.metadata.tables.page');
});

it('a call that moves to another module keeps its name', () => {
  const served = modules.find(({ name }) => name === 'monitor')?.routes ?? [];
  const idsIn = (module: string) => {
    const routes = served.flatMap(({ contract }) => Object.entries(contract).map(([name, route]) => [module, name, route] as const));
    const { paths } = toOpenApi({ title: '数智大脑', version: '1' }, '', { routes });
    return Object.values(paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
  };
  expect(idsIn('elsewhere').length).toBeGreaterThan(2);
  expect(idsIn('elsewhere')).toEqual(idsIn('monitor'));
});

import * as z from 'zod';
import { expect, it } from 'vitest';
import { excelRoutes } from '#kit/contract/excel.ts';
import { perm } from '#kit/contract/route.ts';
import type { App } from '#kit/server/ctx.ts';
import type { ServerModule } from '#kit/server/module.ts';
import type { ExcelDefinition } from './definition.ts';
import { carryDefinition, centreOf, excelEntities } from './transfer.ts';

const definition = (label: string, key?: string) => ({ label, ...(key && { key }) }) as unknown as ExcelDefinition;
const routes = excelRoutes('/sample/posts', '岗位', 'sample:post', { search: z.object({}) });
const carry = (given: ExcelDefinition) => carryDefinition(() => Promise.resolve({} as never), given);
const moduleOf = (...served: object[]) => ({ name: 'sample', routes: served }) as unknown as ServerModule;

it('entities with workbooks are found by the permission of their calls, or by a key of their own', () => {
  const post = { contract: routes, handlers: { exportJob: carry(definition('岗位')), importJob: carry(definition('岗位')) } };
  const other = { contract: { exportJob: routes.exportJob }, handlers: { exportJob: carry(definition('别的', 'sample.other')) } };
  const plain = { contract: routes, handlers: { exportJob: () => undefined } };
  const entities = excelEntities([moduleOf(post, plain), moduleOf(other)]);
  expect([...entities.keys()]).toEqual(['sample.post', 'sample.other']);
  expect(entities.get('sample.post')).toMatchObject({ label: '岗位', exportRoute: routes.exportJob, importRoute: routes.importJob });
  expect(entities.get('sample.other')).toMatchObject({ label: '别的', importRoute: null });
});

it('an entity that only imports is one too', () => {
  const into = { contract: { importJob: routes.importJob }, handlers: { importJob: carry(definition('岗位')) } };
  expect(excelEntities([moduleOf(into)]).get('sample.post')).toMatchObject({ exportRoute: null, importRoute: routes.importJob });
});

it('two entities of one key are refused at the start', () => {
  const post = () => ({ contract: routes, handlers: { exportJob: carry(definition('岗位')) } });
  expect(() => excelEntities([moduleOf(post()), moduleOf(post())])).toThrow('sample.post');
});

it('without a module for long transfers the caller is told what to do', () => {
  const centre = {} as never;
  const route = { ...routes.exportJob, access: perm('sample:post:export') };
  expect(() => centreOf({ modules: [moduleOf()] } as unknown as App, route, definition('岗位'))).toThrow('请直接导出或导入');
  const app = { modules: [{ transfers: centre }] } as unknown as App;
  expect(centreOf(app, route, definition('岗位'))).toEqual({ centre, entity: 'sample.post' });
  expect(centreOf(app, route, definition('岗位', 'own')).entity).toBe('own');
});

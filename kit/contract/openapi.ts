import * as z from 'zod';
import { accessText } from './access.ts';
import { ERRORS } from './errors.ts';
import type { AnyRoute } from './route.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dropped, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
  }) as Json;
  return json;
};

const parametersOf = (schema: z.ZodType, where: 'path' | 'query'): Json[] => {
  const json = schemaOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }));
};

const MEDIA = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const;

function repliesOf(route: AnyRoute): Json {
  if (route.replies === 'stream') return { content: { 'application/octet-stream': {} } };
  if (route.replies === 'events') return { content: { 'text/event-stream': {} } };
  const data = schemaOf(route.reply, 'output');
  const envelope = {
    type: 'object',
    required: ['success', 'code', 'msg', 'data', 'timestamp'],
    properties: { success: { const: true }, code: { const: 200 }, msg: { type: 'string' }, data, timestamp: { type: 'number' } },
  };
  return { content: { 'application/json': { schema: route.replies === 'bare' ? data : envelope } } };
}

function operationOf(id: string, route: AnyRoute): Json {
  const hasBody = route.method !== 'GET' && Object.keys((route.body as { shape?: object }).shape ?? { any: 1 }).length > 0;
  const body = route.accepts === 'multipart' ? { type: 'object' } : schemaOf(route.body, 'input');
  return {
    operationId: id,
    summary: route.summary,
    tags: [id.split('.')[0]],
    'x-access': accessText(route.access),
    ...(route.audit ? { 'x-audit': route.audit } : {}),
    ...(route.access.kind === 'open' ? { security: [] } : {}),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(hasBody ? { requestBody: { content: { [MEDIA[route.accepts]]: { schema: body } } } } : {}),
    responses: { 200: { description: '操作成功', ...repliesOf(route) }, default: { $ref: '#/components/responses/Error' } },
  };
}

/**
 * OpenAPI 3.1 of all routes, read from the same declarations that the server mounts.
 * `routes` are pairs of a dotted name (`system.post.page`) and the route.
 */
export function toOpenApi(info: { title: string; version: string }, base: string, routes: Iterable<readonly [string, AnyRoute]>): Json {
  const paths: Record<string, Json> = {};
  for (const [id, route] of routes)
    [route.path, ...route.aliases].forEach((path, index) => {
      const key = path.replace(/:(\w+)/g, '{$1}');
      (paths[key] ??= {})[route.method.toLowerCase()] = operationOf(index === 0 ? id : `${id}.alias${index}`, route);
    });
  const error = {
    type: 'object',
    properties: {
      success: { const: false },
      code: { type: 'number' },
      msg: { type: 'string' },
      error: { type: 'string', enum: Object.keys(ERRORS) },
      requestId: { type: 'string' },
      data: {},
      timestamp: { type: 'number' },
    },
  };
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: base }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: { Error: { description: '失败', content: { 'application/json': { schema: error } } } },
    },
  };
}

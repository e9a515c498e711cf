import * as z from 'zod';
import { accessText } from './access.ts';
import { ERRORS } from './errors.ts';
import type { AnyRoute } from './route.ts';

type Json = Record<string, unknown>;

/** Named or recursive schemas: stored once under `components`, referenced everywhere else. */
type Components = Map<string, Json>;
const REFERENCE = '#/components/schemas/';

function redirected(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => redirected(one, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === '$ref' && typeof part === 'string' ? [key, REFERENCE + (names.get(part) ?? part)] : [key, redirected(part, names)],
    ),
  );
}

/** A unique component name; a component with equal content is reused. */
function nameFor(options: string, content: string, components: Components): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? options : `${options}${n}`;
    const known = components.get(name);
    if (!known || JSON.stringify(known) === content) return name;
  }
}

/** Field name → Chinese label, for fields whose declaration has none. */
export type FieldNames = Readonly<Record<string, string>>;

const CHINESE = /[\u4e00-\u9fff]/;
const isNamed = ({ title, description }: Json): boolean => CHINESE.test(`${String(title ?? '')}${String(description ?? '')}`);

/** Adds Chinese titles to the fields of a JSON Schema. */
function withNames(schema: unknown, names: FieldNames): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withNames(one, names));
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (key !== 'properties') return [key, withNames(part, names)];
      const fields = Object.entries(part as Record<string, Json>).map(([name, field]) => {
        const inner = withNames(field, names) as Json;
        const title = Object.hasOwn(names, name) ? names[name] : undefined;
        return [name, title === undefined || isNamed(inner) ? inner : { title, ...inner }] as const;
      });
      return [key, Object.fromEntries(fields)];
    }),
  );
}

/** JSON Schema of a zod schema. Local `$ref`s would be resolved against the whole document, so their targets move to the components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const {
    $schema: _dropped,
    $defs: defs = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12', reused: 'inline' }) as Json & {
    $defs?: Record<string, Json>;
  };
  const names = new Map<string, string>();
  for (const [name, def] of Object.entries(defs))
    names.set(`#/$defs/${name}`, nameFor(name.startsWith('__') ? 'Nested' : name, JSON.stringify(def), components));
  const isOwn = JSON.stringify(json).includes('"$ref":"#"');
  if (isOwn) names.set('#', nameFor('Nested', '', components));
  for (const [name, def] of Object.entries(defs)) components.set(names.get(`#/$defs/${name}`) ?? name, redirected(def, names) as Json);
  const own = redirected(json, names) as Json;
  if (isOwn) components.set(names.get('#') ?? '', own);
  return own;
}

interface Writing {
  readonly components: Components;
  readonly names: FieldNames;
}

const parametersOf = (schema: z.ZodType, where: 'path' | 'query', { components, names }: Writing): Json[] => {
  const json = schemaOf(schema, 'input', components) as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required ?? []).includes(name),
    ...(!isNamed(property as Json) && Object.hasOwn(names, name) && { description: names[name] }),
    schema: property,
  }));
};

const MEDIA = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' } as const;

function repliesOf(route: AnyRoute, components: Components): Json {
  if (route.replies === 'stream') return { content: { 'application/octet-stream': {} } };
  if (route.replies === 'events') return { content: { 'text/event-stream': {} } };
  const data = schemaOf(route.reply, 'output', components);
  const envelope = {
    type: 'object',
    required: ['success', 'code', 'msg', 'data', 'timestamp'],
    properties: {
      success: { const: true },
      code: { const: 200, title: '状态码' },
      msg: { type: 'string' },
      data,
      timestamp: { type: 'number' },
    },
  };
  return { content: { 'application/json': { schema: route.replies === 'bare' ? data : envelope } } };
}

/** A route in the document: module, name of the call, declaration. */
export type NamedRoute = readonly [module: string, name: string, route: AnyRoute];

/**
 * operationId for generated clients, derived from the path without parameters and the name of the call, such as `system.posts.page`. Paths
 * are public and stable, so ids do not change when code moves between modules.
 */
function operationId({ path }: AnyRoute, name: string): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':'));
  return (words.at(-1) === name ? words : [...words, name]).join('.');
}

function operationOf(id: string, [module, , route]: NamedRoute, writing: Writing): Json {
  const { components, names } = writing;
  const named = (schema: Json) => withNames(schema, names) as Json;
  const hasBody = route.method !== 'GET' && Object.keys((route.body as { shape?: object }).shape ?? { any: 1 }).length > 0;
  const body = route.accepts === 'multipart' ? { type: 'object' } : schemaOf(route.body, 'input', components);
  return {
    operationId: id,
    summary: route.summary,
    tags: [module],
    'x-access': accessText(route.access),
    ...(route.audit ? { 'x-audit': route.audit } : {}),
    ...(route.access.kind === 'open' ? { security: [] } : {}),
    parameters: [...parametersOf(route.params, 'path', writing), ...parametersOf(route.query, 'query', writing)],
    ...(hasBody ? { requestBody: { content: { [MEDIA[route.accepts]]: { schema: named(body) } } } } : {}),
    responses: {
      200: { description: '操作成功', ...named(repliesOf(route, components)) },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

/**
 * OpenAPI 3.1 document of all routes, from the same declarations that the server mounts. `names` supplies labels for fields without one.
 */
export function toOpenApi(
  info: { title: string; version: string },
  base: string,
  { routes, names = {} }: { routes: Iterable<NamedRoute>; names?: FieldNames },
): Json {
  const paths: Record<string, Json> = {};
  const components: Components = new Map();
  for (const named of routes) {
    const [, name, route] = named;
    const id = operationId(route, name);
    [route.path, ...route.aliases].forEach((path, index) => {
      const key = path.replace(/:(\w+)/g, '{$1}');
      (paths[key] ??= {})[route.method.toLowerCase()] = operationOf(index === 0 ? id : `${id}.alias${index}`, named, { components, names });
    });
  }
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
      schemas: withNames(Object.fromEntries(components), names),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: { Error: { description: '失败', content: { 'application/json': { schema: error } } } },
    },
  };
}

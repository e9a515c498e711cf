/** The part of JSON Schema that the document uses. */
export interface Schema {
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  /** what people call it, where the schema does not say */
  description?: string;
  schema: Schema;
}
/** One documented call. */
export interface Operation {
  id: string;
  module: string;
  method: string;
  path: string;
  summary: string;
  access: string;
  audit: string | null;
  isAlias: boolean;
  parameters: readonly Parameter[];
  /** media type and schema of the body, null without one */
  body: { media: string; schema: Schema } | null;
  reply: { media: string; schema: Schema | null };
}

interface Documented {
  operationId: string;
  summary: string;
  tags: readonly string[];
  'x-access': string;
  'x-audit'?: string;
  parameters: readonly Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: { 200: { content?: Record<string, { schema?: Schema }> } };
}

const REFERENCE = '#/components/schemas/';

/** Puts named schemas in the place of their references; one that contains itself keeps the inner reference. */
function resolved(value: unknown, named: Record<string, unknown>, inside: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, named, inside));
  if (value === null || typeof value !== 'object') return value;
  const { $ref } = value as { $ref?: string };
  const name = $ref?.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined;
  if (name !== undefined) {
    if (inside.includes(name) || !(name in named)) return value;
    const { $ref: _reference, ...beside } = value as Record<string, unknown>;
    // what stands beside a reference is about this place
    return { ...(resolved(named[name], named, [...inside, name]) as object), ...beside };
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part, named, inside)]));
}

/** The calls of an OpenAPI document as this product writes it, by module and path. */
export function operationsOf(document: { paths?: unknown; components?: unknown }): Operation[] {
  const named = (document.components as { schemas?: Record<string, unknown> } | undefined)?.schemas ?? {};
  const put = <T>(value: T): T => resolved(value, named) as T;
  const paths = (document.paths ?? {}) as Record<string, Record<string, Documented>>;
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]): Operation => {
        const [bodyMedia, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
        const [replyMedia = 'application/json', reply] = Object.entries(call.responses[200].content ?? {})[0] ?? [];
        return {
          id: call.operationId,
          module: call.tags[0] ?? '',
          method: method.toUpperCase(),
          path,
          summary: call.summary,
          access: call['x-access'],
          audit: call['x-audit'] ?? null,
          isAlias: /\.alias\d+$/.test(call.operationId),
          parameters: put(call.parameters),
          body: bodyMedia && body ? { media: bodyMedia, schema: put(body.schema) } : null,
          reply: { media: replyMedia, schema: put(reply?.schema ?? null) },
        };
      }),
    )
    .sort((a, b) => compare(a.module, b.module) || compare(a.path, b.path) || compare(a.method, b.method));
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Who may call, in words. */
export function accessWords(access: string): string {
  if (access === 'open') return '无需登录';
  if (access === 'signedIn') return '登录即可';
  if (access === 'apiKey') return '使用应用密钥';
  if (access === 'token') return '使用专用令牌';
  return `需要权限 ${access.replace(/^perm:/, '').replaceAll('|', ' 或 ')}`;
}

const MAX_ROWS = 400;
const DEEPEST = 7;

/** One line of a schema table. */
export interface SchemaRow {
  key: string;
  name: string;
  depth: number;
  type: string;
  required: boolean;
  note: string;
}

const TYPES: Record<string, string> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: '是/否',
  object: '对象',
  array: '列表',
  null: '空',
};

/** The schema that says something: without the alternative 空. */
function plain(schema: Schema): { schema: Schema; isNullable: boolean } {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const rest = options.filter((option) => option.type !== 'null');
    const isNullable = rest.length < options.length;
    if (rest.length === 1 && rest[0]) return { schema: { ...rest[0], description: schema.description ?? rest[0].description }, isNullable };
    return { schema: { ...schema, anyOf: rest, oneOf: undefined }, isNullable };
  }
  return { schema, isNullable: Array.isArray(schema.type) && schema.type.includes('null') };
}

function typeWords(given: Schema): string {
  const { schema, isNullable } = plain(given);
  const suffix = isNullable ? '，可空' : '';
  if (schema.$ref) return `同上级结构${suffix}`;
  if (schema.anyOf) return `${[...new Set(schema.anyOf.map(typeWords))].join(' 或 ')}${suffix}`;
  if (schema.const !== undefined) return `固定值${suffix}`;
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'array') return `列表（${schema.items ? typeWords(schema.items) : '任意'}）${suffix}`;
  if (schema.format === 'date-time') return `时间${suffix}`;
  return `${(typeof type === 'string' && TYPES[type]) || '任意'}${suffix}`;
}

/** Title, allowed values and limits as one sentence. */
function noteOf(given: Schema): string {
  const { schema } = plain(given);
  const { enum: values, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const isSafe = (limit: number | undefined): limit is number => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  return [
    given.title ?? schema.title,
    given.description ?? schema.description,
    values && `可选 ${values.map(String).join('、')}`,
    schema.const !== undefined && `= ${JSON.stringify(schema.const)}`,
    schema.default !== undefined && `默认 ${JSON.stringify(schema.default)}`,
    minLength !== undefined && minLength > 0 && `至少 ${minLength} 字`,
    maxLength !== undefined && `最多 ${maxLength} 字`,
    isSafe(minimum) && `≥ ${minimum}`,
    isSafe(maximum) && `≤ ${maximum}`,
    minItems !== undefined && `至少 ${minItems} 项`,
    maxItems !== undefined && `最多 ${maxItems} 项`,
  ]
    .filter((part) => part !== undefined && part !== false && part !== '')
    .join('；');
}

/** A schema as lines of a table, nested fields indented below their owner. */
export function schemaRows(root: Schema): SchemaRow[] {
  const rows: SchemaRow[] = [];
  const visit = (given: Schema, prefix: string, depth: number): void => {
    const { schema } = plain(given);
    if (depth > DEEPEST) return;
    for (const option of schema.anyOf ?? []) visit(option, prefix, depth);
    if (schema.items) return visit(schema.items, prefix, depth);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (rows.length >= MAX_ROWS) return;
      const key = `${prefix}${name}`;
      if (rows.some((row) => row.key === key)) continue;
      rows.push({ key, name, depth, type: typeWords(field), required: schema.required?.includes(name) ?? false, note: noteOf(field) });
      visit(field, `${key}.`, depth + 1);
    }
  };
  visit(root, '', 0);
  return rows;
}

const isTime = (schema: Schema): boolean => schema.format === 'date-time';

/** A value that fits a schema, to begin with. */
export function exampleOf(given: Schema, depth = 0): unknown {
  const { schema } = plain(given);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (depth > DEEPEST || schema.$ref) return null;
  if (schema.anyOf) return schema.anyOf[0] ? exampleOf(schema.anyOf[0], depth) : null;
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field, depth + 1)]));
  if (type === 'array') return schema.items ? [exampleOf(schema.items, depth + 1)] : [];
  if (type === 'object') return {};
  if (type === 'string') return isTime(schema) ? '2026-01-01T08:00:00+08:00' : '';
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 0, 0);
  if (type === 'boolean') return false;
  return null;
}

export interface Filled {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** JSON text, empty without a body */
  body: string;
}

/** The address of a call with its values; missing path values stay visible as `{id}`. */
export function addressOf({ path }: Pick<Operation, 'path'>, values: Filled): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => (values.path[name] ? encodeURIComponent(values.path[name]) : whole));
  const search = new URLSearchParams(Object.entries(values.query).filter(([, value]) => value !== '')).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a command line; the session stands there as `$TOKEN`, never itself. */
export function curlText(origin: string, operation: Operation, values: Filled): string {
  const lines = [`curl -X ${operation.method} ${quoted(origin + addressOf(operation, values))}`];
  if (operation.access !== 'open') lines.push(`-H "Authorization: Bearer $TOKEN"`);
  if (operation.body?.media === 'multipart/form-data') lines.push(`-F 'file=@文件'`);
  else if (operation.body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(values.body)}`);
  return lines.join(' \\\n  ');
}

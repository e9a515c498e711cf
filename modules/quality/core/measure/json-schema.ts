/* The part of JSON Schema that rules need: types, required and known properties, enumerations, lengths, ranges, patterns, items. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Schema = { readonly [key: string]: Json };

const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
const fitsType = (value: Json, type: Json | undefined): boolean => {
  const wanted = Array.isArray(type) ? (type as readonly Json[]) : type === undefined ? [] : [type];
  const found = typeOf(value);
  return wanted.length === 0 || wanted.includes(found) || (found === 'integer' && wanted.includes('number'));
};

function numberProblem(value: number, schema: Schema): boolean {
  const { minimum, maximum } = schema;
  return (typeof minimum === 'number' && value < minimum) || (typeof maximum === 'number' && value > maximum);
}
function textProblem(value: string, schema: Schema): boolean {
  const { minLength, maxLength, pattern } = schema;
  const { length } = Array.from(value);
  return (
    (typeof minLength === 'number' && length < minLength) ||
    (typeof maxLength === 'number' && length > maxLength) ||
    (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
  );
}
function objectProblem(value: { readonly [key: string]: Json }, schema: Schema): boolean {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [];
  if (required.some((key) => !Object.hasOwn(value, String(key)))) return true;
  if (schema['additionalProperties'] === false && Object.keys(value).some((key) => !Object.hasOwn(properties, key))) return true;
  return Object.entries(properties).some(([key, of]) => Object.hasOwn(value, key) && isObject(of) && !fits(value[key]!, of));
}

function fits(value: Json, schema: Schema): boolean {
  if (!fitsType(value, schema['type'])) return false;
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !(allowed as readonly Json[]).some((one) => JSON.stringify(one) === JSON.stringify(value))) return false;
  if (typeof value === 'number') return !numberProblem(value, schema);
  if (typeof value === 'string') return !textProblem(value, schema);
  if (Array.isArray(value)) {
    const items = schema['items'];
    return !isObject(items) || (value as readonly Json[]).every((one) => fits(one, items));
  }
  return !isObject(value) || !objectProblem(value, schema);
}

/** Why a text is no JSON of the schema; null when it is. A schema that is none is a problem of its own. */
export function schemaProblem(schema: string, text: string): 'schema' | 'json' | 'mismatch' | null {
  let read: unknown;
  try {
    read = JSON.parse(schema);
  } catch {
    return 'schema';
  }
  if (!isObject(read)) return 'schema';
  try {
    return fits(JSON.parse(text) as Json, read) ? null : 'mismatch';
  } catch {
    return 'json';
  }
}

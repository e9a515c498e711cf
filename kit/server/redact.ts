import * as z from 'zod';

const SECRET_NAME = /passw|secret|token|credential|privatekey/i;
const LONGEST = 2000;
/** Depth limit; deeper values are dropped, because a refused body may be nested deeper than the stack. */
const DEEPEST = 100;

/** Follows optional, nullable, default and pipe wrappers down to the schema that carries fields. */
function unwrap(schema: z.ZodType): z.ZodType {
  const def = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  if (def.innerType) return unwrap(def.innerType);
  return schema instanceof z.ZodPipe ? unwrap(def.in as z.ZodType) : schema;
}

const isSecret = (name: string, schema: z.ZodType | undefined): boolean => {
  for (let at: z.ZodType | undefined = schema; at; at = (at.def as { innerType?: z.ZodType }).innerType)
    if ((at.meta() as { secret?: boolean } | undefined)?.secret) return true;
  return SECRET_NAME.test(name);
};

/**
 * A copy without secrets, for logs: drops fields marked `secret(...)` in the schema and fields with a telling name, at every depth. Values
 * unknown to the schema are judged by name only.
 */
export function redact(value: unknown, schema?: z.ZodType, left = DEEPEST): unknown {
  const inner = schema && unwrap(schema);
  if (left === 0 && value !== null && typeof value === 'object') return '…';
  if (Array.isArray(value)) {
    const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
    return value.slice(0, 500).map((item) => redact(item, element, left - 1));
  }
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const shape: Record<string, z.ZodType | undefined> = inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecret(name, Object.hasOwn(shape, name) ? shape[name] : undefined))
      .map(([name, item]) => [name, redact(item, Object.hasOwn(shape, name) ? shape[name] : undefined, left - 1)]),
  );
}

/** Redacted JSON of at most 2,000 characters. */
export function redactedText(value: unknown, schema?: z.ZodType): string {
  const text = JSON.stringify(redact(value, schema)) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

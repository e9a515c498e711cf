import type { HttpService, Shape, WebService } from '../../contract/service.ts';
import { parsePath } from '../../contract/json-path.ts';

const MAX_DEPTH = 6;
const MAX_FIELDS = 100;
/** Elements of a list that its form is learned from. */
const MAX_ELEMENTS = 5;
const MAX_PLACES = 200;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (name: string): boolean => name.length > 0 && name.length <= 200;

/** Two forms of the same field as one: what either has. */
function joined(a: Shape, b: Shape): Shape {
  const names = new Set(a.fields.map(({ name }) => name));
  const fields = a.fields.map((field) => {
    const other = b.fields.find(({ name }) => name === field.name);
    return other ? joined(field, other) : field;
  });
  return {
    name: a.name,
    kind: a.kind === 'object' || b.kind !== 'object' ? a.kind : 'object',
    isList: a.isList || b.isList,
    fields: [...fields, ...b.fields.filter(({ name }) => !names.has(name))].slice(0, MAX_FIELDS),
  };
}

/** The form of an answer: names and kinds, no values. */
export function shapeOfValue(value: unknown, name = '', depth = 0): Shape {
  if (Array.isArray(value)) {
    const elements = value.slice(0, MAX_ELEMENTS).map((one) => shapeOfValue(one, name, depth));
    const one = elements.length === 0 ? { name, kind: 'text' as const, isList: true, fields: [] } : elements.reduce(joined);
    return { ...one, isList: true };
  }
  if (isObject(value)) {
    const entries = depth >= MAX_DEPTH ? [] : Object.entries(value).filter(([key]) => isName(key));
    return {
      name,
      kind: 'object',
      isList: false,
      fields: entries.slice(0, MAX_FIELDS).map(([key, inner]) => shapeOfValue(inner, key, depth + 1)),
    };
  }
  const kinds = { number: 'number', boolean: 'boolean' } as const;
  return { name, kind: kinds[typeof value as keyof typeof kinds] ?? 'text', isList: false, fields: [] };
}

/** The form of a part of an answer; null where the path leads out of what is known. */
function shapeAt(shape: Shape, path: string): Shape | null {
  const steps = parsePath(path);
  let at: Shape | null = shape;
  for (const step of steps) {
    if (step.kind === 'key') at = at?.fields.find(({ name }) => name === step.key) ?? null;
    else if (at) at = { ...at, isList: false };
  }
  return at && steps.some(({ kind }) => kind === 'each') ? { ...at, isList: true } : at;
}

/** The form of what a service gives on, as far as a WSDL or a trial told it. */
export function answerShape({ httpService, webService }: { httpService: HttpService | null; webService: WebService | null }): Shape | null {
  // what a trial found is the part that is given on already
  if (httpService) return httpService.shape;
  if (!webService?.shape) return null;
  return webService.resultPath ? shapeAt(webService.shape, webService.resultPath) : webService.shape;
}

const PLAIN = /^[\p{L}_@][\p{L}\p{N}_@-]{0,63}$/u;
const QUOTABLE = /^[^'\\]{1,100}$/;
/** A name as paths have it; null for one that no path can have. */
function keyText(name: string): string | null {
  if (PLAIN.test(name)) return `.${name}`;
  return QUOTABLE.test(name) ? `['${name}']` : null;
}

/** Places in an answer, `.data.list[0].id`, the outer ones first; of a list its first element. */
export function placesIn(shape: Shape): string[] {
  const found: string[] = [];
  let level: { at: string; shape: Shape }[] = [{ at: '', shape }];
  while (level.length > 0 && found.length < MAX_PLACES) {
    const next: { at: string; shape: Shape }[] = [];
    for (const { at, shape: of } of level) {
      if (at !== '') found.push(at);
      const inner = of.isList ? `${at}[0]` : at;
      for (const field of of.fields) {
        const key = keyText(field.name);
        if (key !== null) next.push({ at: `${inner}${key}`, shape: field });
      }
    }
    level = next;
  }
  return found.slice(0, MAX_PLACES);
}

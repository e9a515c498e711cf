import { ParamProblem } from '../values.ts';
import type { ParamValue, ParamValues } from './params.ts';
import { parseXml, writeXml, type XmlElement } from './xml.ts';

/*
 * Templates with places for values: `{{name}}`, and `{{secret.name}}` for what is sealed. A template is read as what it is (JSON, XML, a path, a
 * header) before values are put into it: a value can never become structure.
 */

export const SECRET = 'secret.';
const PLACE = /\{\{\s*((?:secret\.)?[A-Za-z_][A-Za-z0-9_]{0,39})\s*\}\}/g;
const WHOLE = /^\{\{\s*((?:secret\.)?[A-Za-z_][A-Za-z0-9_]{0,39})\s*\}\}$/;

export class TemplateProblem extends Error {}

/** Names of the places of a template, secrets with their prefix. */
export const placesIn = (template: string): string[] => [...new Set([...template.matchAll(PLACE)].map((found) => found[1]!))];

/** The name of the place that a text is, when it is nothing but one. */
export const wholePlace = (text: string): string | null => WHOLE.exec(text.trim())?.[1] ?? null;

function valueAt(values: ParamValues, name: string): ParamValue {
  if (!Object.hasOwn(values, name)) throw new TemplateProblem(`模板中的“{{${name}}}”没有对应的参数`);
  return values[name] ?? null;
}
export const plain = (value: ParamValue): string => {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(',') : String(value);
};
const filled = (template: string, values: ParamValues, escape: (text: string, name: string) => string): string =>
  template.replace(PLACE, (_all, name: string) => escape(plain(valueAt(values, name)), name));

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A text as a piece of an address; half of a pair of units is no character, and is replaced as encoders do. */
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));

/** A path: each value is one piece of one segment. Throws ParamProblem where it would be more. */
export function fillPath(template: string, values: ParamValues): string {
  const path = filled(template, values, (text, name) => {
    if (text === '') throw new ParamProblem(name, `参数“${name}”用在请求路径中，不能为空`);
    if (/[/\\]/.test(text) || CONTROL.test(text)) throw new ParamProblem(name, `参数“${name}”用在请求路径中，不能包含斜杠或控制字符`);
    return encoded(text);
  });
  const bad = path.split('/').find((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (bad !== undefined) throw new ParamProblem(placesIn(template)[0] ?? 'path', '请求路径不能包含 . 或 .. 段');
  return path;
}

/** Query parameters; one whose value is empty is left out, a list is repeated. */
export function fillQuery(pairs: readonly { name: string; value: string }[], values: ParamValues): string {
  const parts = pairs.flatMap(({ name, value }) => {
    const whole = WHOLE.exec(value);
    const found = whole ? valueAt(values, whole[1]!) : filled(value, values, (text) => text);
    if (found === null || found === '') return [];
    return (Array.isArray(found) ? found : [found]).map((one) => `${encodeURIComponent(name)}=${encoded(plain(one as ParamValue))}`);
  });
  return parts.join('&');
}

/** Headers; values that would end a header are refused. */
export function fillHeaders(pairs: readonly { name: string; value: string }[], values: ParamValues): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of pairs) {
    const found = filled(value, values, (text, param) => {
      if (CONTROL.test(text)) throw new ParamProblem(param, `参数“${param}”用在请求头中，不能包含换行或控制字符`);
      if (/[^\u0020-\u007e\u00a0-\u00ff]/.test(text)) throw new ParamProblem(param, `参数“${param}”用在请求头中，只能包含西文字符`);
      return text;
    });
    if (found !== '') headers[name.toLowerCase()] = found;
  }
  return headers;
}

/** JSON: a text that is one place becomes the value with its type, places inside a text become part of that text. */
export function fillJson(template: string, values: ParamValues): string {
  return JSON.stringify(fillValue(jsonTemplate(template), values));
}
export function jsonTemplate(template: string): unknown {
  try {
    return JSON.parse(template) as unknown;
  } catch {
    throw new TemplateProblem('请求内容不是正确的 JSON；参数写在引号里，例如 {"id": "{{id}}"}');
  }
}
function fillValue(value: unknown, values: ParamValues): unknown {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value);
    return whole ? valueAt(values, whole[1]!) : filled(value, values, (text) => text);
  }
  if (Array.isArray(value)) return value.map((one) => fillValue(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillValue(one, values)]));
}

/** XML: an element that holds one place only is left out for nothing and repeated for a list. */
export function fillXml(template: string, values: ParamValues): string {
  const root = parseXml(template);
  const [filledRoot] = fillElement(root, values);
  if (!filledRoot) throw new TemplateProblem('请求内容没有根元素');
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml(filledRoot)}`;
}
function fillElement(element: XmlElement, values: ParamValues): XmlElement[] {
  const attributes = Object.fromEntries(
    Object.entries(element.attributes).map(([name, value]) => [name, filled(value, values, (text) => text)]),
  );
  const only = element.children.length === 1 && typeof element.children[0] === 'string' ? WHOLE.exec(element.children[0].trim()) : null;
  if (only) {
    const found = valueAt(values, only[1]!);
    if (found === null) return [];
    return (Array.isArray(found) ? found : [found]).map((one) => ({ ...element, attributes, children: [plain(one as ParamValue)] }));
  }
  const children = element.children.flatMap((one): (XmlElement | string)[] =>
    typeof one === 'string' ? [filled(one, values, (text) => text)] : fillElement(one, values),
  );
  return [{ ...element, attributes, children }];
}

/** A form: pairs as of a query. */
export const fillForm = fillQuery;
/** Plain text, for servers that take nothing better. */
export const fillText = (template: string, values: ParamValues): string => filled(template, values, (text) => text);

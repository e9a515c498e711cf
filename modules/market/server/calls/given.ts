import { ParamProblem } from '../../core/index.ts';

const MAX_PARAMS = 100;

/** Parameters of a query string, each once; `known` are all that the API takes. Throws ParamProblem. */
export function queryParams(query: string, known: ReadonlySet<string>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    if (++count > MAX_PARAMS) throw new ParamProblem(shown(name), `参数最多${MAX_PARAMS}个`);
    if (!known.has(name)) throw new ParamProblem(shown(name), `没有参数“${shown(name)}”`);
    if (Object.hasOwn(given, name)) throw new ParamProblem(name, `参数“${name}”重复`);
    given[name] = value;
  }
  return given;
}

/** Parameters of a JSON body. Throws ParamProblem. */
export function bodyParams(body: unknown, known: ReadonlySet<string>): Record<string, unknown> {
  if (body === null || body === undefined) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new ParamProblem('body', '请求内容应为 JSON 对象');
  for (const name of Object.keys(body)) if (!known.has(name)) throw new ParamProblem(shown(name), `没有参数“${shown(name)}”`);
  return body as Record<string, unknown>;
}

/** What a caller made up may be long. */
const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

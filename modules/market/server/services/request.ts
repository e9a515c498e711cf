import type { HttpService, WebService } from '../../contract/service.ts';
import type { ParamValues } from '../../core/services/params.ts';
import { fillForm, fillHeaders, fillJson, fillPath, fillQuery, fillText, fillXml } from '../../core/services/template.ts';

/** A request as it goes to the outside server. */
export interface BuiltRequest {
  readonly method: HttpService['httpMethod'];
  /** with the query */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const TYPES = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const;

function contentOf({ bodyType, body, form }: HttpService, values: ParamValues): string | null {
  if (bodyType === 'none') return null;
  if (bodyType === 'form') return fillForm(form, values);
  const template = body ?? '';
  if (bodyType === 'json') return fillJson(template, values);
  return bodyType === 'xml' ? fillXml(template, values) : fillText(template, values);
}

/** The request of an HTTP service. Throws ParamProblem, TemplateProblem, XmlProblem. */
export function httpRequest(config: HttpService, values: ParamValues): BuiltRequest {
  const query = fillQuery(config.query, values);
  const body = contentOf(config, values);
  const type: Record<string, string> = config.bodyType === 'none' ? {} : { 'content-type': TYPES[config.bodyType] };
  return {
    method: config.httpMethod,
    path: `${fillPath(config.path, values)}${query === '' ? '' : `?${query}`}`,
    headers: { accept: 'application/json, application/xml;q=0.9, */*;q=0.5', ...fillHeaders(config.header, values), ...type },
    body,
  };
}

/** The request of a SOAP service; 1.1 names its action in a header of its own, 1.2 in the type of the content. */
export function soapRequest(config: WebService, values: ParamValues): BuiltRequest {
  const { soapVersion, soapAction } = config;
  const type: Record<string, string> =
    soapVersion === '1.1'
      ? { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${soapAction}"` }
      : { 'content-type': `application/soap+xml; charset=utf-8${soapAction === '' ? '' : `; action="${soapAction}"`}` };
  return { method: 'POST', path: fillPath(config.path, values), headers: type, body: fillXml(config.soap, values) };
}

const MAX_SHOWN = 4000;
/** A request as a page and the log show it; it was built with *** for what nobody may read. */
export function shownRequest({ method, path, headers, body }: BuiltRequest): string {
  const lines = [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const text = body === null ? lines.join('\n') : `${lines.join('\n')}\n\n${body}`;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

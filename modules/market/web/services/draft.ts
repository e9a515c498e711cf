import { serverProblems } from '#kit/web/form/schema-rules.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { ServiceInput, type HttpService, type ServiceType, type WebService, type WsdlOperation } from '../../contract/service.ts';
import type { ServiceParam } from '../../contract/service-param.ts';
import { placesIn, SECRET } from '../../core/services/template.ts';
import type { api } from './api.ts';

/** A service while it is being written: what is sent, in the same shape. */
export type Draft = ServiceInput;
export type Stored = CallReply<typeof api.service.get>;
export type Problems = ReadonlyMap<string, string>;

export const EMPTY_HTTP: HttpService = {
  hostId: null,
  url: null,
  httpMethod: 'GET',
  path: '/',
  query: [],
  header: [],
  bodyType: 'none',
  form: [],
  body: null,
  resultPath: null,
  shape: null,
};
export const EMPTY: Draft = {
  serviceName: '',
  serviceType: '1',
  httpService: EMPTY_HTTP,
  webService: null,
  chain: null,
  reqParams: [],
  masks: [],
  secrets: [],
  rateLimit: { enable: '0', times: 60, seconds: 60 },
  deny: null,
  timeoutMs: 10_000,
  retries: 0,
  maxBytes: 1_000_000,
  level: null,
  remark: null,
};

/** A stored service as a draft; what the server adds is left out. */
export const draftOf = (stored: Stored): Draft =>
  Object.fromEntries(Object.keys(EMPTY).map((name) => [name, stored[name as keyof Draft]])) as Draft;
export const sameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the contract says; the rest is the server's to know. */
export function problemsOf(draft: Draft): Problems {
  const found = ServiceInput.safeParse(draft);
  const problems = new Map<string, string>();
  for (const { path, message } of found.error?.issues ?? []) if (!problems.has(path.join('.'))) problems.set(path.join('.'), message);
  return problems;
}
export const refusedProblems = (detail: unknown): Problems => new Map(serverProblems(detail).map(({ field, message }) => [field, message]));

/** The draft with another type: what belongs to the old one goes. */
export function withType(draft: Draft, serviceType: ServiceType): Draft {
  const parts = { httpService: null, webService: null, chain: null };
  if (serviceType === '1') return { ...draft, ...parts, serviceType, httpService: EMPTY_HTTP };
  if (serviceType === '2') return { ...draft, ...parts, serviceType };
  return { ...draft, ...parts, serviceType, secrets: [], chain: { steps: [], outputs: [] } };
}

/** The draft with an operation of a WSDL: its message, its parameters, the form of its answer. */
export const withOperation = (draft: Draft, wsdl: string, operation: WsdlOperation): Draft => ({
  ...draft,
  serviceName: draft.serviceName || operation.note?.slice(0, 100) || operation.name,
  webService: {
    hostId: null,
    url: operation.address,
    path: '/',
    soapVersion: operation.soapVersion,
    soapAction: operation.soapAction,
    targetNamespace: operation.targetNamespace,
    method: operation.name,
    soap: operation.soap,
    resultPath: null,
    shape: operation.shape,
    wsdl,
  },
  reqParams: operation.params,
});

const templatesOf = (http: HttpService | null | undefined, soap: WebService | null | undefined): string[] => [
  ...(http ? [http.path, http.body ?? '', ...[...http.query, ...http.header, ...http.form].map(({ value }) => value)] : []),
  ...(soap ? [soap.path, soap.soap] : []),
];
/** Places of the templates that have no parameter yet, as parameters. */
export function missingParams({ httpService, webService, reqParams }: Draft): ServiceParam[] {
  const known = new Set(reqParams.map(({ paramName }) => paramName));
  const names = new Set(templatesOf(httpService, webService).flatMap(placesIn));
  return [...names].filter((name) => !name.startsWith(SECRET) && !known.has(name)).map((paramName) => newParam(paramName));
}
export const newParam = (paramName: string): ServiceParam => ({
  paramName,
  paramType: '1',
  nullable: '1',
  paramComment: null,
  exampleValue: null,
  defaultValue: null,
});
export const callPath = ({ serviceNo, serviceVersion }: Pick<Stored, 'serviceNo' | 'serviceVersion'>): string =>
  `/sjzt-datax/data/service/services/call/${serviceNo}/v${serviceVersion}`;

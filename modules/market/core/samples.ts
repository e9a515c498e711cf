import { callPath } from './address.ts';
import type { DocumentedApi } from './openapi.ts';

/** A call as samples show it. */
export interface SampleCall {
  readonly method: 'GET' | 'POST';
  /** with the prefix of the platform */
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  /** where what was asked for stands in the answer */
  readonly answer: readonly string[];
}

const KEY = '您的密钥';
const exampleOf = ({ paramType, exampleValue, defaultValue }: DocumentedApi['reqParams'][number]): string =>
  exampleValue || defaultValue || ({ '1': '示例', '2': '1', '3': '1.5', '4': '2026-01-31', '5': 'a,b' } as const)[paramType];

/** Text between quotes of curl, Java, Python and JavaScript: what could end the quote is escaped as JSON does. */
export const quoted = (text: string): string => JSON.stringify(text);
/** The same for a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export interface Sample {
  readonly language: string;
  readonly text: string;
}
/** What samples ask for. */
export const givenOf = ({ reqParams, executeConfig: { paging, defaultSize } }: DocumentedApi): Record<string, string> => ({
  ...Object.fromEntries(reqParams.map((param) => [param.paramName, exampleOf(param)])),
  ...(paging === 'offset' && { pageNum: '1' }),
  pageSize: String(defaultSize),
});

/** A call of an API with the examples of its parameters. */
export const callOfApi = (api: DocumentedApi): SampleCall => ({
  method: api.reqMethod,
  path: callPath(api),
  values: givenOf(api),
  answer: ['data', 'data'],
});
/** How an API is called, in four languages. */
export const samplesOf = (api: DocumentedApi, origin?: string): Samples => samplesFor(callOfApi(api), origin);

interface Samples {
  address: string;
  samples: Sample[];
}
/**
 * A call in four languages. `origin` is the address of this installation as the reader's browser knows it; a placeholder stands for the key.
 */
export function samplesFor({ method, path, values, answer }: SampleCall, origin = 'http://服务地址'): Samples {
  const address = `${origin}${path}`;
  const isPost = method === 'POST';
  const query = String(new URLSearchParams(values));
  const url = isPost || query === '' ? address : `${address}?${query}`;
  const body = JSON.stringify(values);
  const curl = isPost
    ? `curl -X POST ${shellQuoted(url)} \\\n  -H 'api_key: ${KEY}' \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(body)}`
    : `curl ${shellQuoted(url)} \\\n  -H 'api_key: ${KEY}'`;
  const java = [
    'HttpRequest request = HttpRequest.newBuilder()',
    `    .uri(URI.create(${quoted(url)}))`,
    `    .header("api_key", ${quoted(KEY)})`,
    ...(isPost
      ? ['    .header("Content-Type", "application/json")', `    .POST(HttpRequest.BodyPublishers.ofString(${quoted(body)}))`]
      : ['    .GET()']),
    '    .build();',
    'String answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();',
  ].join('\n');
  const python = [
    'import requests',
    '',
    `answer = requests.${isPost ? 'post' : 'get'}(`,
    `    ${quoted(url)},`,
    `    headers={"api_key": ${quoted(KEY)}},`,
    ...(isPost ? [`    json=${body},`] : []),
    '    timeout=30,',
    ')',
    `print(answer.json()${answer.map((name) => `["${name}"]`).join('')})`,
  ].join('\n');
  const headers = isPost ? `{ api_key: ${quoted(KEY)}, 'content-type': 'application/json' }` : `{ api_key: ${quoted(KEY)} }`;
  const options = isPost ? `{ method: 'POST', headers: ${headers}, body: ${quoted(body)} }` : `{ headers: ${headers} }`;
  const javascript = `const answer = await fetch(${quoted(url)}, ${options});\nconst reply = await answer.json();\nconsole.log(reply.${answer.join('.')});`;
  return {
    address,
    samples: [
      { language: 'curl', text: curl },
      { language: 'Java', text: java },
      { language: 'Python', text: python },
      { language: 'JavaScript', text: javascript },
    ],
  };
}

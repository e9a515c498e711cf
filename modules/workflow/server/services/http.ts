import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { FlowService } from '#kit/server/flow.ts';
import { outbound } from '#kit/server/outbound/index.ts';
import { jsonProblem } from '../../core/places.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];
const TIMEOUT_MS = 10_000;
const MAX_REPLY = 65_536;

const isMethod = (text: string): text is Method => (METHODS as readonly string[]).includes(text);
const hostsOf = async (app: App) => (await outbound(app).forProcesses()).map(({ id, name }) => ({ value: id, label: name }));

/** What a server has answered: JSON as values, anything else as a text. */
function contentOf(body: Buffer): unknown {
  const text = body.toString('utf8');
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** 调用外部接口: an HTTP request to a registered host. Its secret stands at the host, sealed, and never in a process. */
export const calling: FlowService = {
  code: 'workflow.http',
  name: '调用外部接口',
  description: '流程到达该节点时请求外部地址；失败会自动重试，五次不成功时在流程运维里处理',
  asksPeople: false,
  answers: true,
  params: [
    {
      name: 'host',
      label: '外部地址',
      kind: 'choice',
      isRequired: true,
      options: hostsOf,
      hint: '在外部地址里登记并允许流程调用的才能选择；密钥也在那里设置',
    },
    {
      name: 'method',
      label: '方法',
      kind: 'choice',
      isRequired: true,
      options: () => Promise.resolve(METHODS.map((value) => ({ value, label: value }))),
    },
    { name: 'path', label: '路径', kind: 'text', isRequired: true, places: 'path', hint: '以 / 开头，可用单据字段，例如 /orders/{title}' },
    {
      name: 'body',
      label: '请求内容',
      kind: 'area',
      isRequired: false,
      places: 'json',
      hint: 'JSON，可用单据字段，例如 {"name": "{title}", "amount": {amount}}',
    },
  ],
  async check(app, { host = '', method = '', path = '', body = '' }) {
    const hosts = await hostsOf(app);
    const problem = jsonProblem(body);
    return [
      ...(host !== '' && !hosts.some(({ value }) => value === host) ? ['的外部地址不存在或不允许流程调用，请重新选择'] : []),
      ...(method !== '' && !isMethod(method) ? ['的方法不支持，请重新选择'] : []),
      ...(path !== '' && !/^\/[^\s\\]*$/.test(path) ? ['的路径应以 / 开头，不含空格'] : []),
      ...(method === 'GET' && body.trim() !== '' ? ['用 GET 方法时没有请求内容，请改用 POST 或清空请求内容'] : []),
      ...(problem === null ? [] : [`的${problem}`]),
    ];
  },
  async run(app, { key, params }) {
    const { host = '', method = '', path = '', body = '' } = params;
    if (!isMethod(method) || !(await hostsOf(app)).some(({ value }) => value === host))
      throw new AppError('outbound.refused', '外部地址已禁用或不再允许流程调用');
    const hasBody = method !== 'GET' && body.trim() !== '';
    const reply = await outbound(app).send({
      hostId: host,
      purpose: '流程',
      method,
      path,
      headers: {
        accept: 'application/json',
        // the same whenever the request is repeated: a server that knows it does its work once
        'idempotency-key': key,
        ...(hasBody && { 'content-type': 'application/json; charset=utf-8' }),
      },
      ...(hasBody && { body }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_REPLY,
    });
    if (reply.status < 200 || reply.status > 299) throw new AppError('outbound.failed', `外部地址返回 HTTP ${reply.status}`);
    return contentOf(reply.body);
  },
};

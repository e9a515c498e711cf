import type { Send, TestApp } from '#kit/test/app.ts';

/** A published API and an application that may call it, made by the calls that people make. */
export class MarketCalls {
  readonly #app: TestApp;
  sourceId = '';
  constructor(app: TestApp) {
    this.#app = app;
  }

  async table(name: string): Promise<string> {
    const { data } = await this.#app.admin('GET', `/data/metadata/tables/list?sourceId=${this.sourceId}&tableName=${name}`);
    return (data as { id: string; tableName: string }[]).find(({ tableName }) => tableName === name)!.id;
  }
  /** The body of an API over columns of a table: all of them are returned, `params` may be asked for. */
  async body(url: string, table: string, columns: readonly string[], over: Record<string, unknown> = {}) {
    const { params = [], config = {}, ...more } = over as { params?: { paramName: string; columnName?: string }[]; config?: object };
    const asked = new Set(params.map(({ paramName, columnName }) => columnName ?? paramName));
    const names = [...new Set([...columns, ...asked])];
    return {
      apiName: `接口${url}`,
      apiVersion: 'v1.0.0',
      apiUrl: url,
      reqMethod: 'GET',
      resType: 'JSON',
      executeConfig: {
        sourceId: this.sourceId,
        configType: '1',
        tableId: await this.table(table),
        fieldParams: names.map((columnName) => ({
          columnName,
          reqable: asked.has(columnName) ? '1' : '0',
          resable: columns.includes(columnName) ? '1' : '0',
        })),
        ...config,
      },
      reqParams: params,
      resParams: columns.map((fieldName) => ({ fieldName })),
      ...more,
    };
  }
  async make(body: Record<string, unknown>): Promise<string> {
    const made = await this.#app.admin('POST', '/data/market/dataApis', body);
    if (made.status !== 200) throw new Error(`${made.status} ${made.msg}`);
    return made.data.id as string;
  }
  async release(id: string): Promise<void> {
    const done = await this.#app.admin('POST', `/data/market/dataApis/${id}/release`);
    if (done.status !== 200) throw new Error(`${done.status} ${done.msg}`);
  }
  async application(name: string): Promise<{ appId: string; keyId: string; apiKey: string }> {
    const { data } = await this.#app.admin('POST', '/data/market/apps', { appName: name });
    const key = (await this.#app.admin('POST', `/data/market/apps/${data.id}/keys`, {})).data;
    return { appId: data.id, ...key };
  }
  /** Applies as the administrator and lets somebody else agree. */
  async subscribe(decider: Send, appId: string, apiId: string, over: Record<string, unknown> = {}): Promise<string> {
    const asked = await this.#app.admin('POST', '/data/market/subscriptions', { appId, apiId, days: 30, reason: '对账', ...over });
    if (asked.status !== 200) throw new Error(`${asked.status} ${asked.msg}`);
    const done = await decider('POST', `/data/market/subscriptions/${asked.data.id}/decide`, { approved: true });
    if (done.status !== 200) throw new Error(`${done.status} ${done.msg}`);
    return asked.data.id as string;
  }
  /** Calls `v1.0.0/customer?name=a` with a key. */
  call(path: string, key: string | null, body?: unknown) {
    return this.#app.stranger(
      body === undefined ? 'GET' : 'POST',
      `/data/api/services/${path}`,
      body,
      key === null ? {} : { api_key: key },
    );
  }
}

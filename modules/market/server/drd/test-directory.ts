import type { Send, TestApp } from '#kit/test/app.ts';

const DIRECTORY = (...verbs: string[]) => verbs.map((verb) => `market:drd:${verb}`);

/** The people of a resource directory, and resources made by the calls that they make. */
export class DirectoryCalls {
  readonly #app: TestApp;
  author!: Send;
  authorId = '';
  editor!: Send;
  editorId = '';
  applicant!: Send;
  applicantId = '';
  catalogId = '';
  #count = 0;
  constructor(app: TestApp) {
    this.#app = app;
  }

  /** Each with further permissions where a test needs them. */
  async people(more: { author?: string[]; editor?: string[]; applicant?: string[] } = {}): Promise<void> {
    const { make, as } = this.#app;
    const deptId = (await make.dept({ deptName: '市场营销部' })).id;
    const author = await make.user({
      perms: [
        ...DIRECTORY('list', 'add', 'edit', 'submit', 'remove'),
        'metadata:datacolumn:list',
        'metadata:datacolumn:edit',
        ...(more.author ?? []),
      ],
      dataScope: '1',
      deptId,
    });
    const decides = ['metadata:dataauthorize:edit', 'market:subscription:decide', 'market:subscription:list'];
    const editor = await make.user({
      perms: [...DIRECTORY('list', 'edit', 'publish', 'offline', 'approve', 'demand'), ...decides, ...(more.editor ?? [])],
      dataScope: '1',
      deptId,
    });
    const uses = ['metadata:sqlconsole:run', 'market:app:list', 'market:app:add', 'market:app:rotate', 'market:app:detail'];
    const applicant = await make.user({
      perms: [...DIRECTORY('list', 'apply'), ...uses, ...(more.applicant ?? [])],
      dataScope: '5',
      deptId,
    });
    this.author = as(author.token);
    this.authorId = author.id;
    this.editor = as(editor.token);
    this.editorId = editor.id;
    this.applicant = as(applicant.token);
    this.applicantId = applicant.id;
    const { data } = await this.#app.admin('POST', '/data/market/drds/classes', { catalogName: '经营', codePart: '03' });
    const below = await this.#app.admin('POST', '/data/market/drds/classes', { parentId: data.id, catalogName: '客户', codePart: '02' });
    this.catalogId = below.data.id;
  }
  body(mounts: readonly { mountType: string; refId: string }[], over: object = {}) {
    const dept = { ownerDept: null };
    const share = { shareType: '2', shareCondition: '限内部使用', shareWay: '库表、接口' };
    return {
      resName: `资源${(this.#count += 1)}`,
      catalogId: this.catalogId,
      summary: '客户的主体信息',
      updateFreq: '2',
      ...dept,
      ...share,
      mounts,
      ...over,
    };
  }
  async create(mounts: readonly { mountType: string; refId: string }[], over: object = {}): Promise<string> {
    const made = await this.author('POST', '/data/market/drds', this.body(mounts, over));
    if (made.status !== 200) throw new Error(`${made.status} ${made.msg} ${JSON.stringify(made.data)}`);
    return made.data.id as string;
  }
  async publish(id: string): Promise<void> {
    for (const [send, step, body] of [
      [this.author, 'submit'],
      [this.editor, 'publish', { approved: true }],
    ] as const) {
      const done = await send('POST', `/data/market/drds/${id}/${step}`, body);
      if (done.status !== 200) throw new Error(`${step}: ${done.status} ${done.msg}`);
    }
  }
  apply(id: string, over: object = {}) {
    const validTo = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    return this.applicant('POST', `/data/market/drds/${id}/apply`, { usageType: '1', purpose: '经营分析', validTo, ...over });
  }
  decide(id: string, approved: boolean, send: Send = this.editor) {
    return send('POST', `/data/market/drds/applies/${id}/approve`, { approved, opinion: approved ? '同意' : '用途不明' });
  }
}

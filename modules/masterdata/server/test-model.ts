import type { Send } from '#kit/test/app.ts';

export const MODELS = '/data/masterdata/models';
/** The model of customers as programs send it. */
export const CUSTOMER = {
  modelName: '客户',
  modelLogicTable: 'customer',
  modelColumns: [
    {
      columnName: 'customer_name',
      columnComment: '名称',
      columnType: 'varchar',
      columnLength: '200',
      isRequired: '1',
      isQuery: '1',
      queryType: 'like',
      htmlType: 'input',
    },
    {
      columnName: 'credit_code',
      columnComment: '统一社会信用代码',
      columnType: 'varchar',
      columnLength: '18',
      isQuery: '1',
      queryType: 'eq',
      htmlType: 'input',
    },
  ],
};

/** A model that is approved (no process governs it) and has its table. Answers its id. */
export async function builtModel(send: Send, body: object): Promise<string> {
  const made = await send('POST', MODELS, body);
  if (made.status !== 200) throw new Error(made.msg);
  const id: string = made.data.id;
  for (const step of [`submit/${id}`, `table/create/${id}`]) {
    const done = await send('POST', `${MODELS}/${step}`);
    if (done.status !== 200) throw new Error(done.msg);
  }
  return id;
}

/** Changes the columns of a decided model and makes its table anew. */
export async function rebuiltModel(send: Send, id: string, columns: (before: Record<string, unknown>[]) => object[]) {
  const version = async () => (await send('GET', `${MODELS}/${id}`)).data.version as number;
  const revised = await send('POST', `${MODELS}/revise/${id}`, { version: await version() });
  if (revised.status !== 200) throw new Error(revised.msg);
  const { data } = await send('GET', `${MODELS}/${id}`);
  const own = data.modelColumns.filter((column: { isSystem: string }) => column.isSystem === '0');
  const saved = await send('PUT', `${MODELS}/${id}`, { ...data, modelColumns: columns(own) });
  if (saved.status !== 200) return saved;
  const submitted = await send('POST', `${MODELS}/submit/${id}`);
  return submitted.status === 200 ? send('POST', `${MODELS}/table/create/${id}`) : submitted;
}

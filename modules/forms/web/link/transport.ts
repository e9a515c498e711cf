import type { DictLoader } from '#kit/web/dict/use-dict.ts';
import { bindCall, createClient, type CallOptions } from '#kit/web/client.ts';
import { fetchBlob, send } from '#kit/web/send.ts';
import type { Signed } from '#kit/web/upload/use-signed.ts';
import type { UploadApi } from '#kit/web/upload/use-uploads.ts';
import { captcha } from '#modules/system/contract/captcha.ts';
import { FILL_ONCE, FILL_TICKET, linked, type LinkFilling } from '../../contract/link.ts';
import { choiceSource, isValueField, placed } from '../../core/index.ts';
import type { FillCalls } from '../fill/calls.ts';
import type { FileCalls } from '../fill/context.ts';

const api = createClient({ linked, captcha }, send);
const quiet = { quiet: true, overlay: false };

export const openLink = (token: string, password: string | null): Promise<LinkFilling> =>
  api.linked.open({ body: { token, ...(password !== null && { password }) } }, quiet);

/** A picture whose answer a submission needs. */
export const picture = () => api.captcha.image({ query: { picture: '1' } }, quiet);

/** Answer of a picture, as a submission sends it. */
export interface Answer {
  readonly uuid: string;
  readonly code: string;
}
type Args = Parameters<FillCalls['choices']>[0];

/** The tree of areas, with the ticket of a link. */
export const areasOf = (filling: LinkFilling) =>
  Object.assign((_?: object, options?: CallOptions) => api.linked.areas({}, { ...options, headers: { [FILL_TICKET]: filling.ticket } }), {
    route: linked.areas,
  });

const IS_PICTURE = /\.(png|jpe?g)$/;
/** The calls about the files of one filling: what was sent is shown from the browser, as nobody else may read it yet. */
function filesOf(filling: LinkFilling, once: string): FileCalls {
  const headers = { [FILL_TICKET]: filling.ticket, [FILL_ONCE]: once };
  const shown = new Map<string, string>();
  const addressOf = async (fileName: string): Promise<string> => {
    if (!IS_PICTURE.test(fileName)) return '';
    const known = shown.get(fileName);
    if (known !== undefined) return known;
    const address = URL.createObjectURL(await fetchBlob(api.linked.file, { params: { fileName } }, { ...quiet, headers }));
    shown.set(fileName, address);
    return address;
  };
  const sign = async ({ body: { fileNames } }: { body: { fileNames: string[] } }): Promise<Signed[]> => {
    const names = new Set(fileNames);
    const found = (await api.linked.files({}, { ...quiet, headers })).filter(({ fileName }) => names.has(fileName));
    return Promise.all(found.map(async (one) => ({ ...one, url: await addressOf(one.fileName) })));
  };
  const calls = { view: api.linked.file, sign: Object.assign(sign, { route: linked.files }), headers };
  const known = new Map<string, UploadApi>();
  return (fieldId) => {
    const made = known.get(fieldId) ?? { ...calls, uploadImg: bindCall(api.linked.upload, { fieldId }) };
    known.set(fieldId, made);
    return made;
  };
}

/** The calls of a filling through a link; `ask` answers the picture, again when the server refuses an answer. */
export function linkCalls(filling: LinkFilling, ask: (send: (answer: Answer) => Promise<void>) => Promise<void>): FillCalls {
  const headers = { [FILL_TICKET]: filling.ticket };
  const choices = (args: Args, options?: CallOptions) => api.linked.choices(args, { ...options, headers });
  return {
    choices: Object.assign(choices, { route: linked.choices }) as unknown as FillCalls['choices'],
    async create(_, { values, once }) {
      const submit = async (answer: Answer | null): Promise<void> =>
        void (await api.linked.submit({ body: { values, once, ...answer } }, { quiet: true, headers }));
      await (filling.hasCaptcha ? ask(submit) : submit(null));
      return '';
    },
    filesOf: (once) => filesOf(filling, once),
    keepDraft: null,
    dropDraft: () => undefined,
  };
}

/** Dictionaries as far as fields of the form choose from them. */
export function dictsOf(filling: LinkFilling): DictLoader {
  const headers = { [FILL_TICKET]: filling.ticket };
  const fields = placed(filling.schema.layout).flatMap(({ field }) => {
    const source = isValueField(field) ? choiceSource(field) : null;
    return source?.from === 'dict' ? [{ fieldId: field.id, code: source.dictType }] : [];
  });
  return async (code) => {
    const fieldId = fields.find((one) => one.code === code)?.fieldId;
    const found = fieldId === undefined ? null : await api.linked.choices({ params: { fieldId } }, { ...quiet, headers });
    return (found ?? []).map(({ value, label }) => ({ itemText: value, itemValue: label }));
  };
}

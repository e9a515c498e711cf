import { file } from '#modules/files/contract/file.ts';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import type { SignCall } from '#kit/web/upload/use-signed.ts';

const api = createClient({ file }, send);
let source: SignCall = api.file.sign;

/** Says who signs the addresses of pictures: a share page has its ticket instead of a session. Call it before the first picture is drawn. */
export function setPictureSource(call: SignCall): void {
  source = call;
}
export const pictureSource = (): SignCall => source;

import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { output } from '../../contract/output.ts';

const api = createClient({ output }, send);

/** Tells the platform that a copy of a document was taken in the browser. A failure keeps nobody from printing. */
export function noteCopy(entity: 'board' | 'screen', id: string, as: 'print' | 'picture'): void {
  api.output.copied({ body: { entity, id, as } }, { quiet: true }).catch(() => undefined);
}

import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { definition } from '../../../contract/definition.ts';

/** The calls of published versions. */
export const versionApi = createClient({ definition: { versions: definition.versions, text: definition.text } }, send).definition;

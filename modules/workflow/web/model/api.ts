import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { category } from '../../contract/category.ts';
import { model } from '../../contract/model.ts';

/** The calls of models: apart from the rest, their schemas hold the whole tree. */
export const modelApi = createClient({ model, category }, send);

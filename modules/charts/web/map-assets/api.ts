import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { mapAsset } from '../../contract/map-asset.ts';

/** The calls of uploaded maps: `api.mapAsset.page({ query })`. */
export const api = createClient({ mapAsset }, send);

import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { exportCentre } from '../contract/index.ts';

export const api = /* @__PURE__ */ createClient(exportCentre, send);

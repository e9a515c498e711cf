import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { platform } from '#kit/contract/platform.ts';
import { monitor } from '../contract/monitor.ts';

export const api = createClient({ monitor, platform }, send);

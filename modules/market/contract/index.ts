import { app } from './app.ts';
import { dataApi } from './api.ts';
import { apiLog } from './log.ts';
import { store } from './store.ts';
import { subscription } from './subscription.ts';

/** Every call of the module, by entity. */
export const market = { dataApi, app, subscription, apiLog, store };

import { service } from './service.ts';
import { serviceLog } from './service-log.ts';
import { app } from './app.ts';
import { apiMask } from './mask.ts';
import { plan } from './plan.ts';
import { dataApi } from './api.ts';
import { apiGroup } from './group.ts';
import { apiLog } from './log.ts';
import { drd } from './drd.ts';
import { drdUse } from './drd-use.ts';
import { retirement } from './retirement.ts';
import { square } from './square.ts';
import { statistics } from './statistics.ts';
import { store } from './store.ts';
import { apiTransfer } from './transfer.ts';
import { subscription } from './subscription.ts';

/** Every call of the module, by entity. */
export const market = {
  service,
  serviceLog,
  dataApi,
  plan,
  apiMask,
  apiTransfer,
  app,
  subscription,
  apiLog,
  statistics,
  apiGroup,
  retirement,
  square,
  store,
  drd,
  drdUse,
};

import { intellectualPropertyExpiry } from '../intellectual-property/expiry.ts';
import { qualificationExpiry } from '../practicing/expiry.ts';
import { supplierExpiry } from '../supplier/reminders.ts';
import type { ExpirySource } from './source.ts';

/** Everything that ends on a day; each entity adds its own line. */
export const expirySources: readonly ExpirySource[] = [qualificationExpiry, ...intellectualPropertyExpiry, ...supplierExpiry];

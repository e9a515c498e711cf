import type { App } from '#kit/server/ctx.ts';
import { readConfig } from '../config-values.ts';
import { SMS_ENABLED, isOn } from './settings.ts';

/** True when signing in asks accounts that have a phone number for a code. */
export const smsEnabled = async (app: App): Promise<boolean> => isOn(await readConfig(app.db, SMS_ENABLED));

import { defineServerModule } from '#kit/server/module.ts';

/** Organisation, accounts, rights, dictionaries, settings and logs. */
export const systemModule = defineServerModule({
  name: 'system',
  needs: [],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [],
});

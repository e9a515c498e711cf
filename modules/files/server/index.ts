import { defineServerModule } from '#kit/server/module.ts';

/** Uploaded files. */
export const filesModule = defineServerModule({
  name: 'files',
  needs: ['system'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [],
});

import { defineServerModule } from '#kit/server/module.ts';

export const metadataModule = defineServerModule({
  name: 'metadata',
  needs: ['system'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [],
});

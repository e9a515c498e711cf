import type { Server } from 'node:http';

/** A token for one content, signed with the secret of the application. */
export declare function embedToken(input: {
  app: string;
  secret: string;
  resource: { type: string; id: string };
  filters?: Record<string, unknown>;
  subject?: string;
  seconds?: number;
}): string;
/** The portal: its page from `folder`, the address of the platform, and a token for whoever asks. */
export declare function portal(input: { databrain: string; folder: string; token: () => string }): Server;

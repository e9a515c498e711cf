import * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { TokenClaims } from '../contract/token.ts';
import { embedClosed, liveApp, type Grant } from './open.ts';

const SECONDS = 300;
const PURPOSE = 'embed-picture';
const Sealed = z.object({
  appId: z.string(),
  resource: TokenClaims.shape.resource,
  sub: z.string().optional(),
  fileName: z.string(),
  ends: z.number(),
});

/** Address of a picture for `<img>`, which cannot send the token: sealed, so that it says nothing of the account behind it. */
export function pictureAddress(ctx: Ctx, { app, resource, sub }: Grant, fileName: string): string {
  const ends = Math.floor(ctx.now.getTime() / 1000) + SECONDS;
  const text = JSON.stringify({ appId: app.id, resource, sub, fileName, ends });
  return `/sjzt-datax/data/visual/embed/pictures/${fileName}?s=${ctx.app.secrets.seal(text, PURPOSE)}`;
}

/** What the address of a picture was given for, as it stands now. Throws embed.closed for every other address. */
export async function grantOfPicture(ctx: Ctx, fileName: string, sealed: string): Promise<Grant> {
  const known = Sealed.safeParse(opened(ctx, sealed));
  if (!known.success || known.data.fileName !== fileName || known.data.ends * 1000 <= ctx.now.getTime()) throw embedClosed();
  const app = await liveApp(ctx.db, known.data.appId);
  if (!app) throw embedClosed();
  return { app, resource: known.data.resource, sub: known.data.sub, filters: {} };
}

function opened(ctx: Ctx, sealed: string): unknown {
  try {
    return JSON.parse(ctx.app.secrets.open(sealed, PURPOSE));
  } catch {
    return null;
  }
}

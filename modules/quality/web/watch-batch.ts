import { api } from './api.ts';

const LOOK_MS = 700;
const MAX_LOOKS = 400;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for the end of a batch, some minutes at most; a page that goes away does not stop it. */
export async function watchBatch(batch: string) {
  for (let looked = 0; looked < MAX_LOOKS; looked++) {
    const run = await api.run.get({ params: { id: batch } }, { quiet: true, overlay: false }).catch(() => null);
    if (run === null || !['waiting', 'running'].includes(run.state)) return run;
    await pause(LOOK_MS);
  }
  return null;
}

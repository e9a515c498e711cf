import { placed, type LayoutInput } from './layout.ts';

// A drawing of 300 cards takes half a second: the page stays alive meanwhile.
self.addEventListener('message', ({ data }: MessageEvent<{ id: number; input: LayoutInput }>) => {
  self.postMessage({ id: data.id, positions: placed(data.input) });
});

import { ordered } from './layout.ts';
import type { LayoutInput } from './stack.ts';

// Layers of a hundred cards take a moment: the page stays alive meanwhile.
self.addEventListener('message', ({ data }: MessageEvent<{ id: number; input: LayoutInput }>) => {
  self.postMessage({ id: data.id, positions: ordered(data.input) });
});

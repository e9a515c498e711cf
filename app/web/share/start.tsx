import { StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { parts as embedding } from '#modules/embedding/web/index.ts';
import { parts as filling } from '#modules/forms/web/index.ts';
import { parts as viewing } from '#modules/viewing/web/index.ts';
import { colorMode } from '#kit/web/color-mode.ts';
import '#kit/web/style.css';
import { applyMode } from '#kit/web/theme.ts';
import { Providers } from '../Providers.tsx';

const PAGES: Record<'share' | 'fill' | 'embed', () => Promise<ComponentType<{ token: string }>>> = {
  share: async () => (await viewing.share()).SharePage,
  fill: async () => (await filling.link()).LinkPage,
  embed: async () => (await embedding.page()).EmbedPage,
};

/** Shows the page of the link that stands in the address: a document that is shared or embedded, or a form to fill in. */
export async function start(): Promise<void> {
  applyMode(colorMode.get());
  const [, kind, token = ''] = window.location.pathname.split('/');
  const Page = await PAGES[kind === 'fill' || kind === 'embed' ? kind : 'share']();
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Providers>
        <MemoryRouter>
          <Page token={token} />
        </MemoryRouter>
      </Providers>
    </StrictMode>,
  );
}

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { parts as filling } from '#modules/forms/web/index.ts';
import { parts as viewing } from '#modules/viewing/web/index.ts';
import { colorMode } from '#kit/web/color-mode.ts';
import '#kit/web/style.css';
import { applyMode } from '#kit/web/theme.ts';
import { Providers } from '../Providers.tsx';

/** Shows the page of the link that stands in the address: a document that is shared, or a form to fill in. */
export async function start(): Promise<void> {
  applyMode(colorMode.get());
  const [, kind, token = ''] = window.location.pathname.split('/');
  const Page = kind === 'fill' ? (await filling.link()).LinkPage : (await viewing.share()).SharePage;
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

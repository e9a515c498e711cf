import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { parts } from '#modules/viewing/web/index.ts';
import { colorMode } from '#kit/web/color-mode.ts';
import '#kit/web/style.css';
import { applyMode } from '#kit/web/theme.ts';
import { Providers } from '../Providers.tsx';

/** Shows the page of the link that stands in the address. */
export async function start(): Promise<void> {
  applyMode(colorMode.get());
  const { SharePage } = await parts.share();
  const token = window.location.pathname.split('/').at(-1) ?? '';
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Providers>
        <MemoryRouter>
          <SharePage token={token} />
        </MemoryRouter>
      </Providers>
    </StrictMode>,
  );
}

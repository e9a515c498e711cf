import { createRoot } from 'react-dom/client';
import { colorMode } from '#kit/web/color-mode.ts';
import { applyMode } from '#kit/web/palette.ts';
import { session } from '#kit/web/session.ts';
import '#kit/web/style.css';
import './app.css';

applyMode(colorMode.get());
const root = createRoot(document.getElementById('root')!);

// The page of shared parts; builds leave it out.
if (import.meta.env.DEV && location.pathname === '/dev/ui') void import('./dev/show.tsx').then(({ showParts }) => showParts(root));
// Whoever is not signed in gets the entry page alone, a third of the program, which comes while they type.
else if (session.get().token === null) void import('./sign-in/entry.tsx').then(({ showSignIn: showDoor }) => showDoor(root));
else {
  // the list of all pages is no part of what a stranger loads
  void import('./routes/prefetch-data.ts').then(({ prefetchData }) => prefetchData());
  void import('./program.tsx').then(({ startProgram }) => startProgram(root));
}

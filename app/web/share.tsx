// The page of a link for people without an account: no menu, no session. Everything comes after the entry, so that the start of the product stays as small as it is.
void import('./share/start.tsx').then(({ start }) => start());

import { lazyPart } from '../../ui/lazy-part.ts'

/** What people came for is there by then. */
const AFTER_MS = 1500

/** The bell, which comes after everything else on the page. */
export const lateBell = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS))
  return (await import('./BellWithTexts.tsx')).BellWithTexts
})

import { lazyPart } from '../../ui/lazy-part.ts'

/** A code in place of the password: fetched while it is being sent. */
export const codePart = lazyPart(() => import('./CodeStep.tsx').then((module) => module.CodeStep))

import { lazyPart } from '../../../ui/lazy-part.ts'

/** Comes with the first text that is shown as what it is made of: it is larger than all else of a preview. */
export const editorPart = lazyPart(() => import('./CodeEditor.tsx').then((part) => part.CodeEditor))

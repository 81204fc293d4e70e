import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const COMPRESSIBLE = /\.(m?js|css|html|svg)$/
/** Below this a compressed answer is no faster. */
const MIN_BYTES = 1024

/**
 * Writes `.br` and `.gz` beside what compresses well, once, so that the server never does it per request.
 * `firstVisit` says by the name of a chunk whether first visits load it: there each byte counts.
 */
export function precompress(firstVisit: RegExp): Plugin {
  return {
    name: 'awan:precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      const entries = new Set(await readdir(dir, { recursive: true }))
      // What another build has put there is compressed already.
      const rest = [...entries].filter((entry) => !entries.has(`${entry}.br`))
      await Promise.all(
        rest
          .filter((entry) => COMPRESSIBLE.test(entry))
          .map((entry) => compress(join(dir, entry), isFirst(bundle[entry]))),
      )
    },
  }

  function isFirst(output: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): boolean {
    return output?.type === 'chunk' && firstVisit.test(output.name)
  }
}

async function compress(path: string, isFirst: boolean): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const [br, gz] = await Promise.all([
    toBrotli(bytes, isFirst),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/**
 * Which way is best for a file only trying tells, by half a hundredth. That is worth the wait for small files of the
 * first visit alone: to try all files takes as long as the rest of the build.
 */
async function toBrotli(bytes: Uint8Array, isFirst: boolean): Promise<Uint8Array> {
  const ways = isFirst && bytes.length <= TRIED_BYTES ? [PLAIN, BY_PAIRS, WITHOUT_TEXT] : [PLAIN]
  const tried = await Promise.all(
    ways.map((params) => promisify(brotliCompress)(bytes, { params })),
  )
  return tried.reduce((smallest, each) => (each.length < smallest.length ? each : smallest))
}

const TRIED_BYTES = 80_000
const PLAIN = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
const BY_PAIRS = { ...PLAIN, [constants.BROTLI_PARAM_NPOSTFIX]: 2 }
const WITHOUT_TEXT = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT }

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(m?js|css|html|svg)$/
/** Below this a compressed answer is no faster. */
const MIN_BYTES = 1024

/** Writes `.br` and `.gz` beside what compresses well, once, so that the server never does it per request. */
export function precompress(): Plugin {
  return {
    name: 'awan:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const entries = await readdir(dir, { recursive: true })
      await Promise.all(
        entries
          .filter((entry) => COMPRESSIBLE.test(entry))
          .map((entry) => compress(join(dir, entry))),
      )
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'

export interface BundleSize {
  /** What a page loads before it can do anything: the entry with its static imports. */
  gzippedBytes: number
  minifiedBytes: number
  modules: string[]
  /** What comes when it is first needed. */
  lazy: { gzippedBytes: number; modules: string[] }[]
}

/** Weighs what a page would load. Each chunk is compressed by itself, as a server sends it. */
export async function measureBundle(entry: string): Promise<BundleSize> {
  const chunks = await bundleForBrowser(entry)
  const atOnce = closureOf(chunks)
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
  return {
    gzippedBytes: sum(atOnce.map(gzippedBytesOf)),
    minifiedBytes: sum(atOnce.map(({ code }) => Buffer.byteLength(code))),
    modules: atOnce.flatMap(({ moduleIds }) => moduleIds),
    lazy: chunks
      .filter((chunk) => !atOnce.includes(chunk))
      .map((chunk) => ({ gzippedBytes: gzippedBytesOf(chunk), modules: chunk.moduleIds })),
  }
}

/** Bundles a page's script as apps do; what it imports lazily is in chunks of its own. */
export async function bundleForBrowser(entry: string): Promise<OutputChunk[]> {
  await using bundle = await rolldown({
    input: resolve(entry),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // What leads nowhere would make the bundle small, and broken.
    onLog(_level, log) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: false,
  })
  return output.filter((file) => file.type === 'chunk')
}

function closureOf(chunks: readonly OutputChunk[]): OutputChunk[] {
  const found = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const chunk of found) {
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) found.add(other)
  }
  return [...found]
}

function gzippedBytesOf({ code }: OutputChunk): number {
  return gzipSync(code, { level: 9 }).length
}

// `node bundle-size.ts ENTRY` says the same in JSON, to measure others beside us.
if (import.meta.main) {
  process.stdout.write(JSON.stringify(await measureBundle(process.argv[2] ?? '')))
}

import { Readable } from 'node:stream'
import type { BundleManifestSent } from '@awan/protocol/drive'
import type { SentBundle } from './bundles.ts'
import { readBundle } from './read-bundle.ts'

/** A bundle as it travels. */
export function packBundle(
  manifest: object | BundleManifestSent,
  contents: readonly Uint8Array[],
): Buffer {
  const text = Buffer.from(JSON.stringify(manifest))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, ...contents])
}

/** What the rule is given for bytes that came. */
export function sentBundle(bytes: Buffer, key?: string): SentBundle {
  const chunks = Readable.from(cut(bytes), { objectMode: false })
  return {
    read: (charge) => readBundle({ bytes: charge(chunks), sizeBytes: bytes.length }),
    key,
  }
}

/** In pieces that know nothing of entries. */
function* cut(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997)
}

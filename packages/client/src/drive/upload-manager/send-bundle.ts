import { headers } from '@awan/protocol'
import type { BundleManifestSent, BundleResult, uploadBundle } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveHost } from '../drive-host.ts'
import { PUT_TIMEOUT_MS } from '../send-blocks.ts'

export interface BundleRequest {
  body: Uint8Array<ArrayBuffer>
  /** How many results there must be. */
  entries: number
  /** The same when the same bundle is sent again: a lost answer does no harm. */
  key: string
  signal: AbortSignal | undefined
}

export async function sendBundle(
  host: Pick<DriveHost, 'request'>,
  { body, entries, key, signal }: BundleRequest,
): Promise<BundleResult[]> {
  const { results } = await host.request<typeof uploadBundle>('POST', '/drive/v1/uploads:bundle', {
    auth: true,
    headers: { [headers.idempotencyKey]: key },
    body,
    timeoutMs: PUT_TIMEOUT_MS,
    // Whoever asks has their own way to repeat.
    retry: 0,
    signal,
  })
  if (Array.isArray(results) && results.length === entries) return results
  throw new ServiceError('internal', {
    description: `a bundle of ${entries} was answered with ${results?.length} results`,
  })
}

/** Four bytes of length, the manifest, and the contents in its order. */
export function toBundleBody(
  manifest: BundleManifestSent,
  contents: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify(manifest))
  const size = contents.reduce((sum, content) => sum + content.length, 4 + head.length)
  const body = new Uint8Array(size)
  new DataView(body.buffer).setUint32(0, head.length)
  body.set(head, 4)
  let at = 4 + head.length
  for (const content of contents) {
    body.set(content, at)
    at += content.length
  }
  return body
}

import type { HashAlgorithm } from '@awan/protocol'
import { blake3 } from '@napi-rs/blake-hash'
import type { Handler } from './local-server.ts'
import { openLocalServer, sendError } from './local-server.ts'

export const BLOCK = 4 * 1024 * 1024

/** The upload calls of the protocol, holding their bytes in memory. */
export async function openUploadServer(
  options: { blocksPerPut?: number; hashAlgorithm?: HashAlgorithm; before?: Handler } = {},
) {
  const blocks_per_put = options.blocksPerPut ?? 1
  const state = {
    size: 0,
    announced: undefined as string[] | undefined,
    blocks: new Map<number, Buffer>(),
    committed: undefined as Record<string, unknown> | undefined,
  }
  const missing = () => {
    const ranges: [number, number][] = []
    for (let block = 0; block * BLOCK < state.size; block++) {
      const last = ranges.at(-1)
      if (state.blocks.has(block)) continue
      if (last && last[1] === block - 1) last[1] = block
      else ranges.push([block, block])
    }
    return ranges
  }
  const answer = () => ({
    id: 'up1',
    parent_id: 'root',
    name: 'file',
    size: state.size,
    block_size: BLOCK,
    blocks_per_put,
    hash_algorithm: options.hashAlgorithm ?? 'b3',
    missing: missing(),
    expires_time: '2026-02-01T00:00:00Z',
  })

  const server = await openLocalServer(async (received, response) => {
    const { method, path, json, body, headers } = received
    if (options.before) {
      const early = await options.before(received, response)
      if (early !== undefined || response.writableEnded || response.destroyed) return early
    }
    if (method === 'POST' && path === '/drive/v1/uploads') {
      state.size = json.size as number
      state.announced = json.block_hashes as string[] | undefined
      return answer()
    }
    if (method === 'GET') return answer()
    if (path.endsWith('/commit')) {
      state.committed = json
      return { id: 'f1', kind: 'file', name: 'file', size: state.size }
    }
    const first = Number(path.split('/').at(-1))
    const hashes = headers['x-block-hashes'] && String(headers['x-block-hashes']).split(',')
    for (let at = 0; at * BLOCK < body.length; at++) {
      const block = body.subarray(at * BLOCK, (at + 1) * BLOCK)
      const hash = `b3:${blake3(block).toString('hex')}`
      if (hashes && hashes[at] !== hash) return sendError(response, 460, 'data_loss')
      state.blocks.set(first + at, Buffer.from(block))
    }
    return { missing: missing() }
  })
  return {
    ...server,
    state,
    puts: () => server.received.filter(({ method }) => method === 'PUT'),
    content: () =>
      Buffer.concat([...state.blocks].sort(([a], [b]) => a - b).map(([, block]) => block)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

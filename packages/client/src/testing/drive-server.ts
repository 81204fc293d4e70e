import type { BundleManifest } from '@awan/protocol/drive'
import { blake3 } from '@napi-rs/blake-hash'
import { type Handler, openLocalServer, type Received, type sendError } from './local-server.ts'

const BLOCK = 4 * 1024 * 1024

interface Node {
  id: string
  kind: 'file' | 'folder'
  parent_id: string
  name: string
  size: number
  modified_time: string
  content: Buffer
}

interface Session {
  parent_id: string
  name: string
  size: number
  modified_time: string | undefined
  blocks: Map<number, Buffer>
}

export interface DriveServerOptions {
  /** As a server of before bundles. */
  hasNoBundles?: boolean
  quotaBytes?: number
  before?: Handler
  /** Whether what is answered to a bundle gets lost on the way, after it was done. */
  losesAnswer?: () => boolean
}

/** A drive in memory with the calls that uploads need: folders, listings, block sessions and bundles. */
export async function openDriveServer(options: DriveServerOptions = {}) {
  const nodes = new Map<string, Node>()
  const sessions = new Map<string, Session>()
  const answered = new Map<string, unknown>()
  let made = 0
  let usedBytes = 0

  const children = new Map<string, Node>()
  const childOf = (parent: string, name: string) => children.get(`${parent}/${name}`)

  function put(
    node: Pick<Node, 'kind' | 'parent_id' | 'name' | 'content'> & {
      modified_time?: string | undefined
    },
    conflict: string,
  ): Node | string {
    const { kind, parent_id, content } = node
    if (parent_id !== 'root' && nodes.get(parent_id)?.kind !== 'folder') return 'not_found'
    if (usedBytes + content.length > (options.quotaBytes ?? Infinity)) return 'quota'
    let { name } = node
    const there = childOf(parent_id, name)
    if (there && conflict === 'fail') return 'already_exists'
    if (there && conflict === 'replace') {
      there.content = content
      there.size = content.length
      return there
    }
    for (let number = 2; childOf(parent_id, name); number++) name = `${node.name} (${number})`
    made += 1
    const one: Node = {
      id: `n${made}`,
      kind,
      parent_id,
      name,
      size: content.length,
      modified_time: node.modified_time ?? '2026-01-01T00:00:00.000Z',
      content,
    }
    nodes.set(one.id, one)
    children.set(`${parent_id}/${name}`, one)
    usedBytes += content.length
    return one
  }

  function folderAt(parent: string, parts: readonly string[]): string | undefined {
    return parts.reduce<string | undefined>((id, name) => {
      const there = id === undefined ? undefined : childOf(id, name)
      if (there) return there.kind === 'folder' ? there.id : undefined
      if (id === undefined) return undefined
      const folder = put({ kind: 'folder', parent_id: id, name, content: Buffer.alloc(0) }, 'fail')
      return typeof folder === 'string' ? undefined : folder.id
    }, parent)
  }

  function bundle({ body }: Received) {
    const length = body.readUInt32BE(0)
    const manifest = JSON.parse(body.toString('utf8', 4, 4 + length)) as BundleManifest
    let at = 4 + length
    return manifest.entries.map((entry) => {
      const parts = entry.path.split('/')
      if (!('size' in entry)) {
        const id = folderAt(manifest.parent_id, parts)
        return id === undefined
          ? errorOf('already_exists')
          : { file: toFile(nodes.get(id) as Node) }
      }
      const content = body.subarray(at, at + entry.size)
      at += entry.size
      const hash = `b3:${blake3(content).toString('hex')}`
      if (entry.block_hash !== undefined && entry.block_hash !== hash) return errorOf('data_loss')
      const parent_id = folderAt(manifest.parent_id, parts.slice(0, -1))
      if (parent_id === undefined) return errorOf('already_exists')
      const { modified_time } = entry
      const name = parts.at(-1) as string
      const node = put({ kind: 'file', parent_id, name, content, modified_time }, manifest.conflict)
      return typeof node === 'string' ? errorOf(node) : { file: toFile(node) }
    })
  }

  function missingOf({ size, blocks }: Session): [number, number][] {
    const ranges: [number, number][] = []
    for (let block = 0; block * BLOCK < size; block++) {
      const last = ranges.at(-1)
      if (blocks.has(block)) continue
      if (last && last[1] === block - 1) last[1] = block
      else ranges.push([block, block])
    }
    return ranges
  }

  const toUpload = (id: string, session: Session) => ({
    id,
    parent_id: session.parent_id,
    name: session.name,
    size: session.size,
    block_size: BLOCK,
    blocks_per_put: 1,
    missing: missingOf(session),
    expires_time: '2030-01-01T00:00:00Z',
  })

  const server = await openLocalServer(async (received, response) => {
    const { method, path, json, body, headers, query } = received
    const early = await options.before?.(received, response)
    if (early !== undefined || response.writableEnded || response.destroyed) return early
    const refuse = (name: string) => void sendRefusal(response, name)

    if (path === '/drive/v1/uploads:bundle') {
      if (options.hasNoBundles) return refuse('not_found')
      const key = String(headers['idempotency-key'])
      const results = answered.get(key) ?? bundle(received)
      answered.set(key, results)
      return options.losesAnswer?.() ? void response.destroy() : { results }
    }
    if (path === '/drive/v1/files' && method === 'GET') {
      const parent = query.get('parent_id')
      const wanted = query.get('name')
      const files = [...nodes.values()].filter(
        ({ parent_id, name }) => parent_id === parent && (wanted === null || name === wanted),
      )
      return { files: files.map(toFile), seq: 1 }
    }
    if (path === '/drive/v1/files') {
      const { parent_id = 'root', name } = json as { parent_id?: string; name: string }
      const node = put({ kind: 'folder', parent_id, name, content: Buffer.alloc(0) }, 'fail')
      return typeof node === 'string' ? refuse(node) : toFile(node)
    }
    if (path === '/drive/v1/uploads') {
      const session = { ...json, blocks: new Map() } as unknown as Session
      if (usedBytes + session.size > (options.quotaBytes ?? Infinity)) return refuse('quota')
      made += 1
      sessions.set(`up${made}`, session)
      return toUpload(`up${made}`, session)
    }
    const [, id = '', act, first] =
      /^\/drive\/v1\/uploads\/([^/]+)(?:\/([^/]+))?(?:\/(.+))?$/.exec(path) ?? []
    const session = sessions.get(id)
    if (!session) return refuse('not_found')
    if (method === 'DELETE') return sessions.delete(id) && {}
    if (act === undefined) return toUpload(id, session)
    if (act === 'blocks') {
      for (let at = 0; at * BLOCK < body.length; at++) {
        const block = Buffer.from(body.subarray(at * BLOCK, (at + 1) * BLOCK))
        session.blocks.set(Number(first) + at, block)
      }
      return { missing: missingOf(session) }
    }
    const content = Buffer.concat(
      [...session.blocks].sort(([a], [b]) => a - b).map(([, block]) => block),
    )
    const { parent_id = 'root', name, modified_time } = session
    const conflict = String(json.conflict ?? 'fail')
    const node = put({ kind: 'file', parent_id, name, content, modified_time }, conflict)
    if (typeof node === 'string') return refuse(node)
    sessions.delete(id)
    return toFile(node)
  })

  function pathOf({ parent_id, name }: Node): string {
    const parent = nodes.get(parent_id)
    return parent ? `${pathOf(parent)}/${name}` : name
  }

  return {
    ...server,
    sessions,
    /** Every file by its way, with its content as text; folders end with a slash. */
    tree: () =>
      Object.fromEntries(
        [...nodes.values()]
          .map((node) => [
            node.kind === 'folder' ? `${pathOf(node)}/` : pathOf(node),
            node.content.length > 100 ? node.content.length : node.content.toString(),
          ])
          .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      ),
    fileCount: () => [...nodes.values()].filter(({ kind }) => kind === 'file').length,
    calls: (path: string | RegExp) =>
      server.received.filter((one) =>
        typeof path === 'string' ? one.path === path : path.test(one.path),
      ),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function toFile({ content: _bytes, ...node }: Node) {
  return { ...node, etag: node.id, tags: [], starred: false, created_time: node.modified_time }
}

function errorOf(name: string) {
  return name === 'quota'
    ? {
        error: 'resource_exhausted',
        error_code: 8,
        error_description: 'no room',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'QUOTA_EXCEEDED' },
        ],
      }
    : { error: name, error_code: 0, error_description: `${name} here`, details: [] }
}

const STATUS: Readonly<Record<string, number>> = { not_found: 404, already_exists: 409, quota: 429 }

function sendRefusal(response: Parameters<typeof sendError>[0], name: string): void {
  response
    .writeHead(STATUS[name] ?? 400, { 'content-type': 'application/json' })
    .end(JSON.stringify(errorOf(name)))
}

import type { FastifyReply } from 'fastify'
import type { ByteRange } from '../../blobs/blob-store.ts'
import { notFound } from '../access/open-node.ts'
import { checksumsOf } from '../contents/blob-checksums.ts'
import type { Content } from '../downloads/downloads.ts'
import { sendContent } from '../downloads/send-content.ts'
import { shortHash } from '../paths/preconditions.ts'
import { checksumsText } from './client-facts.ts'
import { type DavCall, type DavParts, etagOf, findPlace, lookAt } from './dav-call.ts'
import { recheckedStream } from './rechecked.ts'

export async function get(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { reply, path } = call
  const place = await findPlace(parts, call, path.names, 'view')
  if (place.kind === 'nowhere') throw notFound()
  if (place.kind === 'list') return sendFolder(reply, undefined)
  const found = await parts.drives.read(place.access, async (reader, drive) => {
    const { node } = await lookAt(reader, drive, place)
    if (!node) throw notFound()
    const { version_id: version, modified_at: storedAt } = node
    if (version === null)
      return { isFolder: true, etag: await etagOf(reader, drive, node) } as const
    const content = await parts.downloads.openIn({ reader, drive, access: place.access }, node)
    const [checksum] = (await checksumsOf(reader, drive.id, [version])).get(version) ?? []
    // The date that a PROPFIND tells, which is the file's own.
    return { isFolder: false, content: { ...content, storedAt }, checksum } as const
  })
  if (found.isFolder) return sendFolder(reply, found.etag)
  if (found.checksum) reply.header('oc-checksum', checksumsText([found.checksum]))
  return sendFile(parts, call, found.content)
}

/** A content with the tag that other answers about it have, for as long as the caller may read it. */
export function sendFile(
  parts: Pick<DavParts, 'clock'>,
  call: Pick<DavCall, 'request' | 'reply' | 'caller'>,
  content: Content,
): Promise<FastifyReply> {
  const read = async (range?: ByteRange) =>
    recheckedStream(await content.read(range), { ...parts, ...call })
  const hash = shortHash(content.hash)
  return sendContent(call.request, call.reply, { ...content, hash, read })
}

/** For people who open the address in a browser. */
function sendFolder(reply: FastifyReply, etag: string | undefined): FastifyReply {
  if (etag !== undefined) reply.header('etag', etag)
  return reply
    .code(200)
    .header('cache-control', 'private, no-cache')
    .type('text/plain; charset=utf-8')
    .send('This is a folder of a WebDAV server. Open its address with a program for WebDAV.\n')
}

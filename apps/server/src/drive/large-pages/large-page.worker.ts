import type { ThreadReadModule } from '../../db/database.ts'
import { unknownDrive } from '../access/open-drive.ts'
import { isOwner, reachAll } from '../access/reach.ts'
import { findOwnDrive } from '../drives/own-drive.ts'
import { listPage, toPageAnswer } from '../nodes/list-page.ts'
import { toFileWith } from '../nodes/to-file.ts'
import { type LinkSettings, ThumbnailLinks } from '../thumbnails/thumbnail-links.ts'
import type { LargePageQuestion } from './large-pages.ts'

/** The same rules as everywhere, and the same answer to the last byte: only the thread is another. */
export const read: ThreadReadModule<LargePageQuestion>['read'] = async (reader, question) => {
  const { driveId, ownerSub, holder, now } = question
  const access = { actor: { kind: 'person', sub: ownerSub }, right: 'view' } as const
  const row = await findOwnDrive(reader, driveId)
  if (!row || !isOwner(row, access)) throw unknownDrive()
  const page = await listPage(reader, { ...row, reach: reachAll(row, access) }, question)
  const links = linksWith(question.links)
  const toFile = toFileWith((node) => links.linkOf(node, holder, now), now)
  return encoder.encode(JSON.stringify(toPageAnswer(page, toFile)))
}

const encoder = new TextEncoder()

let kept: { settings: LinkSettings; links: ThumbnailLinks } | undefined

/** They come with each question and are always the same: what was signed with them is remembered. */
function linksWith(settings: LinkSettings): ThumbnailLinks {
  const isKept =
    kept?.settings.kinds.join() === settings.kinds.join() &&
    Buffer.compare(kept.settings.key, settings.key) === 0
  if (!kept || !isKept) kept = { settings, links: new ThumbnailLinks(settings) }
  return kept.links
}

import { thumbnailByLink } from '@awan/protocol/drive'
import type { NodeRow } from '../../db/tables.ts'
import type { LinkHolder } from '../access/link-holder.ts'
import { LinkKey } from '../links/link-key.ts'
import { openParts, signParts } from '../links/signed-link.ts'
import { type PictureKind, pictureKind } from './picture-kind.ts'

/** What links are made of; it can be handed to a thread. */
export interface LinkSettings {
  key: Uint8Array
  /** Of what pictures can be made here: for some kinds a program must be installed. */
  kinds: readonly PictureKind[]
}

export interface ThumbnailClaims {
  driveId: string
  nodeId: string
  versionId: string
  holder: LinkHolder
  expiresAt: number
}

/** Links stay the same for so long, so that a browser finds in its cache what it was shown before. */
const WINDOW_MS = 12 * 3_600_000

/** A few pages of a thousand, in 3 MB. */
const MAX_REMEMBERED = 8_192

/**
 * The links of a listing to its pictures. They are remembered while they stay the same: to sign all
 * of a large page anew takes a sixth of what the page does.
 */
export class ThumbnailLinks {
  readonly #settings: LinkSettings
  readonly #key: LinkKey
  readonly #remembered = new Map<string, string>()

  constructor(settings: LinkSettings) {
    this.#settings = settings
    this.#key = new LinkKey(settings.key)
  }

  /** How a content becomes a picture here, if it can. */
  kindOf(content: Pick<NodeRow, 'mime_type' | 'size'>): PictureKind | undefined {
    const kind = pictureKind(content)
    return kind !== undefined && this.#settings.kinds.includes(kind) ? kind : undefined
  }

  /** Good for half a day at least, and for a whole one at most; undefined where there is no picture. */
  linkOf(node: Linked, holder: LinkHolder, now: number): string | undefined {
    if (!this.kindOf(node)) return undefined
    const expiresAt = (Math.floor(now / WINDOW_MS) + 2) * WINDOW_MS
    // All that a link says is in its name, so that nobody is given the link of another drive or time.
    const name = `${node.drive_id}.${node.id}.${node.version_id}.${holder}.${expiresAt}`
    const known = this.#remembered.get(name)
    if (known !== undefined) return known
    const link = this.#sign(node, holder, expiresAt)
    const oldest = this.#remembered.keys().next()
    if (this.#remembered.size >= MAX_REMEMBERED && !oldest.done) {
      this.#remembered.delete(oldest.value)
    }
    this.#remembered.set(name, link)
    return link
  }

  open(link: string, now: number): ThumbnailClaims | undefined {
    const opened = openParts(this.#key, 'thumbnail-link', link, now)
    if (!opened) return undefined
    const [driveId = '', nodeId = '', versionId = '', holder = ''] = opened.parts
    return { driveId, nodeId, versionId, holder, expiresAt: opened.expiresAt }
  }

  #sign({ drive_id, id, version_id }: Linked, holder: LinkHolder, expiresAt: number): string {
    const parts = [drive_id, id, version_id ?? '', holder]
    return BEFORE_LINK + signParts(this.#key, 'thumbnail-link', parts, expiresAt) + AFTER_LINK
  }
}

type Linked = Pick<NodeRow, 'drive_id' | 'id' | 'version_id' | 'mime_type' | 'size'>

const [BEFORE_LINK = '', AFTER_LINK = ''] = thumbnailByLink.path.split('{link}')

import type { LinkPolicy } from '@awan/protocol/drive'
import { PUSH_PATH } from '../push/push-door.ts'
import { sharingCapabilities } from '../sync-shares/announced-sharing.ts'

/** Of the protocol, not of ours: what clients compare theirs with. */
export const PROTOCOL = { major: 32, minor: 0, micro: 0, string: '32.0.0' } as const

export const PRODUCT = 'Awan'
const COLOUR = '#0d7a6b'

/** People behind proxies that limit a request to 100 MB can send large files too. */
const MAX_PIECE_BYTES = 90 * 1024 * 1024
/** How often a client asks whether the top folder has another tag. */
const POLL_INTERVAL_SECONDS = 60

export function statusOf() {
  const { major, minor, micro, string } = PROTOCOL
  return {
    installed: true,
    maintenance: false,
    needsDbUpgrade: false,
    version: `${major}.${minor}.${micro}.0`,
    versionstring: string,
    edition: '',
    productname: PRODUCT,
    extendedSupport: false,
  }
}

/** What is not here does not exist for clients, and what is not served must not be here. */
export function capabilitiesOf(publicUrl: string, links: LinkPolicy) {
  return {
    version: { ...PROTOCOL, edition: '', extendedSupport: false },
    capabilities: {
      core: {
        pollinterval: POLL_INTERVAL_SECONDS,
        'webdav-root': 'remote.php/webdav',
        'reference-api': false,
      },
      dav: { chunking: '1.0' },
      files: {
        bigfilechunking: true,
        undelete: true,
        versioning: true,
        chunked_upload: { max_size: MAX_PIECE_BYTES, max_parallel_count: 1 },
        forbidden_filenames: ['.', '..'],
        forbidden_filename_basenames: [],
        forbidden_filename_characters: ['/'],
        forbidden_filename_extensions: [],
      },
      checksums: {
        supportedTypes: ['SHA1', 'MD5', 'SHA256', 'SHA3-256', 'Adler32'],
        preferredUploadType: 'SHA1',
      },
      notify_push: {
        type: ['files'],
        endpoints: { websocket: `${publicUrl.replace(/^http/, 'ws')}${PUSH_PATH}` },
      },
      files_sharing: sharingCapabilities(links),
      theming: {
        name: PRODUCT,
        url: publicUrl,
        slogan: '',
        color: COLOUR,
        'color-text': '#ffffff',
        'color-element': COLOUR,
      },
    },
  }
}

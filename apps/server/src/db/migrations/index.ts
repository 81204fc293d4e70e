import type { Migration } from '../migrate.ts'
import { account } from './001-account.ts'
import { drive } from './002-drive.ts'
import { accountFlows } from './003-account-flows.ts'
import { pictures } from './004-pictures.ts'
import { driveEngine } from './005-drive-engine.ts'
import { smallContents } from './006-small-contents.ts'
import { tus } from './007-tus.ts'
import { thumbnails } from './008-thumbnails.ts'
import { search } from './009-search.ts'
import { photos } from './010-photos.ts'
import { uploadProofs } from './011-upload-proofs.ts'
import { uploadClaims } from './012-upload-claims.ts'
import { listedNodes } from './013-listed-nodes.ts'
import { uploadReservations } from './014-upload-reservations.ts'
import { upkeep } from './015-upkeep.ts'
import { earlierPhotos } from './016-earlier-photos.ts'
import { history } from './017-history.ts'
import { nodeNumbers } from './018-node-numbers.ts'
import { checksumsAndFingerprint } from './019-checksums-and-fingerprint.ts'
import { grants } from './020-grants.ts'
import { marks } from './021-marks.ts'
import { sessionOrigins } from './022-session-origins.ts'
import { appSettings } from './023-app-settings.ts'
import { partsOfUploads } from './024-parts-of-uploads.ts'
import { shares } from './025-shares.ts'
import { hashAlgorithms } from './026-hash-algorithms.ts'
import { links } from './027-links.ts'
import { linkPolicy } from './028-link-policy.ts'
import { teamDrives } from './029-team-drives.ts'
import { inbox } from './030-inbox.ts'
import { aliasesAndShortcuts } from './031-aliases-and-shortcuts.ts'
import { locks } from './032-locks.ts'
import { keptByUndo } from './033-kept-by-undo.ts'
import { offers } from './034-offers.ts'
import { dropOptions } from './035-drop-options.ts'
import { groupMessages } from './036-group-messages.ts'
import { appPasswords } from './037-app-passwords.ts'
import { davLocks } from './038-dav-locks.ts'
import { media } from './039-media.ts'
import { lockHolders } from './040-lock-holders.ts'
import { chunks } from './041-chunks.ts'
import { appLogins } from './042-app-logins.ts'
import { propertyBytes } from './043-property-bytes.ts'
import { clientsThatSync } from './044-clients-that-sync.ts'
import { systemFiles } from './045-system-files.ts'
import { rawPhotos } from './046-raw-photos.ts'
import { documentsAndSavedSearches } from './047-documents-and-saved-searches.ts'
import { photoShapes } from './048-photo-shapes.ts'

/** In order. A new one goes to the end. */
export const migrations: readonly Migration[] = [
  account,
  drive,
  accountFlows,
  pictures,
  driveEngine,
  smallContents,
  tus,
  thumbnails,
  search,
  photos,
  uploadProofs,
  uploadClaims,
  listedNodes,
  uploadReservations,
  upkeep,
  earlierPhotos,
  history,
  nodeNumbers,
  checksumsAndFingerprint,
  grants,
  marks,
  sessionOrigins,
  appSettings,
  partsOfUploads,
  shares,
  hashAlgorithms,
  links,
  linkPolicy,
  teamDrives,
  inbox,
  aliasesAndShortcuts,
  locks,
  keptByUndo,
  offers,
  dropOptions,
  groupMessages,
  appPasswords,
  davLocks,
  media,
  lockHolders,
  chunks,
  appLogins,
  propertyBytes,
  clientsThatSync,
  systemFiles,
  rawPhotos,
  documentsAndSavedSearches,
  photoShapes,
]
